import { type CsvField, csvLines } from '../../ui/csv-lines';
import { measuredFigures } from '../../figures/rows';
import type { CodecCost, CodecCosts, CodecTimeCost } from './codec-costs';

const timeColumns = [
  'ms',
  'pure_ms',
  'pure_interval_low_ms',
  'pure_interval_high_ms',
  'pure_interval_kind',
  'calls_per_second',
  'calls_per_second_low',
  'calls_per_second_high',
] as const;
const columns = [
  'candidate',
  'codec',
  'sample_items',
  'file_bytes',
  'file_over_plain_file',
  'codec_calls',
  'codec_called_for_each_of',
  'write_operation',
  ...timeColumns.map((name) => `write_${name}`),
  'read_operation',
  ...timeColumns.map((name) => `read_${name}`),
];

/**
 * The table of codec costs as CSV (RFC 4180, lines end with CRLF), with figures that are not rounded. Missing figures
 * are empty, never 0. A plain file has no pure codec time.
 */
export function codecCostCsv({ write, read, groups }: CodecCosts): string {
  const rows = groups.flatMap(({ plain, costs }): CsvField[][] => {
    const plainTime = (operation: CodecCosts['write']): CodecTimeCost | null => {
      const figures = measuredFigures(plain, operation);
      return figures === null || figures.throughput === null
        ? null
        : { totalMs: figures.summary.bestMs, pure: null, perSecond: null };
    };
    const first: CodecCost = {
      row: plain,
      fileOverPlain: plain.sizeBytes === null ? null : 1,
      calls: null,
      write: plainTime(write),
      read: plainTime(read),
    };
    return [first, ...costs].map((cost) => [
      cost.row.candidateKey,
      cost.row.names.codecId,
      cost.row.sample?.items ?? null,
      cost.row.sizeBytes,
      cost.fileOverPlain,
      cost.calls?.count ?? null,
      cost.calls?.of ?? null,
      write,
      ...timeFields(cost.write),
      read,
      ...timeFields(cost.read),
    ]);
  });
  return csvLines([columns, ...rows]);
}

const timeFields = (time: CodecTimeCost | null): CsvField[] => [
  time?.totalMs ?? null,
  time?.pure?.ms ?? null,
  time?.pure?.interval?.lowMs ?? null,
  time?.pure?.interval?.highMs ?? null,
  time?.pure?.interval?.kind ?? null,
  time?.perSecond?.value ?? null,
  time?.perSecond?.interval?.low ?? null,
  time?.perSecond?.interval?.high ?? null,
];
