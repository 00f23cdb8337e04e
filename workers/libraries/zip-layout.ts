/** Signatures and lengths of the records of Zip archives (PKWARE's APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16), which readers and writers share. */
export const localSignature = 0x04034b50;
export const entrySignature = 0x02014b50;
export const endSignature = 0x06054b50;
/** The lengths without names, extra fields and comments. */
export const localBytes = 30;
export const entryBytes = 46;
export const endBytes = 22;
export const longestCommentBytes = 0xffff;
