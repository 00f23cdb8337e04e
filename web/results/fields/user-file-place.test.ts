import { expect, test } from 'vitest';
import type { Summary } from '../../../workers/model/statistics/summary';
import type { UserFile } from '../../figures/user-file';
import type { ChosenFields } from './chosen-fields';
import type { NumberField } from './field';
import { userFilePlace, userFileText, userFileValue } from './user-file-place';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
  needsNoDecoding: false,
  settings: [],
  decode: { bestMs: 10 } as Summary,
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
const field = (id: string) => ({ kind: 'number', id, canBeLog: true, format: String }) as unknown as NumberField;
const chosen = (x: string, y: string) => ({ x: field(x), y: field(y) }) as unknown as ChosenFields;
const scales = { x: 'log', y: 'log' } as const;

test('the file is a point where it has a value on both axes', () => {
  // 8 MB of data in 10 ms.
  expect(userFilePlace(file, chosen('throughput', 'ratio'), 'decode', scales)).toEqual({ x: 800_000_000, y: 4 });
  expect(userFilePlace(file, chosen('decode.time', 'size'), 'encode', scales)).toEqual({ x: 10, y: 2_000_000 });
});

test('it is a line where it has none on the x axis, and absent where it has none on the y axis', () => {
  expect(userFilePlace(file, chosen('throughput', 'ratio'), 'encode', scales)).toEqual({ x: null, y: 4 });
  expect(userFilePlace({ ...file, decode: null }, chosen('time', 'ratio'), 'decode', scales)).toEqual({
    x: null,
    y: 4,
  });
  expect(userFilePlace(file, chosen('ratio', 'memory'), 'decode', scales)).toBeNull();
  expect(userFilePlace({ ...file, ratio: 0 }, chosen('size', 'ratio'), 'decode', scales)).toBeNull();
  expect(userFilePlace(null, chosen('size', 'ratio'), 'decode', scales)).toBeNull();
});

test('it has the same figures as text', () => {
  expect(userFileText(field('time'), file, 'decode')).toBe('10');
  expect(userFileText(field('time'), file, 'encode')).toBeNull();
  expect(userFileText(field('time'), file, 'project')).toBeNull();
  const inParts = {
    ...file,
    project: { bestMs: 3 } as Summary,
    columnDataBytes: 600,
    lookup: { bestMs: 4 } as Summary,
    lookupsPerCall: 64,
  };
  expect(userFileText(field('time'), inParts, 'project')).toBe('3');
  expect(userFileText(field('throughput'), inParts, 'project')).toBe('200000');
  // As of candidates: the time of a call, and look-ups in a second.
  expect(userFileText(field('time'), inParts, 'lookup')).toBe('4');
  expect(userFileText(field('throughput'), inParts, 'lookup')).toBe('16000');
  expect(userFileText(field('throughput'), file, 'lookup')).toBeNull();
});

test('it has a value of each field that its file and its calls give', () => {
  const calls = {
    ...file,
    decode: { bestMs: 10 } as Summary,
    project: { bestMs: 3 } as Summary,
    columnDataBytes: 600,
    lookup: { bestMs: 4 } as Summary,
    lookupsPerCall: 64,
  };
  const values = (of: UserFile) =>
    [
      ...['size', 'ratio', 'decode.time', 'project.time', 'lookup.time'],
      ...['decode.throughput', 'project.throughput', 'lookup.throughput', 'encode.time', 'memory'],
    ].map((id) => userFileValue(field(id), of, 'encode'));
  expect(values(calls)).toEqual([2_000_000, 4, 10, 3, 4, 8e8, 2e5, 16_000, null, null]);
  const nothing = { ...calls, ratio: null, decode: null, project: null, lookup: null };
  expect(values(nothing)).toEqual([2_000_000, ...Array(9).fill(null)]);
  expect(values({ ...calls, ratio: null })[5]).toBeNull();
  // A call below the timer's resolution has no throughput, nor has one of nothing.
  const instant = { bestMs: 0 } as Summary;
  expect(values({ ...calls, decode: instant, project: instant }).slice(5, 7)).toEqual([null, null]);
  expect(values({ ...calls, columnDataBytes: 0, ratio: 0 }).slice(5, 7)).toEqual([null, null]);
});

test('it stands on a linear axis at zero, on no axis at infinity', () => {
  const linear = { x: 'linear', y: 'linear' } as const;
  const empty = { ...file, ratio: 0, sizeBytes: 0 };
  expect(userFilePlace(empty, chosen('size', 'ratio'), 'decode', linear)).toEqual({ x: 0, y: 0 });
  expect(userFilePlace(empty, chosen('size', 'ratio'), 'decode', { x: 'log', y: 'linear' })).toEqual({ x: null, y: 0 });
  const endless = { ...file, ratio: Number.POSITIVE_INFINITY };
  expect(userFilePlace(endless, chosen('size', 'ratio'), 'decode', linear)).toBeNull();
  const category = { ...field('size'), kind: 'category' } as unknown as NumberField;
  expect(userFileText(category, file, 'decode')).toBeNull();
  expect(userFileText(field('size'), file, 'decode')).toBe('2000000');
});
