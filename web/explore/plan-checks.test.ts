import { describe, expect, it } from 'vitest';
import type { FileSet } from '../../workers/model/user-data';
import type { Plan } from '../../workers/model/plan';
import { namedSituations } from '../view/named-situations';
import type { OwnFileState } from '../state/own-file';
import { defaultsV1 } from '../links/defaults-v1';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { runResultSchema } from '../../workers/model/result';
import { defaultDataset, defaultPlan } from '../../workers/registry/default-plan';
import { workloads } from '../../workers/registry/metadata';
import type { Goal } from '../view/situation';
import { startView } from '../view/start-view';
import type { View } from '../view/view';
import {
  choicesOfPlan,
  fileOfPlan,
  isOfOtherData,
  planToRunHere,
  viewOfData,
  withSuggestedCandidates,
} from './plan-checks';
import { held, planOf } from './testing/held-files';

describe('the file that is held', () => {
  const one = held('ab'.repeat(32));
  it('is the plan’s where it was chosen for it', () => expect(fileOfPlan(planOf(one), one)).toBe(one));
  it('is not that of a plan of generated data, of another file, or of other column types', () => {
    for (const plan of [defaultsV1.plan, planOf(held('cd'.repeat(32))), planOf(held('ab'.repeat(32), ['float64']))])
      expect(fileOfPlan(plan, one)).toEqual({ status: 'none' });
  });
  it('is not that of a plan that takes malformed molecules otherwise', () => {
    const schema = { kind: 'molecules', coordinates: false, titles: false } as const;
    const molecules = { ...one, report: { ...one.report, type: 'smiles' as const, schema } };
    const skipping = { ...molecules, malformed: 'skip' as const };
    expect(fileOfPlan(planOf(molecules), skipping)).toEqual({ status: 'none' });
    expect(fileOfPlan(planOf(skipping), skipping)).toBe(skipping);
    // Other files have no such choice, and their plans no word of it.
    expect(planOf({ ...one, malformed: 'skip' })).toEqual(planOf(one));
  });
  it('is not that of a plan that reads it otherwise', () => {
    const commas = { ...one, reading: { decimalMark: 'comma', rows: 5 } as const };
    expect(fileOfPlan(planOf(commas), one)).toEqual({ status: 'none' });
    expect(fileOfPlan(planOf({ ...one, reading: { rows: 5, decimalMark: 'comma' } }), commas)).toBe(commas);
  });
  it('is read as a plan says that may be about it', () => {
    const plan = planOf({ ...held('ab'.repeat(32), ['float64']), reading: { header: false } });
    expect(choicesOfPlan(plan, one.file)).toEqual({
      type: 'csv',
      columnTypes: ['float64'],
      sample: null,
      reading: { header: false },
    });
    expect(choicesOfPlan(plan, new File(['longer than that'], 'a.csv'))).toEqual({});
    expect(choicesOfPlan(defaultsV1.plan, one.file)).toEqual({});
  });
  it('is not that of a plan of several files, and has their number if it is several', () => {
    const set: FileSet = {
      name: '2 files',
      size: one.file.size,
      files: ['a.csv', 'b.csv'].map((path) => ({ path, file: new Blob([]) })),
      leftOut: [],
    };
    const several = { ...one, file: set };
    expect(planOf(several).datasets[0]).toMatchObject({ fileCount: 2 });
    expect(fileOfPlan(planOf(several), one)).toEqual({ status: 'none' });
    expect(fileOfPlan(planOf(several), several)).toBe(several);
    expect(choicesOfPlan(planOf(several), one.file)).toEqual({});
    expect(choicesOfPlan(planOf(several), set)).toMatchObject({ type: 'csv' });
  });
  it('tells of reading and of failure whatever the plan is', () => {
    const reading: OwnFileState = {
      status: 'reading',
      file: one.file,
      stage: 'Reading',
      share: null,
      previous: null,
      columnTypes: null,
      reading: {},
      sample: null,
      type: null,
      malformed: 'fatal',
    };
    expect(fileOfPlan(defaultsV1.plan, reading)).toBe(reading);
  });
});

it('shows the example beside its own data alone, and no earlier run while a file is read', () => {
  const result = v.parse(runResultSchema, JSON.parse(readFileSync('fixtures/example/result.json', 'utf8')));
  const [example, earlier] = (['example', 'here'] as const).map((kind) => ({
    origin: { kind },
    result,
    running: false,
  }));
  if (example === undefined || earlier === undefined) throw new RangeError('There are two runs.');
  const { plan } = startView();
  const one = held('ab'.repeat(32));
  const none: OwnFileState = { status: 'none' };
  const reading: OwnFileState = { ...one, status: 'reading', stage: '', share: null, previous: null, type: null };
  expect(isOfOtherData(example, plan, none)).toBe(false);
  expect(isOfOtherData(example, planOf(one), none)).toBe(true);
  expect(isOfOtherData(earlier, plan, none)).toBe(false);
  expect(isOfOtherData(earlier, plan, reading)).toBe(true);
  expect(isOfOtherData({ ...earlier, running: true }, plan, reading)).toBe(true);
  expect(isOfOtherData({ ...earlier, running: true }, plan, none)).toBe(false);
});

