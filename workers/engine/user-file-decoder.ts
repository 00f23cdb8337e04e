import type { Candidate, CandidateCodec, OwnFileType } from '../model/plan';
import type { UserFileReader } from '../model/protocol/read-file';
import type { Packing } from '../own-file/packed/packings';
import { phraseOf } from '../open-file/sniff';
import { findFileType } from '../registry/file-types';

const codec = (id: string, level: number, implementation = 'native'): CandidateCodec => ({
  id,
  level,
  implementation,
  granularity: 'file',
});

/** The codecs that decompress each packing. Decoding does not depend on the level. No codec reads Zip archives. */
const codecs: Readonly<Record<Packing, CandidateCodec | null>> = {
  gzip: codec('gzip', 6, 'libdeflate'),
  zstd: codec('zstd', 3),
  xz: codec('xz', 6),
  lzma: codec('lzma', 6),
  bzip2: codec('bzip2', 9),
  lz4: codec('lz4', 1),
  brotli: codec('brotli', 6),
  zip: null,
};

/**
 * What reads the user's file itself in a run, in the order in which it is tried (rule 27): the decoder of a candidate, which is the one with the file's
 * settings if there is one, and the reader that opened the file. Whether it gives the data is checked before it is timed.
 */
export function userFileReaders(
  file: {
    readonly type: OwnFileType;
    readonly packing: Packing | null;
    /** False if several files are one dataset, and for a sample that is no file of its own. */
    readonly isOneFile: boolean;
    /** True if a file was made that holds the sample. */
    readonly isSampleFile: boolean;
  },
  same: Candidate | null,
): readonly UserFileReader[] {
  const { type, packing, isOneFile, isSampleFile } = file;
  // The sample of a compressed file is not compressed.
  const isUnpacked = isSampleFile && packing !== null && packing !== 'zip';
  const candidate = !isOneFile || isUnpacked ? null : decoderOf(type, packing, same);
  const opener: UserFileReader = {
    by: 'opener',
    name: `the reader that opened it (${phraseOf(type).replace(/^an? /u, '')}${isUnpacked ? ', without unpacking it' : ''})`,
  };
  return [
    ...(candidate === null ? [] : [{ by: 'decoder' as const, candidate }]),
    // Plain bytes are as they are.
    ...(type === 'bytes' ? [] : [opener]),
  ];
}

function decoderOf(type: OwnFileType, packing: Packing | null, same: Candidate | null): Candidate | null {
  // Candidates of CSV and JSON read only the layouts that they write.
  const { text, decoder: implementation } = findFileType(type);
  const ours: Candidate | null =
    implementation === undefined ? null : { format: type, implementation, options: {}, codec: null };
  const decoder = text === 'records' ? null : (same ?? ours);
  if (decoder === null || decoder.codec !== null || packing === null) return decoder;
  const unpacks = codecs[packing];
  return unpacks === null ? null : { ...decoder, codec: unpacks };
}
