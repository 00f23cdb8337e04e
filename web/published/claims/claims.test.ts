import { describe, expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { Claim } from '../../../workers/model/claim';
import { confirmingRange, type ClaimVerdict, claimHasDirection } from '../../../workers/model/claim-verdict';
import { figuresOf, type PublishedSource } from '../../../workers/model/published';
import { checkPlan } from '../../../workers/registry/check-plan';
import { computePublished } from '../checks';
import { loadPublishedSources } from '../../sources/sources';
import { loadClaims } from './claims';
import { claimOutcomeOf } from './quotient';
import { recipeAt, recipeWithin } from './recipe';
import { exampleTestRuns, systemIdsInClaim } from './testing/test-runs';

const sources = await loadPublishedSources();
const claims = await loadClaims();
const named = sources.flatMap((source) =>
  (claims.get(source.id) ?? []).map((claim) => ({ name: `${source.id}/${claim.id}`, source, claim })),
);
const claimNamed = (name: string) => {
  const found = named.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no claim ${name}.`);
  return found;
};

test('there are at least thirty, of all five sources, each with a name of its own', () => {
  expect(named.length).toBeGreaterThanOrEqual(30);
  expect([...claims.keys()].sort()).toEqual(sources.map(({ id }) => id));
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
});

test.each(named)('$name speaks of what the source has', ({ source, claim }) => {
  const systems = source.systems.map(({ id }) => id);
  for (const system of systemIdsInClaim(claim)) expect(systems).toContain(system);
  const workloads = source.workloads.map(({ id }) => id);
  expect([workloads.includes(claim.of.workload), workloads.includes(claim.than.workload)]).toEqual([true, true]);
  expect([claim.of, claim.than].map(({ operations }) => operations.length > 0)).toEqual([
    claim.quantity === 'time',
    claim.quantity === 'time',
  ]);
  const published = computePublished(source, claim.published);
  const { low, high } = confirmingRange(claim, published);
  expect(low).toBeLessThan(high);
  // What the source claims is confirmed by what it prints.
  expect(published).toBeGreaterThanOrEqual(low);
  expect(published).toBeLessThanOrEqual(high);
});

const opposite = (claim: Claim, published: number): number => (claimHasDirection(claim, published) ? 1 / published : 4);

/** Claims that no run of this page can meet, and what they are about. */
const unmet: Readonly<Record<string, ClaimVerdict>> = {
  '000/bulk/write-large': 'otherSize',
  '001/python/array/read': 'otherSize',
  '001/python/array/read-section': 'otherSize',
  '001/julia/array/read': 'otherSize',
  '001/python/array/write': 'otherClock',
  '001/julia/dict/read': 'otherClock',
  '002/tree/lz4-free': 'otherClock',
  '002/tree/lz4-free-read': 'otherClock',
  '004/write/lz4-snappy': 'otherClock',
  '004/read/lz4-snappy': 'otherClock',
  '004/write/lz4-none': 'otherMachine',
  '004/write/zstd-none': 'otherMachine',
  '004/read/zstd-none': 'otherMachine',
  '004/read/root-lz4': 'otherClock',
  '004/read/root-zstd': 'otherClock',
  '004/write/root-zstd': 'otherClock',
  '004/write/root-lz4': 'otherClock',
};
const met = named.filter(({ name }) => unmet[name] === undefined);

describe('a counterfeit', () => {
  test.each(Object.entries(unmet))(
    'of another size, machine or clock than that of %s decides nothing, whatever it says',
    (name, verdict) => {
      const { source, claim } = claimNamed(name);
      const published = computePublished(source, claim.published);
      for (const quotient of [published, opposite(claim, published)])
        expect(claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient })).verdict).toBe(verdict);
    },
  );

  test.each(met)('that says what $name says confirms it', ({ source, claim }) => {
    const published = computePublished(source, claim.published);
    const { verdict, measured } = claimOutcomeOf(
      source,
      claim,
      exampleTestRuns(source, claim, { quotient: published }),
    );
    expect([verdict, measured?.ratio]).toEqual(['confirmed', expect.closeTo(published, 5)]);
  });

  test.each(met)('that says the opposite of $name contradicts it', ({ source, claim }) => {
    const published = computePublished(source, claim.published);
    expect(
      claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient: opposite(claim, published) })).verdict,
    ).toBe('contradicted');
  });
});

test('with an interval that reaches over 1, or too few rounds, nothing is decided', () => {
  const { source, claim } = claimNamed('000/bulk/write');
  const wide = claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient: 0.7, spread: 0.8 }));
  expect([wide.verdict, wide.reason]).toEqual(['inconclusive', expect.any(String)]);
  expect(wide.measured?.low).toBeCloseTo(0.7, 5);
  expect(wide.measured?.high).toBeCloseTo(0.7 * 1.8, 5);
  const few = claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient: 0.7, rounds: 5 }));
  expect([few.verdict, few.reason]).toEqual(['inconclusive', expect.stringMatching(telling(5, 6))]);
});

test('sizes are decided by one round, and other sizes of effect are told apart', () => {
  const { source, claim } = claimNamed('002/tree/size/zstd');
  expect(claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient: 0.6, rounds: 1 })).verdict).toBe(
    'sameDirection',
  );
});

test('what did not come about is not testable, with the reason', () => {
  const { source, claim } = claimNamed('000/gzip/size');
  const refusal = 'It has no columns.';
  const [run] = exampleTestRuns(source, claim, { quotient: 0.95 });
  if (run === undefined) throw new Error('There is a run.');
  const broken = {
    ...run,
    result: {
      ...run.result,
      cells: run.result.cells.map(({ dataset, candidate }) => ({
        status: 'unsupported' as const,
        dataset,
        candidate,
        reason: refusal,
      })),
    },
  };
  expect(claimOutcomeOf(source, claim, [broken])).toMatchObject({
    verdict: 'notTestable',
    reason: expect.stringContaining(refusal),
  });
  expect(claimOutcomeOf(source, claim, [])).toMatchObject({
    verdict: 'notMeasured',
    reason: expect.any(String),
  });
});

test('a claim tells the cells behind it', () => {
  const { source, claim } = claimNamed('002/tree/compress/lz4');
  const { cells } = claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient: 0.1 }));
  expect(cells).toHaveLength(3);
});

describe.each(sources)('the recipe of source $id', (source: PublishedSource) => {
  const own = claims.get(source.id) ?? [];

  test('is made of plans that can run, and the more time the more data', () => {
    const [short, long] = [recipeWithin(source, own, 60_000), recipeWithin(source, own, 3_600_000)];
    for (const { parts } of [short, long]) for (const { plan } of parts) expect(checkPlan(plan)).toEqual(plan);
    expect(long.estimateMs).toBeLessThanOrEqual(3_600_000);
    expect(short.estimateMs).toBeLessThan(long.estimateMs);
  });

  test('asks sizes of no less data than times, in a plan that only encodes', ({ skip }) => {
    if (!own.some(({ quantity }) => quantity === 'size')) skip('It speaks of times alone.');
    for (const minutes of [2, 5]) {
      const { parts } = recipeWithin(source, own, minutes * 60_000);
      const largest = (wanted: 'size' | 'time') =>
        new Map(
          parts.flatMap(({ workload, quantity, plan: { datasets } }) =>
            quantity === wanted && datasets[0]?.source === 'workload' ? [[workload, datasets[0].size] as const] : [],
          ),
        );
      const [sizes, times] = [largest('size'), largest('time')];
      for (const [workload, items] of sizes)
        expect(items).toBeGreaterThanOrEqual(
          Math.min(times.get(workload) ?? 0, 8 * (source.workloads.find(({ id }) => id === workload)?.sizeHere ?? 0)),
        );
      for (const { quantity, plan } of parts)
        if (quantity === 'size') expect([plan.operations, plan.effort]).toEqual([['encode'], 'sizes']);
    }
  });

  test('has a cell for every claim', () => {
    const { parts } = recipeAt(source, own, 1);
    expect([...new Set(parts.map(({ workload }) => workload))].sort()).toEqual(
      source.workloads.map(({ id }) => id).sort(),
    );
    for (const claim of own)
      expect(claimOutcomeOf(source, claim, exampleTestRuns(source, claim, { quotient: 1 })).verdict).not.toBe(
        'notTestable',
      );
  });

  test('every claim rests on figures that stand in the source', () => {
    const ids = new Set(figuresOf(source).map(({ id }) => id));
    for (const { published } of own)
      for (const term of published.terms) if (term.kind === 'figure') expect(ids).toContain(term.figure);
  });
});
