import { expect, test } from 'vitest';
import type { UserFile } from '../figures/user-file';
import { omittedByReason, sizeBarItems, timeBarItems, rowsWithoutSize, rowsWithoutTime } from './bar-items';
import type { Registry } from '../figures/candidate-names';
import { isCompleted, measuredFigures, type ResultRow, resultRows } from '../figures/rows';
import { candidate, madeReason, makeRun } from './testing/test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const rows = resultRows(
  makeRun({
    cells: [
      { candidate: candidate('slow'), sizeBytes: 4_000_000, ms: { encode: 20, decode: 3 } },
      { candidate: candidate('fast'), sizeBytes: 1_000_000, ms: { encode: 5 }, clock: { encode: ['encode', 'write'] } },
      { candidate: candidate('fileless'), sizeBytes: null, ms: { encode: 10 } },
      { candidate: candidate('same'), sizeBytes: 4_000_000, ms: { encode: 20 } },
      { candidate: candidate('broken'), status: 'failed' },
    ],
  }),
  false,
  registry,
);
const row = (format: string) => {
  const found = rows.filter(isCompleted).find(({ candidateKey }) => candidateKey.startsWith(format));
  if (found === undefined) throw new Error(`There is no row of ${format}.`);
  return found;
};
const formats = (items: readonly { readonly row: ResultRow | null }[]) =>
  items.map((item) => item.row?.candidateKey.split('/')[0]);
/** Its time is hidden by the timer's step. */
const hidden = (format: string): ResultRow[] =>
  rows.map((each) =>
    each === row(format) && isCompleted(each) && each.operations.encode?.status === 'measured'
      ? { ...each, operations: { ...each.operations, encode: { ...each.operations.encode, throughput: null } } }
      : each,
  );

test('times are in rising order, equal ones in the plan’s', () =>
  expect(formats(timeBarItems(rows, 'encode', null))).toEqual(['fast', 'fileless', 'slow', 'same']));

test('a bar of a time has its figures', () => {
  const slow = row('slow');
  const figures = slow.operations.encode;
  if (figures?.status !== 'measured') throw new Error('It was measured.');
  expect(timeBarItems(rows, 'encode', row('fileless'))[2]).toEqual({
    key: slow.key,
    row: slow,
    value: 20,
    low: figures.spread.lowMs,
    high: figures.spread.highMs,
    text: '20.0 ms',
    factor: '2.0×',
  });
});

test('the baseline is named, and where the clocks include unlike things there is no factor', () =>
  expect(timeBarItems(rows, 'encode', row('slow')).map(({ factor }) => factor)).toEqual([
    '',
    '0.50×',
    'baseline',
    '1.0×',
  ]));

test('without a baseline there are no factors', () =>
  expect(timeBarItems(rows, 'encode', null).map(({ factor }) => factor)).toEqual(['', '', '', '']));

test('a time that the timer hides has no bar', () =>
  expect(formats(timeBarItems(hidden('fast'), 'encode', null))).toEqual(['fileless', 'slow', 'same']));

test('sizes are in rising order, with a factor', () =>
  expect(
    sizeBarItems(rows, row('same')).map(({ key: _, row: of, ...rest }) => ({
      of: of?.candidateKey.split('/')[0],
      ...rest,
    })),
  ).toEqual([
    { of: 'fast', value: 1_000_000, low: 1_000_000, high: 1_000_000, text: '1.00 MB', factor: '0.25×' },
    { of: 'slow', value: 4_000_000, low: 4_000_000, high: 4_000_000, text: '4.00 MB', factor: '1.0×' },
    { of: 'same', value: 4_000_000, low: 4_000_000, high: 4_000_000, text: '4.00 MB', factor: 'baseline' },
  ]));

test('what has no time is named with the reason', () => {
  expect(rowsWithoutTime(rows, 'decode').map(({ row: of, reason }) => [of.candidateKey.split('/')[0], reason])).toEqual(
    [
      ['fast', madeReason('decode')],
      ['fileless', madeReason('decode')],
      ['same', madeReason('decode')],
    ],
  );
  expect(rowsWithoutTime(rows, 'encode')).toEqual([]);
  expect(rowsWithoutTime(rows, 'store')).toEqual([]);
  expect(rowsWithoutTime(hidden('fast'), 'encode').map(({ row: of }) => of.candidateKey.split('/')[0])).toEqual([
    'fast',
  ]);
});

test('what has no size is named', () =>
  expect(rowsWithoutSize(rows)).toEqual([{ row: row('fileless'), reason: expect.any(String) }]));

test('the user’s file is the first bar of sizes, and the others stand against it', () => {
  const userFile: UserFile = {
    sizeBytes: 2_000_000,
    ratio: 5,
    needsNoDecoding: false,
    settings: [],
    decode: null,
    name: 'Your file as it is',
    phrase: 'your file',
    project: null,
    columnDataBytes: 0,
    lookup: null,
    roundBestMs: {},
    lookupsPerCall: 1,
    counts: {},
    timesNote: '',
  };
  const beside = rows.map((each): ResultRow => ({ ...each, userFile }));
  expect(
    sizeBarItems(beside, row('same')).map(({ row: of, text, factor }) => [of?.candidateKey ?? null, text, factor]),
  ).toEqual([
    [null, '2.00 MB', ''],
    ['fast/formatlab', '1.00 MB', '50 % smaller'],
    ['slow/formatlab', '4.00 MB', '2.0 times as large'],
    ['same/formatlab', '4.00 MB', '2.0 times as large'],
  ]);
});

test('the user’s file is the first bar of decoding, if it was read', () => {
  const summary = measuredFigures(row('slow'), 'encode')?.summary;
  if (summary === undefined) throw new Error('The row has no time.');
  const userFile: UserFile = {
    sizeBytes: 2_000_000,
    ratio: 5,
    needsNoDecoding: false,
    settings: [],
    decode: summary,
    name: 'Your file as it is',
    phrase: 'your file',
    project: null,
    columnDataBytes: 0,
    lookup: null,
    roundBestMs: {},
    lookupsPerCall: 1,
    counts: {},
    timesNote: '',
  };
  const beside = rows.map((each): ResultRow => ({ ...each, userFile }));
  expect(timeBarItems(beside, 'decode', null)[0]).toMatchObject({ row: null, value: summary.bestMs });
  expect(formats(timeBarItems(beside, 'encode', null))).toEqual(['fast', 'fileless', 'slow', 'same']);
  const looking = rows.map((each): ResultRow => ({ ...each, userFile: { ...userFile, lookup: summary } }));
  expect(timeBarItems(looking, 'lookup', null)[0]).toMatchObject({ row: null, value: summary.bestMs });
  expect(formats(timeBarItems(rows, 'decode', null))).toEqual(['slow']);
});

test('rows with the same reason share a line', () => {
  const omitted = rowsWithoutTime(rows, 'decode');
  expect(omitted.length).toBeGreaterThan(1);
  expect(omittedByReason(omitted)).toEqual([
    { reason: madeReason('decode'), labels: omitted.map(({ row: of }) => of.names.label) },
  ]);
  const [first, second] = omitted;
  if (first === undefined || second === undefined) throw new Error('Two have no time.');
  expect(omittedByReason([first, { ...second, reason: 'Another.' }]).map(({ labels }) => labels.length)).toEqual([
    1, 1,
  ]);
});
