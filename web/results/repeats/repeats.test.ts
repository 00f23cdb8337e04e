import { expect, test } from 'vitest';
import { isCompleted, resultRows } from '../rows';
import { candidate, makeRun } from '../test-results';
import { repeatsOf, repeatsRows } from './repeats';
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
  const repeats = repeatsOf(row, 'decode');
  expect(repeats?.count).toBe(15);
  expect(repeats?.slowest).toBeCloseTo((row.itemCount ?? 0) / (Math.max(...times) / 1_000), 6);
  expect(repeats?.fastest).toBeCloseTo((row.itemCount ?? 0) / (Math.min(...times) / 1_000), 6);
  expect(repeats?.elapsedMs).toBeCloseTo(
    times.reduce((a, b) => a + b, 0),
    6,
  );
  expect(repeatsOf(row, 'project')).toBeNull();
});

test('the fastest is first, with factors to the one that all are compared with', () => {
  const [raw = null] = rows;
  const [first, second] = repeatsRows([...rows].reverse(), { read: 'decode', write: 'encode' }, raw);
  expect([first?.row.candidate, second?.row.candidate]).toEqual([0, 1]);
  expect([first?.sizeFactor, first?.readFactor, first?.writeFactor]).toEqual([1, 1, 1]);
  expect(second?.sizeFactor).toBe(4);
  expect(second?.readFactor).toBeGreaterThan(0.05);
  expect(second?.readFactor).toBeLessThan(0.2);
  expect(second?.writeFactor).toBeCloseTo((second?.write?.fastest ?? 0) / (first?.write?.fastest ?? 0), 12);
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
