import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import {
  placeUserFileLine,
  placeUserFilePoint,
  userFileLineIds,
  userFileLineObstacles,
  userFileLineSummary,
  userFilePointObstacles,
} from './user-file-line';

const plot = { x: 40, y: 10, width: 400, height: 200 };
const place = (y: number, marks: readonly { x: number; y: number }[] = []) => {
  const { label } = placeUserFileLine(y, plot, marks);
  return [label.x < 240 ? 'left' : 'right', label.y < y ? 'above' : 'below'];
};

test('the line runs across the plot', () =>
  expect(placeUserFileLine(100, plot, [])).toMatchObject({ from: 40, to: 440, y: 100 }));

test('its label lies at the right above it, and elsewhere where marks lie there', () => {
  expect(place(100)).toEqual(['right', 'above']);
  const right = { x: 430, y: 88 };
  const left = { x: 50, y: 88 };
  expect(place(100, [right])).toEqual(['left', 'above']);
  expect(place(100, [right, left])).toEqual(['right', 'below']);
});

test('its label stays inside the plot', () => {
  expect(place(12)).toEqual(['right', 'below']);
  expect(place(208)).toEqual(['right', 'above']);
});

test('labels keep off the line and its label; without a line off nothing', () => {
  const line = placeUserFileLine(100, plot, []);
  expect(userFileLineObstacles(line)).toEqual([{ x: 40, y: 99, width: 400, height: 2 }, line.label]);
  expect(userFileLineObstacles(null)).toEqual([]);
});

test('the label of a point lies at its right, elsewhere where a mark or the edge is, and other labels keep off both', () => {
  const side = (x: number, y: number, marks: readonly { x: number; y: number }[] = []) => {
    const { label } = placeUserFilePoint({ x, y }, plot, marks);
    return label.x >= x ? 'right' : label.x + label.width <= x ? 'left' : label.y < y ? 'above' : 'below';
  };
  expect(side(200, 100)).toBe('right');
  expect(side(435, 100)).toBe('left');
  expect(side(200, 100, [{ x: 230, y: 100 }])).toBe('left');
  expect(
    side(200, 100, [
      { x: 230, y: 100 },
      { x: 170, y: 100 },
    ]),
  ).toBe('above');
  const interval = { x: 100, y: 98, width: 300, height: 4 };
  expect(placeUserFilePoint({ x: 200, y: 100 }, plot, [], [interval]).label.y).toBeLessThan(90);
  expect(userFilePointObstacles(placeUserFilePoint({ x: 200, y: 100 }, plot, []))).toHaveLength(2);
  expect(userFilePointObstacles(null)).toEqual([]);
});

test('a file whose ratio is not known has no line', () => {
  const file = {
    sizeBytes: 2_500_000,
    ratio: 4,
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
  expect([userFileLineIds(file), userFileLineSummary(file)]).toEqual([
    ['user-file'],
    expect.stringMatching(telling('4.00', '2.50 MB')),
  ]);
  for (const none of [null, { ...file, ratio: null }])
    expect([userFileLineIds(none), userFileLineSummary(none)]).toEqual([[], '']);
});
