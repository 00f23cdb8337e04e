import { expect, test } from 'vitest';
import type { ParameterSweep, SweepParameter, SweepValue } from '../../figures/parameter-sweep';
import { sweepAxis } from './sweep-axis';

const number = { type: 'number', id: 'p', label: '', min: 0, max: 1_000, step: 1, default: 0 } as const;
const choice: SweepParameter = {
  type: 'choice',
  id: 'p',
  label: '',
  choices: ['first', 'second', 'third'].map((value) => ({ value, label: `the ${value}` })),
  default: 'first',
};
const axis = (values: readonly SweepValue[], scale: Parameters<typeof sweepAxis>[1], widthPx = 1_000) => {
  const parameter: SweepParameter = typeof values[0] === 'string' ? choice : number;
  const { ticks, format, ...rest } = sweepAxis({ parameter, values } as unknown as ParameterSweep, scale, widthPx);
  return { ...rest, ticks, texts: ticks.map(format) };
};
const closeTo = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

test('a linear axis has a twentieth of its span beside each end, and a tick at each value', () => {
  expect(axis([50, 0, 100], 'linear')).toEqual({
    scale: 'linear',
    domain: [-5, 105],
    ticks: [0, 50, 100],
    texts: ['0', '50', '100'],
  });
});

test('a logarithmic axis has a twentieth of its decades', () => {
  const { domain, ticks, scale } = axis([100, 1, 10], 'log');
  expect([scale, ticks]).toEqual(['log', [1, 10, 100]]);
  expect(domain.map(Math.log10)).toEqual(closeTo([-0.1, 2.1]));
});

test('choices stand side by side, and their names are cut to their share', () => {
  expect(axis(['first', 'second', 'third'], 'choices')).toEqual({
    scale: 'linear',
    domain: [-0.5, 2.5],
    ticks: [0, 1, 2],
    texts: ['the first', 'the second', 'the third'],
  });
  // A third of 180 px, less 10 px, has room for seven characters.
  expect(axis(['first', 'second', 'third'], 'choices', 180).texts).toEqual(['the fi…', 'the se…', 'the th…']);
});

test('labels keep 8 px apart, the first and the last before others', () => {
  // Of 220 px, a step of 50 is 100 px wide. A character is 0.58 of the font's 11 px wide.
  expect(axis([0, 50, 100], 'linear', 220).ticks).toEqual([0, 50, 100]);
  // The centres of “0” and “10” must be 3.2 + 6.4 + 8 px apart, an eleventh of the width.
  expect(axis([0, 10, 100], 'linear', 194).ticks).toEqual([0, 10, 100]);
  expect(axis([0, 10, 100], 'linear', 193).ticks).toEqual([0, 100]);
  expect(axis([0, 90, 100], 'linear', 263).ticks).toEqual([0, 100]);
  expect(axis([1, 2, 1_000], 'log', 157).ticks).toEqual([1, 1_000]);
  expect(axis([1, 2, 1_000], 'log', 158).ticks).toEqual([1, 2, 1_000]);
  expect(axis([1, 2, 1_000], 'linear', 158).ticks).toEqual([1, 1_000]);
  // In 22 px there is room for one label.
  expect(axis([0, 50, 100], 'linear', 22).ticks).toEqual([0]);
});

test('a value alone is in the middle of nothing', () => {
  const { domain, ticks } = axis([7], 'linear');
  expect([domain, ticks]).toEqual([[7, 7], [7]]);
  expect(axis(['first'], 'choices')).toMatchObject({ domain: [-0.5, 0.5], ticks: [0] });
});
