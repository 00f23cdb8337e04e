import type { Candidate } from '../../../model/plan';
import type { DetectedWriting } from '../../../own-file/settings/file-writing';
import { detectTextWriting } from '../../../own-file/settings/text';

const ours: Candidate = { format: 'csv', implementation: 'csv-core', options: {}, codec: null };

/** How a CSV file was written. `dialect` describes how the reader parsed the file. */
export const detectCsvWriting = (file: Blob, dialect: string | null): Promise<DetectedWriting> =>
  detectTextWriting(file, dialect, dialect !== null && isOurCsv(dialect) ? ours : null);

/** True if the dialect is that of our own CSV: commas, a header and UTF-8. */
const isOurCsv = (dialect: string) => /^(comma|one column), quoted by ", header in line 1, UTF-8$/u.test(dialect);
