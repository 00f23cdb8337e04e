import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../workers/model/plan';
import type { PublishedSource } from '../../../workers/model/published';
import { checkCandidate } from '../../../workers/registry/check-plan';
import { estimatePlan } from '../../../workers/registry/estimate';
import { loadPublishedSources } from '../../sources/sources';
import { telling } from '../../../workers/model/testing/telling';
import { candidateOfSystem, itemCountOf, recipeAt, recipeWithin, systemIdsOf } from './recipe';
import { recipeWords } from './recipe-words';
import { exampleClaim, exampleSide } from './testing/test-runs';

const [published] = await loadPublishedSources();
const [publishedSystem] = published?.systems ?? [];
const [publishedWorkload] = published?.workloads ?? [];
if (published === undefined || publishedSystem === undefined || publishedWorkload === undefined)
  throw new Error('There is no published source.');

const candidateNamed = (format: string): Candidate =>
  checkCandidate({ format, implementation: 'formatlab', options: {}, codec: null });
const [raw, npy, csv] = ['raw', 'npy', 'csv'].map(candidateNamed);
if (raw === undefined || npy === undefined || csv === undefined) throw new Error('The registry has them.');

const unknown: Candidate = { format: 'papyrus', implementation: 'scribe', options: {}, codec: null };
const workload = { ...publishedWorkload, workload: 'array', knobs: {}, sizeHere: 6_400, seed: 5 };

const source: PublishedSource = {
  ...published,
  workloads: [
    { ...workload, id: 'numbers' },
    { ...workload, id: 'more-numbers', sizeHere: 3_200 },
    { ...workload, id: 'not-here', workload: 'papyri' },
  ],
  systems: Object.entries({ raw, npy, csv, unknown, none: null }).map(([id, candidate]) => ({
    ...publishedSystem,
    id,
    candidate,
  })),
};

const array = (size: number) => ({
  source: 'workload',
  workload: 'array',
  knobs: expect.any(Object) as object,
  size,
  seed: 5,
});

const sizeClaim = exampleClaim('size', exampleSide(['raw']), exampleSide(['npy']));
const timeClaim = exampleClaim(
  'time',
  exampleSide(['raw'], { operations: ['decode'] }),
  exampleSide(['npy'], { operations: ['decode', 'encode'] }),
);
const sizesOf = ({ parts }: ReturnType<typeof recipeAt>) =>
  parts.map(({ quantity, workload: id, plan }) => [
    quantity,
    id,
    ...plan.datasets.map((spec) => (spec.source === 'workload' ? spec.size : 0)),
  ]);

describe('a side', () => {
  test('is about its systems and the one that is taken off', () => {
    expect(systemIdsOf(exampleSide(['raw', 'npy']))).toEqual(['raw', 'npy']);
    expect(systemIdsOf(exampleSide(['raw'], { less: 'csv' }))).toEqual(['raw', 'csv']);
  });

  test('has its share of the items, and one at the least', () => {
    const items = (sizeShare: number) => itemCountOf(exampleSide(['raw'], { sizeShare }), 1_000, source);
    expect([1, 0.25, 0.0014, 0.0004].map(items)).toEqual([1_000, 250, 1, 1]);
    expect(itemCountOf(exampleSide(['raw'], { workload: 'gone', sizeShare: 0.1 }), 1, source)).toBe(1);
    expect(itemCountOf(exampleSide(['raw'], { workload: 'not-here', sizeShare: 0.1 }), 1, source)).toBe(1);
  });
});

test('a candidate is what the system is here, null where it can’t run', () => {
  expect(candidateOfSystem(source, 'npy')).toEqual(npy);
  expect(['unknown', 'none', 'gone'].map((id) => candidateOfSystem(source, id))).toEqual([null, null, null]);
});

