import type { readingSchemas } from './reading-options';

/** Bytes at a fixed place that tell what a file is. */
interface Signature {
  /** As Latin-1. */
  readonly bytes: string;
  /** 0 if absent. */
  readonly at?: number;
  /** What a file with this signature is called, if not by its type's phrase. */
  readonly phrase?: string;
}

/** A type of file that a user may open. `file-type.ts` in a format's folder has one or more; `open.ts` beside it reads them. */
export interface FileType {
  readonly id: string;
  /** Its place under “Read as”: types with smaller numbers come first. */
  readonly rank: number;
  /** Its name under “Read as”. */
  readonly label: string;
  /** A file of the type, in a sentence about its content. */
  readonly phrase: string;
  /** In lower case, without the point. */
  readonly extensions: readonly string[];
  readonly signatures: readonly Signature[];
  /** True if nothing may show that a file is of this type, so that a file of this name or choice is tried. */
  readonly hasFilesWithoutSignature?: true;
  /** Texts: `records` have one or more records a line, `molecules` are read by molecule. */
  readonly text?: 'records' | 'molecules';
  /** True if each line is one molecule. */
  readonly hasMoleculePerLine?: true;
  /** True if the values say which types its columns have. */
  readonly infersTypes?: true;
  /** True if its files are usually compressed inside. */
  readonly isCompressedInside?: true;
  /** Which reading options it allows. */
  readonly reading: keyof typeof readingSchemas;
  readonly size: SizeLimit;
  /** True if `remote.ts` beside `file-type.ts` fetches parts of a file at an address. */
  readonly hasRemoteParts?: true;
  /** The implementation of the format with the type's id that reads files of other programs; absent if none does. */
  readonly decoder?: string;
}

/** How large a file may be that is read whole. */
interface SizeLimit {
  readonly limitBytes: number;
  /** What the limit is one of. */
  readonly noun: string;
  /** What the limit is one of, for the content of a compressed file, if it differs. */
  readonly unpackedNoun?: string;
  /** Why the limit is not larger; absent if for the reason that all types share. */
  readonly reason?: string;
  /** What helps: `sample` if a sample is measured, whatever the file's size. */
  readonly remedy: 'sample' | (string & {});
}

/** Files whose bytes `map.ts` in the same folder explains. */
export interface MappedFiles {
  readonly signatures: readonly Signature[];
  /** Whether a file without these signatures is one of them, by its first `mapHeadBytes` bytes. */
  readonly begins?: (head: Uint8Array) => boolean;
  /** Places at which a signature may stand farther back, in a file of so many bytes. */
  readonly laterPlaces?: (sizeBytes: number) => Iterable<number>;
}

export const mapHeadBytes = 200;

/** The number of first bytes from which the type is detected. */
export const typeDetectionBytes = 64 * 1024;

/** Whether the bytes, given as Latin-1, stand at a place. */
export function hasBytes(head: Uint8Array, { bytes, at = 0 }: Signature): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (head[at + index] !== bytes.charCodeAt(index)) return false;
  return true;
}
