import { expect, test } from 'vitest';
import { isCompleted, resultRows } from '../../figures/rows';
import { candidate, codec, type MadeCell, makeRun } from '../testing/test-results';
import { repeatRates, repeatsRows, smilesBaselineRow } from './repeats';
import { repeatsCsv } from './repeats-csv';

const run = makeRun({
  effort: 'repeats',
  jitter: 0.2,
  cells: [
    { candidate: candidate('raw'), ms: { encode: 10, decode: 20 }, sizeBytes: 5_000_000 },
    { candidate: candidate('pickle'), ms: { encode: 40, decode: 200 }, sizeBytes: 20_000_000 },
  ],
});
const rows = resultRows(run, false).filter(isCompleted);

test('the slowest and the fastest of 15 repeats, and the time of all', () => {
  const [row] = rows;
  if (row === undefined) throw new Error('There are rows.');
  const cell = run.cells[0];
  const decode = cell?.status === 'completed' ? cell.operations.decode : undefined;
  if (decode?.status !== 'measured') throw new Error('It was measured.');
  const times = decode.rounds
    .map(({ samplesMs }) => [...samplesMs].sort((a, b) => a - b))
    .map(
      (sorted) =>
        ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2,
    );
  const repeats = repeatRates(row, 'decode');
  expect(repeats?.count).toBe(15);
  expect(repeats?.slowestPerSecond).toBeCloseTo((row.itemCount ?? 0) / (Math.max(...times) / 1_000), 6);
  expect(repeats?.fastestPerSecond).toBeCloseTo((row.itemCount ?? 0) / (Math.min(...times) / 1_000), 6);
  expect(repeats?.elapsedMs).toBeCloseTo(
    times.reduce((a, b) => a + b, 0),
    6,
  );
  expect(repeatRates(row, 'project')).toBeNull();
});

test('the fastest is first, with factors to the one that all are compared with', () => {
  const [raw = null] = rows;
  const [first, second] = repeatsRows([...rows].reverse(), { read: 'decode', write: 'encode' }, raw);
  expect([first?.row.candidate, second?.row.candidate]).toEqual([0, 1]);
  expect([first?.sizeFactor, first?.readFactor, first?.writeFactor]).toEqual([1, 1, 1]);
  expect(second?.sizeFactor).toBe(4);
  expect(second?.readFactor).toBeGreaterThan(0.05);
  expect(second?.readFactor).toBeLessThan(0.2);
  expect(second?.writeFactor).toBeCloseTo(
    (second?.write?.fastestPerSecond ?? 0) / (first?.write?.fastestPerSecond ?? 0),
    12,
  );
  expect(second?.writeFactor).toBeGreaterThan(0.125);
  expect(second?.writeFactor).toBeLessThan(0.5);
  expect(repeatsRows(rows, { read: 'decode', write: 'encode' }, null)[1]).toMatchObject({
    sizeFactor: null,
    readFactor: null,
    writeFactor: null,
  });
  expect(repeatsRows(rows, { read: 'decode', write: 'store' }, raw)[1]).toMatchObject({
    write: null,
    writeFactor: null,
    sizeFactor: 4,
  });
});

test('the CSV has a field for each column, a factor after each group, and nothing for what is missing', () => {
  const [raw = null] = rows;
  const table = (base: typeof raw) =>
    repeatsCsv(repeatsRows(rows, { read: 'decode', write: 'encode' }, base), {
      read: 'decode',
      write: 'encode',
      unit: 'molecules',
    })
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','));
  const [columns = [], ...lines] = table(raw);
  expect(columns).toContain('write_fastest_molecules_per_second');
  const place = (name: string) => columns.indexOf(name);
  expect([place('read_factor'), place('write_factor'), place('file_factor')]).toEqual([
    place('read_all_ms') + 1,
    place('write_all_ms') + 1,
    place('file_bytes') + 1,
  ]);
  for (const line of lines) expect(line).toHaveLength(columns.length);
  expect(lines[1]?.[place('file_factor')]).toBe('4');
  expect(Number(lines[1]?.[place('write_factor')])).toBeCloseTo(
    Number(lines[1]?.[place('write_fastest_molecules_per_second')]) /
      Number(lines[0]?.[place('write_fastest_molecules_per_second')]),
    9,
  );
  expect(table(null)[2]?.[place('write_factor')]).toBe('');
});