it('runs the example again quickly, and anybody else’s results as they were taken', () => {
  const result = v.parse(runResultSchema, JSON.parse(readFileSync('fixtures/example/result.json', 'utf8')));
  expect(result.plan).toMatchObject({ effort: 'standard', operations: ['encode', 'decode', 'project', 'lookup'] });
  expect(planToRunHere({ origin: { kind: 'example' }, result })).toEqual({
    ...result.plan,
    effort: 'quick',
    budget: 30,
    searchesColumns: true,
  });
  expect(planToRunHere({ origin: { kind: 'link' }, result })).toBe(result.plan);
});

describe('the view of other data', () => {
  const schemaOf = (id: string) => workloads.get(id)?.schema({}, 10) ?? null;
  const planOf = (id: string) => ({ ...defaultPlan(), datasets: [defaultDataset(id, 10)] });
  const start = startView();
  const opened = (view: View, id: string, before = 'table') =>
    viewOfData(view, planOf(id), schemaOf(before), schemaOf(id), () => 1_000);
  const { columnAnalytics, download, cache } = namedSituations;

  it('has the usual situation of its kind, unless the user has chosen another one', () => {
    expect(start.situation).toEqual(columnAnalytics.situation);
    const molecules = opened(start, 'molecules');
    expect(molecules.situation).toEqual(download.situation);
    expect(opened(molecules, 'table', 'molecules').situation).toEqual(columnAnalytics.situation);
    const chosen = { ...start, situation: cache.situation };
    expect(opened(chosen, 'molecules').situation).toEqual(cache.situation);
    const native = { ...start, situation: { ...start.situation, timesOf: 'native' as const } };
    expect(opened(native, 'molecules').situation).toEqual({ ...download.situation, timesOf: 'native' });
  });
  it('has the parts of a table read, without being asked, and none that no candidate reads', () => {
    const molecules = opened(start, 'molecules');
    expect(molecules.plan.operations).toEqual(['encode', 'decode']);
    expect(opened(molecules, 'table', 'molecules').plan.operations).toEqual(start.plan.operations);
    // The same data with another parameter keeps what the user has chosen.
    expect([molecules.plan.searchesColumns, start.plan.searchesColumns]).toEqual([undefined, true]);
    const plan: Plan = { ...planOf('table'), operations: ['encode', 'decode'] };
    expect(viewOfData(start, plan, schemaOf('table'), schemaOf('table'), () => 1).plan).toEqual(plan);
  });
});

describe('the suggested candidates', () => {
  const schema = workloads.get('table')?.schema({}, 10) ?? null;
  const count = defaultPlan().candidates.length;
  /** `ms` with the candidates that take long, `usualMs` without. */
  const suggested = (goal: Goal, ms: number, plan = defaultPlan(), usualMs = 1_000) =>
    withSuggestedCandidates(plan, schema, schema, {
      goal,
      takesMs: ({ candidates }) => (candidates.length > count ? ms : usualMs),
    });
  const levels = ({ candidates }: typeof plan) =>
    candidates.filter(({ format }) => format === 'parquet').map(({ codec }) => codec?.level);
  const plan = defaultPlan();
  it('are those that take long, too, where a small file is the goal and the run stays short', () => {
    expect(levels(suggested('time', 1))).toEqual([null, 1, 9]);
    expect(levels(suggested('money', 100_000))).toEqual([null, 1, 9, 19]);
    expect(levels(suggested('size', 100_000))).toEqual([null, 1, 9, 19]);
    expect(levels(suggested('money', 200_000))).toEqual([null, 1, 9]);
    expect(levels(suggested('money', 200_000, { ...plan, budget: 600 }))).toEqual([null, 1, 9, 19]);
    expect(levels(suggested('money', 200_000, { ...plan, budget: 'untilDecided' }))).toEqual([null, 1, 9]);
    expect(levels(suggested('money', 200_000, plan, 180_000))).toEqual([null, 1, 9, 19]);
    expect(levels(suggested('money', 300_000, plan, 180_000))).toEqual([null, 1, 9]);
  });
  it('are the former ones again where the time is the goal, and never those of a plan that was changed', () => {
    expect(suggested('time', 1, suggested('money', 1))).toEqual(plan);
    const changed = { ...plan, candidates: plan.candidates.slice(1) };
    expect(suggested('money', 1, changed)).toBe(changed);
  });
});
