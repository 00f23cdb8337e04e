import type { Operation } from '../../../workers/model/plan';
import { type CsvField, csvLines } from '../../ui/csv-lines';
import type { RepeatRates, RepeatsRow } from './repeats';

/**
 * The table of repeats as CSV (RFC 4180, lines end with CRLF), with figures that are not rounded. Missing figures are
 * empty, never 0.
 */
export function repeatsCsv(
  rows: readonly RepeatsRow[],
  { read, write, unit }: { readonly read: Operation; readonly write: Operation; readonly unit: string },
): string {
  const rates = (name: string) => [
    `${name}_operation`,
    `${name}_repeats`,
    `${name}_slowest_${unit}_per_second`,
    `${name}_fastest_${unit}_per_second`,
    `${name}_all_ms`,
  ];
  const columns: CsvField[] = [
    'candidate',
    ...rates('read'),
    'read_factor',
    ...rates('write'),
    'write_factor',
    'file_bytes',
    'file_factor',
  ];
  const fields = (operation: Operation, repeats: RepeatRates | null): CsvField[] => [
    operation,
    repeats?.count ?? null,
    repeats?.slowestPerSecond ?? null,
    repeats?.fastestPerSecond ?? null,
    repeats?.elapsedMs ?? null,
  ];
  const lines = rows.map(({ row, read: reading, write: writing, readFactor, writeFactor, sizeFactor }) => [
    row.candidateKey,
    ...fields(read, reading),
    readFactor,
    ...fields(write, writing),
    writeFactor,
    row.sizeBytes,
    sizeFactor,
  ]);
  return csvLines([columns, ...lines]);
}
