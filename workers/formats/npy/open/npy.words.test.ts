import { expect, it } from 'vitest';
import { readNpy } from './npy';
import type { NpyTimeUnit } from '../../../own-file/element-types';
import { timeColumn } from '../../../own-file/npy-times';
import { foreignFileBytes } from '../../../open-file/testing/test-files';

it.each<[NpyTimeUnit, number, boolean, string]>([
  ['M', 1, false, 'times in months are kept as dates, the first day of each'],
  ['W', 1, false, 'times in weeks are kept as dates'],
  ['h', 1, false, 'times in hours are kept as seconds'],
  ['s', 25, true, 'durations in 25 seconds are kept as seconds'],
  [
    'ps',
    1,
    false,
    'times in picoseconds are kept as whole numbers (int64) since 1970, because no column type holds them exactly',
  ],
  ['M', 1, true, 'durations in months are kept as whole numbers (int64), because no column type holds them exactly'],
])('a note says how times in %s × %i are kept; durations: %s', (unit, step, isDuration, words) => {
  const notes: string[] = [];
  timeColumn(
    'a',
    'a',
    BigInt64Array.of(1n),
    null,
    { kind: 'time', littleEndian: true, itemBytes: 8, unit, step, isDuration },
    notes,
  );
  expect(notes).toEqual([`Column “a”: its ${words}.`]);
});

it.each([
  ['fortran.npy', 'Values were in Fortran order and are kept in C order.'],
  ['halves-2d.npy', 'It has 2 dimensions: each row is a list.'],
  ['dates.npy', 'Column “s”: its byte strings are read as text, since they are UTF-8 (which ASCII is, too).'],
  ['types.npy', 'Column “bytes”: its byte strings are not UTF-8 text and are kept as bytes.'],
])('a note says how the values of %s are kept', (name, words) => {
  expect(readNpy(foreignFileBytes(name)).notes).toContain(words);
});
