import { expect, test } from 'vitest';
import { median } from '../../../workers/model/statistics/samples';
import { mulberry } from '../../../workers/model/testing/mulberry';
import { replicateCount } from '../../decide/replicates';
import { candidate } from '../testing/test-results';
import { chartData } from './chart-data';
import { chartFrontier, type DrawnValues, frontierShares, panelFrontiers, roundDraws } from './chart-frontier';
import { frontierCorners } from './frontier-line';
import { panelsOf } from './panels';
import { roundBests } from './operation-fields';
import { cellsAndFields, situation } from './testing/test-cells';

const runWith = (closeMs: number) =>
  cellsAndFields({
    cells: [
      { candidate: candidate('fast'), sizeBytes: 9_000_000, ms: { encode: 5, decode: 5 } },
      { candidate: candidate('close'), sizeBytes: 8_999_000, ms: { encode: closeMs, decode: 9 } },
      { candidate: candidate('small'), sizeBytes: 1_000_000, ms: { encode: 50, decode: 50 } },
      { candidate: candidate('worst'), sizeBytes: 9_500_000, ms: { encode: 90, decode: 90 } },
      { candidate: candidate('refused'), sizeBytes: 500_000, ms: { encode: 1, decode: 1 }, rejectedBy: 'reference' },
    ],
    jitter: 0.8,
    rounds: 6,
  });
const made = runWith(5.2);
/** Here it depends on the rounds which one is faster. */
const tight = runWith(4.9);
const draws = roundDraws(7, situation);
const over = (x: string, y: string, { cells } = made) =>
  chartFrontier(
    chartData(cells, { field: made.field(x), scale: 'log' }, { field: made.field(y), scale: 'log' }).points,
    made.field(x),
    made.field(y),
    draws,
  );
const names = (frontier: ReturnType<typeof over>) =>
  frontier.status === 'none' ? frontier.reason : frontier.points.map(({ cell }) => cell.row.names.format);

test('the direction of each field decides, and refused files take no part', () => {
  expect(names(over('encode.time', 'size'))).toEqual(['fast', 'close', 'small']);
  expect(names(over('throughput', 'ratio'))).toEqual(['small', 'close', 'fast']);
  expect(names(over('size', 'ratio'))).toEqual(['small']);
});

test('a field without a direction has no frontier, with the reason', () => {
  expect(names(over('format', 'size'))).toMatch(/“Format”/);
  expect(names(over('size', 'level'))).toMatch(/“Level”/);
  expect(names(over('size', 'size'))).toMatch(/same field/);
});

test('sizes are exact, so that every probability is 0 or 1', () => {
  const frontier = over('size', 'ratio');
  expect(frontier).toMatchObject({ isExact: true });
  expect(frontier.status === 'frontier' && [...frontier.probabilities.values()]).toEqual([0, 0, 1, 0]);
});

