import { decimalMarks, type ReadingOptions, thousandsMarks } from '../../../model/reading-options';
import type { ImportResult, ReadOptions } from '../../../own-file/imported';
import { unreadableFileError } from '../../../own-file/refusal';
import { csvTextOf } from './csv-text';
import { readScanned } from './scan/read-scanned';
import { reportScanned } from './scan/report-scanned';
import { scanTextFacts } from './scan/text-look';

/**
 * Reads CSV or TSV. Dialect and types are detected on the whole file. Rows that do not fit are left out, counted and listed with their lines. With
 * `columnTypes`, a value that does not convert makes its row a bad one.
 */
export async function readCsv(file: Blob, options: ReadOptions): Promise<ImportResult> {
  checkMarks(options.reading);
  options.onStage('Reading the rows');
  const text = await csvTextOf(file, options.reading, await scanTextFacts(file));
  const onShare = (share: number) => options.onStage('Reading the rows', share);
  const scanned = await readScanned(text, { ...options, onShare });
  return reportScanned(file, text, scanned, options);
}

/** Rejects options with the same character for two purposes. */
function checkMarks({ decimalMark = 'point', thousands = 'none', delimiter }: ReadingOptions): void {
  if (decimalMarks[decimalMark] !== thousandsMarks[thousands]) return;
  throw unreadableFileError(
    `The ${decimalMark} can’t be the mark of decimals and of thousands${delimiter === undefined ? '' : ' at once'}.`,
    'Choose another of the two.',
    { tag: 'invalidPlan', format: 'csv' },
  );
}
