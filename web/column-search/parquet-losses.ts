import type { DatasetSchema } from '../../workers/model/dataset';
import { metadataNotesIn } from '../../workers/model/metadata-notes';
import { formats } from '../../workers/registry/metadata';

/**
 * What every Parquet file that a search finds loses of the data, in sentences; empty if nothing. No option of the writer changes it. `notes` are those on
 * the user's file.
 */
export function parquetLosses(schema: DatasetSchema, notes: readonly string[]): readonly string[] {
  const writer = formats.get('parquet')?.implementations.find(({ id }) => id === 'arrow-rs');
  if (writer === undefined) throw new Error('The Parquet writer is not registered.');
  return [...writer.loss(schema, {}), ...metadataNotesIn(notes)];
}