const completedOf = (...cells: MadeCell[]) => resultRows(makeRun({ cells, rounds: 3 }), false).filter(isCompleted);
const both = { read: 'decode', write: 'encode' } as const;

test('one item more a second for each that is read in less time, of equal repeats', () => {
  const [row] = completedOf({ candidate: candidate('raw'), ms: { decode: 20 } });
  if (row === undefined) throw new Error('There is a row.');
  // 977 items in 20 ms, three times.
  expect(repeatRates(row, 'decode')).toEqual({
    count: 3,
    slowestPerSecond: 48_850,
    fastestPerSecond: 48_850,
    elapsedMs: 60,
  });
  expect(repeatRates({ ...row, itemCount: 0 }, 'decode')).toBeNull();
  expect(repeatRates({ ...row, itemCount: null }, 'decode')).toBeNull();
  expect(repeatRates(row, 'encode')).toBeNull();
});

test('what the timer hides has no repeats, in all of them or in one', () => {
  const [row] = completedOf({ candidate: candidate('raw'), ms: { decode: 20 } });
  const decode = row?.operations.decode;
  if (row === undefined || decode?.status !== 'measured') throw new Error('It was measured.');
  const repeatsWith = (changes: Partial<typeof decode>) =>
    repeatRates({ ...row, operations: { decode: { ...decode, ...changes } } }, 'decode');
  expect(repeatsWith({ throughput: null })).toBeNull();
  expect(repeatsWith({ rounds: [] })).toBeNull();
  const [first] = decode.rounds;
  if (first === undefined) throw new Error('There are rounds.');
  expect(repeatsWith({ rounds: [first, { ...first, samplesMs: [0, 0, 9] }] })).toBeNull();
  expect(repeatsWith({ rounds: [first, { ...first, samplesMs: [1, 40, 41] }] })).toEqual({
    count: 2,
    slowestPerSecond: 977 / 0.04,
    fastestPerSecond: 48_850,
    elapsedMs: 60,
  });
});

test('a row is told where it was read or written, with the factors that can be formed', () => {
  const rowsMade = completedOf(
    { candidate: candidate('raw'), ms: { encode: 10 }, sizeBytes: null },
    { candidate: candidate('pickle'), ms: { decode: 20 }, sizeBytes: 0 },
    { candidate: candidate('csv'), ms: { load: 20 } },
    { candidate: candidate('npy'), ms: { decode: 10, encode: 5 }, sizeBytes: 100 },
    { candidate: candidate('json'), ms: { decode: 10 }, sizeBytes: 50 },
  );
  const told = (base: number | null) =>
    repeatsRows(rowsMade, both, base === null ? null : (rowsMade[base] ?? null)).map(
      ({ row, sizeFactor, readFactor, writeFactor }) => [row.names.formatId, sizeFactor, readFactor, writeFactor],
    );
  expect(told(3)).toEqual([
    ['npy', 1, 1, 1],
    ['json', 0.5, 1, null],
    ['pickle', 0, 0.5, null],
    ['raw', null, null, 0.5],
  ]);
  expect(told(1)).toEqual([
    ['npy', null, 2, null],
    ['json', null, 2, null],
    ['pickle', null, 1, null],
    ['raw', null, null, null],
  ]);
  expect(told(0)).toEqual([
    ['npy', null, null, 2],
    ['json', null, null, null],
    ['pickle', null, null, null],
    ['raw', null, null, 1],
  ]);
});

test('all are compared with plain SMILES, by a parser of nothing else before any other', () => {
  const smiles = (implementation: string, of: MadeCell['candidate']['codec'] = null): MadeCell => ({
    candidate: candidate('smiles', of, {}, implementation),
  });
  const chosen = (...cells: MadeCell[]) => smilesBaselineRow(resultRows(makeRun({ cells }), false))?.candidate ?? null;
  expect(chosen(smiles('rdkit'), smiles('openchemlib'), smiles('formatlab'))).toBe(2);
  expect(chosen({ candidate: candidate('csv') }, smiles('rdkit'), smiles('openchemlib'))).toBe(1);
  expect(chosen(smiles('formatlab', codec('gzip', 6, 'fflate')))).toBeNull();
  expect(chosen({ ...smiles('formatlab'), status: 'failed' }, { candidate: candidate('csv') })).toBeNull();
});
