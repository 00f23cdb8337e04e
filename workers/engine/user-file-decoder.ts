import type { Candidate, CandidateCodec, OwnFileType } from '../model/plan';
import type { Packing } from '../own-file/packed/packings';

const ours = (format: string, implementation: string, options: Candidate['options'] = {}): Candidate => ({
  format,
  implementation,
  options,
  codec: null,
});

/** The implementations that the default candidates of each type decode with. Plain bytes need no decoding; null also if no candidate reads files of the type. */
const decoders: Readonly<Record<OwnFileType, Candidate | null>> = {
  csv: ours('csv', 'csv-core'),
  json: ours('json', 'jiter', { layout: 'records' }),
  ndjson: ours('json', 'jiter', { layout: 'lines' }),
  parquet: ours('parquet', 'arrow-rs'),
  arrow: ours('arrow', 'apache-arrow'),
  npy: ours('npy', 'formatlab'),
  avro: null,
  orc: null,
  npz: null,
  xlsx: null,
  sqlite: null,
  hdf5: null,
  pickle: null,
  smiles: ours('smiles', 'formatlab'),
  sdf: ours('sdf', 'formatlab'),
  bytes: null,
};

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
 * The candidate whose decoder is timed on the user's file: the one with the file's settings, if there is one. Whether it gives the data is checked
 * before it is timed. Null if no candidate reads the file.
 */
export function userFileDecoder(type: OwnFileType, packing: Packing | null, same: Candidate | null): Candidate | null {
  const decoder = same ?? decoders[type];
  if (decoder === null || decoder.codec !== null || packing === null) return decoder;
  const unpacks = codecs[packing];
  return unpacks === null ? null : { ...decoder, codec: unpacks };
}
