import type { ColumnType, Dataset } from '../model/dataset';
import type { OwnFileType } from '../model/plan';
import type { OwnFileReport } from '../model/protocol/coordinator';

type ReadOwnFile = (
  file: Blob,
  options: { fileName: string; type: OwnFileType | null; columnTypes: readonly ColumnType[] | null; onStage?: (stage: string) => void },
) => Promise<{ dataset: Dataset; report: Omit<OwnFileReport, 'sha256' | 'dataBytes'> }>;

const modules = import.meta.glob<ReadOwnFile>('../own-file/read.ts', { import: 'readOwnFile' });

/** The reader of the user's files, fetched when a file is first read. */
export async function loadOwnFileReader(): Promise<ReadOwnFile> {
  const load = modules['../own-file/read.ts'];
  if (load === undefined) throw new Error('The reader of own files is missing from this build.');
  return load();
}
