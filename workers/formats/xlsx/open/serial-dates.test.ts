import { expect, it } from 'vitest';
import { CellTime } from '../../../own-file/cells/cell-kinds';
import { isoCell, serialTime } from './serial-dates';

const cellOf = (serial: number, is1904 = false) => serialTime(serial, is1904).cell;

it('numbers below 1 are times of day, midnight too', () => {
  expect(cellOf(0)).toEqual(new CellTime('time', 0n));
  expect(cellOf(0.25)).toEqual(new CellTime('time', 21_600_000_000n));
  expect(cellOf(1)).toEqual(new CellTime('date', -25_567n));
});

it('day 0 of the calendar from 1904 is a date', () => {
  expect(cellOf(0, true)).toEqual(new CellTime('date', -24_107n));
});

it('days that there are not stay as they are written', () => {
  expect(cellOf(60)).toBe(60);
  expect(isoCell('2023-02-30')).toBe('2023-02-30');
  expect(isoCell('2024-02-29T24:00:00')).toBe('2024-02-29T24:00:00');
  expect(isoCell('2024-02-29')).toEqual(new CellTime('date', 19_782n));
});
