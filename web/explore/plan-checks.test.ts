import { describe, expect, it } from 'vitest';
import type { FileSet } from '../../workers/model/user-data';
import type { OwnFileReport } from '../../workers/model/protocol/coordinator';
import type { Operation } from '../../workers/model/plan';
import { namedSituations } from '../view/named-situations';
import type { OwnFileState } from '../state/own-file';
import { defaultsV1 } from '../links/defaults-v1';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { runResultSchema } from '../../workers/model/result';
import { choicesOfPlan, runBlockedReason, fileOfPlan, ownFileSpec, planToRunHere } from './plan-checks';
import { withOwnFile } from './plan-edit';

const report: OwnFileReport = {
  type: 'csv',
  schema: { kind: 'table', columns: [{ name: 'a', type: 'int64', nullable: false }] },
  itemCount: 1,
  dataBytes: 8,
  sha256: 'ab'.repeat(32),
  dialect: null,
  possibleTypes: [['int64', 'float64']],
  badRows: [],
  badRowCount: 0,
  preview: [['1']],
  settings: null,
  candidate: null,
  notes: [],
  fileColumns: [],
  fileRows: 0,
  found: {},
  valueFacts: [],
};
const held = (
  sha256: string,
  columnTypes: readonly ['float64'] | null = null,
): Extract<OwnFileState, { status: 'ready' }> => ({
  status: 'ready',
  effects: 'counted',
  file: new File(['a\n1\n'], 'a.csv'),
  report: { ...report, sha256 },
  columnTypes,
  malformed: 'fatal',
  reading: {},
});
const planOf = ({ file, report: of, columnTypes, malformed, reading }: ReturnType<typeof held>) =>
  withOwnFile(defaultsV1.plan, ownFileSpec(file, of, columnTypes, malformed, reading));

describe('the file that is held', () => {
  const one = held('ab'.repeat(32));
  it('is the plan’s where it was chosen for it', () => expect(fileOfPlan(planOf(one), one)).toBe(one));
  it('is not that of a plan of generated data, of another file, or of other column types', () => {
    for (const plan of [defaultsV1.plan, planOf(held('cd'.repeat(32))), planOf(held('ab'.repeat(32), ['float64']))])
      expect(fileOfPlan(plan, one)).toEqual({ status: 'none' });
  });
  it('is not that of a plan that takes malformed molecules otherwise', () => {
    const molecules = { ...one, report: { ...one.report, type: 'smiles' as const } };
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
      previous: null,
      columnTypes: null,
      reading: {},
      type: null,
      malformed: 'fatal',
    };
    expect(fileOfPlan(defaultsV1.plan, reading)).toBe(reading);
  });
});

describe('Run', () => {
  it('asks for the part of a file that holds several', () => {
    const ownFile: OwnFileState = {
      status: 'failed',
      file: held('ab'.repeat(32)).file,
      error: {
        tag: 'malformedInput',
        stage: 'import',
        message: 'It holds 2 tables.',
        parts: [
          { name: 'a', holds: '2 rows' },
          { name: 'b', holds: '1 row' },
        ],
      },
      previous: null,
      columnTypes: null,
      reading: {},
      type: null,
      malformed: 'fatal',
    };
    expect(
      runBlockedReason(defaultsV1.plan, {
        fileTab: true,
        ownFile,
        isFetching: false,
        rejection: null,
        estimate: { timeMs: 1, dataBytes: 8, peakMemoryBytes: 32, tooLarge: [] },
        schema: report.schema,
      }),
    ).toBe('Choose the part of the file to measure, under Data.');
  });
  const whyNot = (itemCount: number, fileTab = true, isFetching = false) => {
    const file = held('ab'.repeat(32));
    return runBlockedReason(planOf(file), {
      fileTab,
      ownFile: { ...file, report: { ...report, itemCount } },
      isFetching,
      rejection: null,
      estimate: { timeMs: 1, dataBytes: 8, peakMemoryBytes: 32, tooLarge: [] },
      schema: report.schema,
    });
  };
  it('is not offered for a file that has a header alone', () => {
    expect(whyNot(0)).toBe('The file has no rows, so there is nothing to measure.');
    expect([whyNot(1), whyNot(0, false)]).toEqual([null, null]);
  });
  it('is not offered while a file is fetched', () =>
    expect(whyNot(1, true, true)).toBe('A file is still being fetched. Wait for it, or stop fetching under Data.'));
});

it('runs the example again quickly, and anybody else’s results as they were taken', () => {
  const result = v.parse(runResultSchema, JSON.parse(readFileSync('fixtures/example/result.json', 'utf8')));
  expect(result.plan.effort).toBe('standard');
  const { download, cache } = namedSituations;
  expect(planToRunHere({ origin: { kind: 'example' }, result }, download.situation)).toEqual({
    ...result.plan,
    effort: 'quick',
    operations: ['encode', 'decode'],
  });
  expect(planToRunHere({ origin: { kind: 'link' }, result }, cache.situation)).toBe(result.plan);
  const operations: Operation[] = ['encode', 'decode', 'project', 'lookup'];
  const all = { ...result, plan: { ...result.plan, operations } };
  const lookups = { ...download.situation, lookups: 10, columnReads: 0 };
  expect(planToRunHere({ origin: { kind: 'example' }, result: all }, lookups).operations).toEqual([
    'encode',
    'decode',
    'lookup',
  ]);
});
