import type { ContentLooks } from '../../own-file/content-look';

export const looks: ContentLooks = { head: [{ type: 'pickle', finds: (head) => isPickle(head) }] };

/**
 * A pickle: the opcode PROTO with version 2 to 5, then an opcode that occurs in real pickles (frame, container, text, global or number).
 */
const isPickle = (head: Uint8Array) =>
  head[0] === 0x80 &&
  (head[1] ?? 0) >= 2 &&
  (head[1] ?? 0) <= 5 &&
  '\x95}](cX\x8cKGNUqJMI\x8a)'.includes(String.fromCharCode(head[2] ?? 0));
