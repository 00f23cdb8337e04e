import { type FileType, mapHeadBytes, type MappedFiles } from '../../model/file-type';

/** The opcode that a pickle of protocol 2 to 5 begins with; the protocol follows. */
const proto = 0x80;
/**
 * What a pickle of protocol 0 or 1 begins with, which has no signature: a dictionary, list or tuple that is kept in the memo, or a class of Python,
 * NumPy or pandas.
 */
const oldPickle =
  /^(?:\([dl]p\d+\n|[\]}]q\0|\([\](}IFLSVKJMGUXTcN]|c(?:copy_reg|copyreg|builtins|__builtin__|_codecs|collections|numpy[\w.]*|pandas[\w.]*)\n\w+\n)/u;

/** Whether a pickle of any protocol may begin here. */
export const beginsAsPickle = (head: Uint8Array): boolean =>
  (head[0] === proto && (head[1] ?? 0) >= 2 && (head[1] ?? 0) <= 5) ||
  oldPickle.test(String.fromCharCode(...head.subarray(0, mapHeadBytes)));

const MiB = 1_048_576;

export const fileTypes: readonly FileType[] = [
  {
    id: 'pickle',
    rank: 13,
    label: 'Python pickle',
    phrase: 'a Python pickle',
    extensions: ['pkl', 'pickle'],
    signatures: [],
    // Protocols 0 and 1 have no signature, and 0 may be plain text. The reader finds out.
    hasFilesWithoutSignature: true,
    reading: 'parts',
    size: {
      limitBytes: 256 * MiB,
      noun: 'a pickle',
      remedy:
        'Here no part of it is read alone. Save the table as Parquet or CSV, of which a sample is measured, whatever its size.',
    },
  },
];

/** What map.ts explains. */
export const mapped: MappedFiles = { signatures: [], begins: beginsAsPickle };