/** Every way to draw the rounds, counted one by one. */
function bruteForce(): number[] {
  const taking = tight.cells.slice(0, 4).map(({ row }) => {
    const figures = row.operations.encode;
    if (figures?.status !== 'measured') throw new Error('It was measured.');
    return { size: row.sizeBytes ?? 0, rounds: [...roundBests(figures.rounds).values()] };
  });
  const counts = taking.map(() => 0);
  const rounds = 6;
  for (let code = 0; code < rounds ** rounds; code += 1) {
    const drawn = Array.from({ length: rounds }, (_, place) => Math.floor(code / rounds ** place) % rounds);
    const values = taking.map(({ size, rounds: bests }) => ({
      size,
      ms: median(drawn.map((round) => bests[round] ?? Number.NaN)),
    }));
    values.forEach((own, index) => {
      const beaten = values.some(
        (other) => other.size <= own.size && other.ms <= own.ms && (other.size < own.size || other.ms < own.ms),
      );
      if (!beaten) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return counts.map((count) => count / rounds ** rounds);
}

test('probabilities agree with all draws of the rounds', () => {
  const frontier = over('encode.time', 'size', tight);
  if (frontier.status === 'none') throw new Error('There is a frontier.');
  const expected = bruteForce();
  const found = [...frontier.probabilities.values()];
  // One of them is uncertain, so that the comparison can fail.
  expect(expected.some((share) => share > 0.05 && share < 0.95)).toBe(true);
  for (const [index, share] of found.entries()) expect(Math.abs(share - (expected[index] ?? 0))).toBeLessThan(0.05);
});

test('the share of replicates equals a count over random values', () => {
  const next = mulberry(5);
  const values = (): DrawnValues => ({
    exact: 0,
    drawn: Float64Array.from({ length: 50 }, () => Math.floor(next() * 6)),
  });
  const candidates = Array.from({ length: 5 }, () => ({ x: values(), y: values() }));
  const at = ({ drawn }: DrawnValues, index: number) => drawn?.[index] ?? Number.NaN;
  const counted = candidates.map((own) => {
    let count = 0;
    for (let replicate = 0; replicate < 50; replicate += 1)
      if (
        !candidates.some(
          (other) =>
            at(other.x, replicate) >= at(own.x, replicate) &&
            at(other.y, replicate) >= at(own.y, replicate) &&
            (at(other.x, replicate) > at(own.x, replicate) || at(other.y, replicate) > at(own.y, replicate)),
        )
      )
        count += 1;
    return count / 50;
  });
  expect(frontierShares(candidates, 50)).toEqual(counted);
  expect(replicateCount).toBe(1_000);
});

test('datasets don’t compete, but panels of one dataset each have their own frontier', () => {
  const sweep = cellsAndFields({
    cells: [
      { candidate: candidate('fast'), sizeBytes: 9_000_000, ms: { encode: 5 } },
      { candidate: candidate('small'), sizeBytes: 1_000_000, ms: { encode: 50 } },
    ],
    dataBytes: [10_000_000, 1_024_000],
  });
  const [x, y] = [sweep.field('encode.time'), sweep.field('size')];
  const { points } = chartData(sweep.cells, { field: x, scale: 'log' }, { field: y, scale: 'log' });
  const one = panelFrontiers(points, [{ points }], x, y, draws);
  expect(one.merged).toMatchObject({ status: 'none', reason: expect.stringContaining('several datasets') });
  const { panels } = panelsOf(points, sweep.field('n'));
  const both = panelFrontiers(points, panels, x, y, draws);
  expect(both.ofPanels.map((each) => each.status === 'frontier' && each.points.length)).toEqual([2, 2]);
  expect(both.merged.status === 'frontier' && both.merged.probabilities.size).toBe(4);
  expect(both.merged.status === 'frontier' && both.merged.points.length).toBe(4);
  expect(both.merged).toMatchObject({ isExact: false, xBetter: 'smaller', yBetter: 'smaller' });
  // Panels with several datasets each have no frontier, nor has one panel alone.
  const mixed = panelFrontiers(points, [{ points }, { points: [] }], x, y, draws);
  expect([mixed.merged.status, ...mixed.ofPanels.map(({ status }) => status)]).toEqual(['none', 'none', 'none']);
  const [first, second] = panels;
  const alone = panelFrontiers(points, first === undefined ? [] : [first], x, y, draws);
  expect([alone.merged.status, alone.ofPanels.map(({ status }) => status)]).toEqual(['none', ['none']]);
  const withEmpty = panelFrontiers(points, [...panels, { points: [] }], x, y, draws);
  expect(withEmpty.ofPanels).toHaveLength(3);
  expect(withEmpty.merged.status === 'frontier' && withEmpty.merged.points).toEqual([
    ...(both.ofPanels[0]?.status === 'frontier' ? both.ofPanels[0].points : []),
    ...(both.ofPanels[1]?.status === 'frontier' ? both.ofPanels[1].points : []),
  ]);
  const ofOne = second?.points ?? [];
  const common = panelFrontiers(ofOne, [{ points: ofOne.slice(0, 1) }, { points: ofOne.slice(1) }], x, y, draws);
  expect(common.ofPanels).toEqual([common.merged, common.merged]);
  const levels = panelFrontiers(points, panels, sweep.field('level'), y, draws);
  expect([levels.merged.status, levels.ofPanels.map(({ status }) => status)]).toEqual(['none', ['none', 'none']]);
  const exact = panelFrontiers(points, panels, sweep.field('ratio'), y, draws).merged;
  expect(exact).toMatchObject({ isExact: true });
});

test('the step line ends at the worst edges of the plot', () => {
  const plot = { x: 10, y: 20, width: 100, height: 50 };
  const marks = [
    { x: 30, y: 30 },
    { x: 60, y: 50 },
  ];
  // Larger is better for both: from the left edge down to the bottom.
  expect(frontierCorners(marks, plot, { x: 'larger', y: 'larger' })).toEqual([
    { x: 10, y: 30 },
    { x: 30, y: 30 },
    { x: 30, y: 50 },
    { x: 60, y: 50 },
    { x: 60, y: 70 },
  ]);
  const both = frontierCorners(
    [
      { x: 30, y: 50 },
      { x: 60, y: 60 },
    ],
    plot,
    { x: 'smaller', y: 'smaller' },
  );
  // Smaller is better for both: from the right edge up to the top.
  expect(both.at(0)).toEqual({ x: 110, y: 60 });
  expect(both.at(-1)).toEqual({ x: 30, y: 20 });
});
