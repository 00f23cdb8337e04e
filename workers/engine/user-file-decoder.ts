import type { Candidate, OwnFileType } from '../model/plan';

const ours = (format: string, implementation: string, options: Candidate['options'] = {}): Candidate => ({
  format,
  implementation,
  options,
  codec: null,
});

/** The implementations that the default candidates of each type decode with. Plain bytes need no decoding. */
const decoders: Readonly<Record<OwnFileType, Candidate | null>> = {
  csv: ours('csv', 'csv-core'),
  json: ours('json', 'jiter', { layout: 'records' }),
  ndjson: ours('json', 'jiter', { layout: 'lines' }),
  parquet: ours('parquet', 'arrow-rs'),
  arrow: ours('arrow', 'apache-arrow'),
  npy: ours('npy', 'formatlab'),
  smiles: ours('smiles', 'formatlab'),
  sdf: ours('sdf', 'formatlab'),
  bytes: null,
};

/**
 * The candidate whose decoder is timed on the user's file: the one with the file's settings, if there is one. Whether it gives the data is checked
 * before it is timed.
 */
export async function userFileDecoder(
  file: Blob,
  type: OwnFileType,
  same: Candidate | null,
): Promise<Candidate | null> {
  const decoder = same ?? decoders[type];
  if (decoder === null || decoder.codec !== null) return decoder;
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  return isGzip
    ? { ...decoder, codec: { id: 'gzip', level: 6, implementation: 'libdeflate', granularity: 'file' } }
    : decoder;
}
