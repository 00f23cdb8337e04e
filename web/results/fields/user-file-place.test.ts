import { expect, test } from 'vitest';
import type { Summary } from '../../../workers/model/statistics/summary';
import type { UserFile } from '../../figures/user-file';
import type { ChosenFields } from './chosen-fields';
import type { NumberField } from './field';
import { userFilePlace, userFileText } from './user-file-place';

const file: UserFile = {
  sizeBytes: 2_000_000,
  ratio: 4,
  settings: [],
  decode: { bestMs: 10 } as Summary,
  name: 'Your file as it is',
  phrase: 'your file',
  project: null,
  columnDataBytes: 0,
  lookup: null,
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
