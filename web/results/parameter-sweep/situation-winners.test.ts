import { describe, expect, test } from 'vitest';
import type { Registry } from '../../figures/candidate-names';
import { type ParameterSweep, parameterSweepOf } from '../../figures/parameter-sweep';
import { resultRows } from '../../figures/rows';
import { namedSituations } from '../../view/named-situations';
import type { Situation } from '../../view/situation';
import { candidate, type MadeCell, type MadeRun } from '../testing/test-results';
import { situationWinners } from './situation-winners';
import { placesOf } from './sweep-panels';
import { makeSweepRun } from './testing/sweep-run';

const registry: Registry = { formats: new Map(), codecs: new Map() };
/** Only the time to encode counts. */
const situation: Situation = {
  ...namedSituations.cache.situation,
  goal: 'time',
  writes: 1,
  reads: 0,
  columnReads: 0,
  lookups: 0,
  uploadBytesPerSecond: null,
  downloadBytesPerSecond: null,
  latencyMs: 0,
};

function winnersOf(
  times: readonly (readonly [number, number])[],
  made: Omit<MadeRun, 'cells'> = {},
  given = situation,
) {
  const run = makeSweepRun(
    'zeroShare',
    times.map(([a, b], index) => ({
      value: index / (times.length - 1),
      cells: [
        { candidate: candidate('a'), ms: { encode: a, decode: 1 } },
        { candidate: candidate('b'), ms: { encode: b, decode: 1 } },
      ] satisfies MadeCell[],
    })),
    made,
  );
  const sweep = parameterSweepOf(run.plan.datasets) as ParameterSweep;
  const rows = resultRows(run, false, registry);
  const places = placesOf(sweep).map((x, dataset) => ({
    x,
    rows: rows.filter((row) => row.dataset === dataset),
    schema: null,
  }));
  return situationWinners(places, given, { candidates: run.plan.candidates, seed: 7, scale: 'linear' });
}

describe('the winner for a situation', () => {
  test('changes where another is clearly better, with an interval around the crossing', () => {
    const found = winnersOf(
      [
        [10, 20],
        [20, 10],
      ],
      { jitter: 0.1 },
    );
    if (typeof found === 'string') throw new Error(found);
    expect(found.byPlace).toEqual([0, 1]);
    const at = found.changes[0]?.at ?? Number.NaN;
    expect(at).toBeCloseTo(0.5, 1);
    const interval = found.intervals[0];
    expect(interval?.low).toBeLessThanOrEqual(at);
    expect(interval?.high).toBeGreaterThanOrEqual(at);
    expect((interval?.high ?? 1) - (interval?.low ?? 0)).toBeLessThan(0.2);
  });

  test('stays where the difference is within the noise', () => {
    const found = winnersOf(
      [
        [10, 10.2],
        [10.2, 10],
        [10, 10.1],
      ],
      { jitter: 0.6 },
    );
    if (typeof found === 'string') throw new Error(found);
    expect(found.changes).toEqual([]);
  });

  test('is not told from too few rounds, or without totals', () => {
    const times = [
      [10, 20],
      [20, 10],
    ] as const;
    expect(winnersOf(times, { effort: 'sizes' })).toBe('tooFewRounds');
    expect(winnersOf(times, {}, { ...situation, writes: 0 })).toBe('noWinner');
    expect(winnersOf(times, {}, { ...situation, maxSizeBytes: 1 })).toBe('noWinner');
  });
});