test('sizes take one encoding and times what the claims ask for, each in a plan of its own', () => {
  const { parts, estimateMs } = recipeAt(source, [timeClaim, sizeClaim], 1);
  expect(parts).toEqual([
    {
      workload: 'numbers',
      quantity: 'size',
      plan: { datasets: [array(6_400)], candidates: [raw, npy], operations: ['encode'], effort: 'sizes', seed: 1 },
    },
    {
      workload: 'numbers',
      quantity: 'time',
      plan: {
        datasets: [array(6_400)],
        candidates: [raw, npy],
        operations: ['encode', 'decode'],
        effort: 'standard',
        seed: 1,
      },
    },
  ]);
  expect(estimateMs).toBe(parts.reduce((sum, { plan }) => sum + estimatePlan(plan, null).timeMs, 0));
});

test('each workload is measured with what is claimed of it alone', () => {
  const other = exampleClaim(
    'size',
    exampleSide(['csv'], { workload: 'more-numbers' }),
    exampleSide(['raw'], { workload: 'more-numbers', less: 'npy' }),
  );
  const { parts } = recipeAt(source, [sizeClaim, other], 1);
  expect(parts.map(({ workload: id, plan }) => [id, plan.candidates])).toEqual([
    ['numbers', [raw, npy]],
    ['more-numbers', [csv, raw, npy]],
  ]);
  expect(sizesOf(recipeAt(source, [sizeClaim, other], 0.5))).toEqual([
    ['size', 'numbers', 3_200],
    ['size', 'more-numbers', 1_600],
  ]);
});

test('what can’t run here is left out, and so is a workload that nothing can run on', () => {
  expect(
    recipeAt(source, [exampleClaim('size', exampleSide(['unknown', 'raw']), exampleSide(['none']))], 1).parts[0]?.plan
      .candidates,
  ).toEqual([raw]);
  expect(recipeAt(source, [exampleClaim('size', exampleSide(['unknown']), exampleSide(['none']))], 1)).toEqual({
    parts: [],
    estimateMs: 0,
  });
  const notHere = exampleClaim(
    'size',
    exampleSide(['raw'], { workload: 'not-here' }),
    exampleSide(['npy'], { workload: 'not-here' }),
  );
  expect(recipeAt(source, [notHere], 1)).toEqual({ parts: [], estimateMs: 0 });
});

test('datasets stand in the order of their sizes, the largest first and each once', () => {
  const growth = exampleClaim('size', exampleSide(['raw'], { sizeShare: 0.1 }), exampleSide(['raw'], { sizeShare: 1 }));
  const half = exampleClaim('size', exampleSide(['raw'], { sizeShare: 0.5 }), exampleSide(['raw'], { sizeShare: 0.1 }));
  expect(sizesOf(recipeAt(source, [growth, half], 1))).toEqual([['size', 'numbers', 6_400, 3_200, 640]]);
});

test('a scale never asks for more or fewer items than the workload can make', () => {
  expect(sizesOf(recipeAt(source, [sizeClaim], 1e9))).toEqual([['size', 'numbers', 100_000_000]]);
  expect(sizesOf(recipeAt(source, [sizeClaim], 1e-9))).toEqual([['size', 'numbers', 1]]);
});

