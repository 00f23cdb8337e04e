import type { FileSample, OwnFileType } from '../../model/plan';
import type { Cut, CutSample } from '../../own-file/sample/cut';

/** How files of each type are cut. Null for types of which no part can be read alone. */
const cuts: Readonly<Partial<Record<OwnFileType, () => Promise<Cut>>>> = {
  arrow: async () => (await import('../../formats/arrow/sample/cut-arrow')).cutArrow,
  avro: async () => (await import('../../formats/avro/sample/cut-avro')).cutAvro,
  bytes: async () => (await import('./cut-bytes')).cutBytes,
  csv: async () => (await import('../../formats/csv/sample/cut-csv')).cutCsv,
  ndjson: async () => (await import('../../own-file/sample/text/cut-lines')).cutLines,
  orc: async () => (await import('../../formats/orc/sample/cut-orc')).cutOrc,
  npy: async () => (await import('../../formats/npy/sample/cut-npy')).cutNpy,
  sdf: async () => (await import('../../own-file/sample/text/cut-lines')).cutSdf,
  smiles: async () => (await import('../../own-file/sample/text/cut-lines')).cutSmiles,
  parquet: async () => (await import('../../formats/parquet/sample/cut-parquet')).cutParquet,
};

/**
 * Cuts a sample from a user's file: pieces spread over the file, one of each stratum, in the order of the file (rule 31 of docs/measurement.md). Null if the
 * file is read whole: because it is small, or because files of its type can't be cut.
 * @throws FormatlabError that says what is wrong with a damaged file.
 */
export async function cutSample(file: Blob, type: OwnFileType, sample: FileSample): Promise<CutSample | null> {
  const cut = await cuts[type]?.();
  return cut === undefined ? null : cut(file, sample);
}

/** Whether a file of the type can be measured by a sample, whatever its size. */
export const canBeCut = (type: OwnFileType): boolean => cuts[type] !== undefined;
