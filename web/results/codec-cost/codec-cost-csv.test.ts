import { expect, test } from 'vitest';
import type { Registry } from '../../figures/candidate-names';
import { isCompleted, resultRows } from '../../figures/rows';
import { candidate, codec, makeRun } from '../testing/test-results';
import { codecCostCsv } from './codec-cost-csv';
import type { CodecCosts } from './codec-costs';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const run = makeRun({
  cells: [
    { candidate: candidate('treedbm'), sizeBytes: 4_000_000, ms: { encode: 20, decode: 3 } },
    { candidate: candidate('treedbm', codec('zstd', 3)), sizeBytes: 1_000_000, ms: { encode: 50, decode: 8 } },
  ],
});
const [plain, compressed] = resultRows(run, false, registry).filter(isCompleted);
if (plain === undefined || compressed === undefined) throw new Error('Both rows are complete.');
const header =
  'candidate,codec,sample_items,file_bytes,file_over_plain_file,codec_calls,codec_called_for_each_of,' +
  'write_operation,write_ms,write_pure_ms,write_pure_interval_low_ms,write_pure_interval_high_ms,write_pure_interval_kind,write_calls_per_second,write_calls_per_second_low,write_calls_per_second_high,' +
  'read_operation,read_ms,read_pure_ms,read_pure_interval_low_ms,read_pure_interval_high_ms,read_pure_interval_kind,read_calls_per_second,read_calls_per_second_low,read_calls_per_second_high';

const costs = (changes: Record<string, unknown> = {}, row = plain): CodecCosts =>
  ({
    write: 'encode',
    read: 'decode',
    groups: [
      {
        plain: row,
        costs: [
          {
            row: { ...compressed, sample: { items: 77 } },
            fileOverPlain: 0.25,
            calls: { count: 9, of: 'leafPages' },
            write: {
              totalMs: 50,
              pure: { ms: 30, interval: { kind: 'roundsRange', lowMs: 29, highMs: 31 } },
              perSecond: { value: 300, interval: { low: 290, high: 310 } },
            },
            read: { totalMs: 8, pure: { ms: 5, interval: null }, perSecond: { value: 2, interval: null } },
            ...changes,
          },
        ],
      },
    ],
  }) as unknown as CodecCosts;

test('each group begins with the plain file, then come those with codecs', () =>
  expect(codecCostCsv(costs()).split('\r\n')).toEqual([
    header,
    `${plain.candidateKey},${plain.names.codecId},,4000000,1,,,encode,20,,,,,,,,decode,3,,,,,,,`,
    `${compressed.candidateKey},zstd,77,1000000,0.25,9,leafPages,encode,50,30,29,31,roundsRange,300,290,310,decode,8,5,,,,2,,`,
    '',
  ]));

test('missing figures are empty', () => {
  const lines = codecCostCsv(
    costs({ fileOverPlain: null, calls: null, write: null, read: null }, { ...plain, sizeBytes: null }),
  ).split('\r\n');
  expect(lines[1]).toBe(`${plain.candidateKey},${plain.names.codecId},,,,,,encode,20,,,,,,,,decode,3,,,,,,,`);
  expect(lines[2]).toBe(`${compressed.candidateKey},zstd,77,1000000,,,,encode,,,,,,,,,decode,,,,,,,,`);
});

test('a time that the timer hides is no time', () => {
  const { encode } = plain.operations;
  if (encode?.status !== 'measured') throw new Error('It was measured.');
  const hidden = { ...plain, operations: { ...plain.operations, encode: { ...encode, throughput: null } } };
  expect(codecCostCsv(costs({}, hidden)).split('\r\n')[1]).toContain(',encode,,,,,,,,,decode,3,');
});
