import type { DatasetSchema } from '../../workers/model/dataset';
import { searchedWriter } from '../../workers/model/searched-writer';
import { metadataNotesIn } from '../../workers/model/metadata-notes';
import { findFormatImplementation } from '../../workers/registry/metadata';

/**
 * What every Parquet file that a search finds loses of the data, in sentences; empty if nothing. No option of the writer changes it. `notes` are those on
 * the user's file.
 */
export function lossesOfFound(schema: DatasetSchema, notes: readonly string[]): readonly string[] {
  const found = findFormatImplementation(searchedWriter.format, searchedWriter.implementation);
  if (found === null) throw new Error('The Parquet writer is not registered.');
  return [...found.implementation.loss(schema, {}), ...metadataNotesIn(notes)];
}
