import { expect, it } from 'vitest';
import type { Cell } from './cell-kinds';
import { tableOfCells } from './table-of-cells';
import { brokenTextsNote } from '../json-losses';

const read = (
  rows: () => Iterable<readonly Cell[]>,
  rowCount: number,
  types: Parameters<typeof tableOfCells>[1] = null,
) => tableOfCells({ format: 'sqlite', names: ['a'], rowCount, firstRow: 1, rows }, types, []);

it('rows that are others each time are refused, not cut off', () => {
  const message = /others each time/u;
  for (const rowCount of [1, 3]) expect(() => read(() => [[1n], [2n]], rowCount)).toThrow(message);
  let times = 0;
  const changing = () => {
    times += 1;
    return times === 1 ? [[1n]] : [['text']];
  };
  expect(() => read(changing, 1)).toThrow(message);
});

it('a text that UTF-8 cannot hold is declared', () => {
  expect(read(() => [['a\ud800'], ['b']], 2).notes).toEqual([brokenTextsNote(1)]);
});

it('a number beyond float64 is left out, not infinite', () => {
  const { badRows, badRowCount } = read(() => [['1e999'], [1.5]], 2, ['float64']);
  expect(badRowCount).toBe(1);
  expect(badRows[0]?.message).toContain('1e999');
});

it('counts long decimals in texts that float64 alters', () => {
  const cells = [['0.1'], ['0.123456789012345678'], ['0.5000000000000000000'], ['12345678901234567890.5'], [2.5]];
  expect(read(() => cells, cells.length).found?.typeEffects?.[0]?.float64).toEqual({ leftOut: 0, altered: 2 });
});