describe('the recipe within a time', () => {
  test('is eight times the usual size for sizes and sixteen times for times where there is time enough', () => {
    const { parts, estimateMs } = recipeWithin(source, [sizeClaim, timeClaim], 1e9);
    expect(parts).toEqual([...recipeAt(source, [sizeClaim], 8).parts, ...recipeAt(source, [timeClaim], 16).parts]);
    expect(estimateMs).toBe(parts.reduce((sum, { plan }) => sum + estimatePlan(plan, null).timeMs, 0));
  });

  // Enough items to make the estimated time depend on their number.
  const large: PublishedSource = {
    ...source,
    workloads: source.workloads.map((each) => ({ ...each, sizeHere: 1_000 * each.sizeHere })),
  };

  test('is the least where there is no time, or what takes a quarter longer', () => {
    for (const claims of [[sizeClaim], [timeClaim], [timeClaim, sizeClaim]]) {
      const least = recipeAt(large, claims, 1 / 64).estimateMs;
      const { estimateMs } = recipeWithin(large, claims, 0);
      expect(estimateMs).toBeGreaterThanOrEqual(least);
      expect(estimateMs).toBeLessThanOrEqual(1.25 * least);
    }
  });

  test('is the largest scale that fits exactly', () => {
    const budgetMs = recipeAt(large, [timeClaim], 2).estimateMs;
    expect(recipeWithin(large, [timeClaim], budgetMs)).toEqual(recipeAt(large, [timeClaim], 2));
    expect(recipeWithin(large, [timeClaim], budgetMs - 1)).toEqual(recipeAt(large, [timeClaim], 1));
  });

  test('gives sizes all of it where there are no times, else a quarter', () => {
    const budgetMs = recipeAt(large, [sizeClaim], 2).estimateMs;
    expect(recipeWithin(large, [sizeClaim], budgetMs)).toEqual(recipeAt(large, [sizeClaim], 2));
    const sizePart = (budget: number) =>
      recipeWithin(large, [sizeClaim, timeClaim], budget).parts.filter(({ quantity }) => quantity === 'size');
    expect(sizePart(4 * budgetMs)).toEqual(recipeAt(large, [sizeClaim], 2).parts);
    expect(sizePart(4 * budgetMs - 4)).toEqual(recipeAt(large, [sizeClaim], 1).parts);
  });

  test('gives times what sizes leave', () => {
    const budgetMs = 4 * recipeAt(large, [sizeClaim], 2).estimateMs;
    const { parts } = recipeWithin(large, [sizeClaim, timeClaim], budgetMs);
    const left = budgetMs - recipeAt(large, [sizeClaim], 2).estimateMs;
    expect(parts.filter(({ quantity }) => quantity === 'time')).toEqual(recipeWithin(large, [timeClaim], left).parts);
  });

  test('is no larger than a tab’s memory holds, in every part', () => {
    const heavy: PublishedSource = {
      ...source,
      workloads: [...source.workloads, { ...workload, id: 'vectors', workload: 'keyedVectors', sizeHere: 12_000 }],
    };
    const ofVectors = { workload: 'vectors', operations: ['encode' as const] };
    const claims = [timeClaim, exampleClaim('time', exampleSide(['raw'], ofVectors), exampleSide(['npy'], ofVectors))];
    const tooLarge = (scale: number) =>
      recipeAt(heavy, claims, scale).parts.map(({ plan }) => estimatePlan(plan, null).tooLarge.length);
    expect([tooLarge(4), tooLarge(8)]).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(recipeWithin(heavy, claims, 1e12)).toEqual(recipeAt(heavy, claims, 4));
  });
});

describe('the words for a recipe', () => {
  const part = (quantity: 'size' | 'time', size: number, name = 'array') => ({
    workload: 'numbers',
    quantity,
    plan: { datasets: [{ source: 'workload', workload: name, knobs: {}, size, seed: 1 }] },
  });
  const words = (estimateMs: number, ...parts: ReturnType<typeof part>[]) =>
    recipeWords({ parts, estimateMs } as unknown as Parameters<typeof recipeWords>[0]);

  test('name its items and its time', () => {
    const both = words(90_000, part('size', 6_400), part('size', 50), part('time', 1_000));
    expect(both).toMatch(telling('sizes of 6,400', 'and 50', 'times of 1,000', '8 rounds'));
    const sizes = words(90_000, part('size', 6_400));
    expect(sizes).toMatch(telling('sizes of 6,400'));
    expect(sizes).not.toMatch(/times|rounds| and /);
    const times = words(90_000, part('time', 6_400));
    expect(times).not.toMatch(/sizes/);
    expect(words(90_000, part('size', 5, 'papyri'))).toMatch(telling('5 items'));
  });

  test('give a second at least', () => {
    const one = words(1_000, part('size', 5));
    expect([words(1, part('size', 5)), words(999, part('size', 5))]).toEqual([one, one]);
    expect(words(2_000, part('size', 5))).not.toBe(one);
    const own = { ...part('size', 7), plan: { datasets: [{ source: 'ownFile' }] } };
    expect(words(1_000, own as never)).not.toMatch(/size/);
  });
});
