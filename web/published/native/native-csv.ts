import type { NativeComparison } from '../../../workers/model/native-comparison';
import { type CsvField, csvLines } from '../../ui/csv-lines';
import type { NativeRow } from './factors';

/**
 * The factors as CSV with unrounded figures: one line per operation of each cell. Missing figures are empty, never 0.
 */
export function nativeCsv({ browser }: NativeComparison, rows: readonly NativeRow[]): string {
  const columns: CsvField[] = [
    'items',
    'candidate',
    'native_by',
    'browser_bytes',
    'native_bytes',
    'operation',
    'browser_ms',
    'native_ms',
    'factor',
    'factor_low',
    'factor_high',
    'factor_interval',
    'note',
  ];
  const lines = rows.flatMap(({ dataset, names, by, browserBytes, nativeBytes, factors, reasons }): CsvField[][] => {
    const info = browser.datasets[dataset];
    const head = [info?.status === 'ready' ? info.itemCount : null, names.label, by, browserBytes, nativeBytes];
    const note = reasons.join(' ');
    if (factors.length === 0) return [[...head, null, null, null, null, null, null, null, note]];
    return factors.map(({ operation, browserMs, nativeMs, ratio, interval }) => [
      ...head,
      operation,
      browserMs,
      nativeMs,
      ratio,
      interval?.low ?? null,
      interval?.high ?? null,
      interval?.kind ?? null,
      note,
    ]);
  });
  return csvLines([columns, ...lines]);
}
