import { describe, expect, test } from 'vitest';
import { parseWithSchema } from '../../workers/model/parse';
import { type Candidate, candidateKey, type DatasetSpec, type Plan, planSchema } from '../../workers/model/plan';
import { type View, viewSchema } from '../view/view';
import type { ResultsView } from '../view/results-view';
import { parameterSweepOf } from '../figures/parameter-sweep';
import { defaultsV1 } from './defaults-v1';
import { readView, writeView } from './view-text';

/** Any plan that has the form of one, whatever the registry knows. */
const checkForm = (plan: unknown): Plan => parseWithSchema(planSchema, plan, 'plan');
const read = (text: string, given: Plan | null = null) => readView(text, checkForm, given, viewSchema);
const withPlan = (plan: Partial<Plan>): View => ({ ...defaultsV1, plan: { ...defaultsV1.plan, ...plan } });
const withResults = (results: Partial<ResultsView>): View => ({
  ...defaultsV1,
  results: { ...defaultsV1.results, ...results },
});
const keyAt = (place: number): string => {
  const candidate = defaultsV1.plan.candidates[place];
  if (candidate === undefined) throw new Error('There is such a candidate.');
  return candidateKey(candidate);
};

test('the defaults are no text at all', () => {
  expect(writeView(defaultsV1)).toBe('');
  expect(read('')).toEqual(defaultsV1);
});

test.each<[string, Partial<ResultsView>]>([
  ['dataset=3', { dataset: 3 }],
  ['colour=format', { colorField: 'format' }],
  ['join-levels=yes', { joinLevels: true }],
  ['speed=linear', { throughputScale: 'linear' }],
  ['ratio=linear', { ratioScale: 'linear' }],
  ['time=linear', { timeScale: 'linear' }],
  ['hide-formats=csv,json', { hiddenFormats: ['csv', 'json'] }],
  ['hide-codecs=none', { hiddenCodecs: ['none'] }],
  ['hide-levels=zstd%40-5,a%2Cb', { hiddenLevels: ['zstd@-5', 'a,b'] }],
  ['baseline=0', { baseline: keyAt(0) }],
  ['baseline=1', { baseline: keyAt(1) }],
  ['baseline==gone%2Fhere', { baseline: 'gone/here' }],
  ['published=no', { showPublished: false }],
])('the choice %s is written and read', (text, results) => {
  expect(writeView(withResults(results))).toBe(text);
  expect(read(text)).toEqual(withResults(results));
});

test.each<[string, View['tab'], Partial<ResultsView>]>([
  ['x=decode.time', 'compare', { xField: 'decode.time' }],
  ['y=option.encoding', 'compare', { yField: 'option.encoding' }],
  ['panels=parameter.zeroShare', 'compare', { facetField: 'parameter.zeroShare' }],
  ['sort=-sizeBytes', 'details', { sort: { column: 'sizeBytes', descending: true } }],
  ['sort=sizeBytes', 'details', { sort: { column: 'sizeBytes', descending: false } }],
  ['sort=-a%21%7E%2A%27%28%29%20%EF%BF%BD', 'details', { sort: { column: "a!~*'() \ufffd", descending: true } }],
])('a link with %s opens the tab %s, unless it names another one', (text, tab, results) => {
  const opened = { ...withResults(results), tab };
  expect(read(text)).toEqual(opened);
  expect(read(text, defaultsV1.plan)).toEqual(opened);
  expect(writeView(opened)).toBe(text);
  for (const other of ['answer', 'bytes'] as const) {
    const named = { ...opened, tab: other, drawer: 'plan' } as const;
    expect(writeView(named)).toBe(`${text}&tab=${other}&drawer=plan`);
    expect(read(writeView(named))).toEqual(named);
  }
});

test('an operation opens the chart, and with results the answer, which is written so that both open the same', () => {
  const decode = withResults({ operation: 'decode' });
  expect(read('show=decode')).toEqual({ ...decode, tab: 'compare' });
  expect(read('show=decode', defaultsV1.plan)).toEqual(decode);
  for (const tab of ['answer', 'compare'] as const) {
    const text = `show=decode&tab=${tab}`;
    expect(writeView({ ...decode, tab })).toBe(text);
    for (const given of [null, defaultsV1.plan]) expect(read(text, given)).toEqual({ ...decode, tab });
  }
});

test('lists that are empty, and no baseline, are read from an empty text', () => {
  expect(read('hide-formats=&hide-codecs=&hide-levels=&baseline=')).toEqual(defaultsV1);
});

test('half of a surrogate pair is written as the character for what can’t be shown', () =>
  expect(writeView(withResults({ hiddenFormats: ['a\ud800b'] }))).toBe('hide-formats=a%EF%BF%BDb'));

test('a sweep of a parameter is written and read as one dataset for each value', () => {
  const datasets = ['uniform', 'realLike'].map((distribution) => ({
    source: 'workload' as const,
    workload: 'keyedVectors',
    knobs: { distribution },
    size: 60,
    seed: 1,
  }));
  const view = withPlan({ datasets });
  const text = 'data=keyedVectors,60,1,distribution:uniform&data=keyedVectors,60,1,distribution:realLike';
  expect(writeView(view)).toBe(text);
  const again = read(text).plan.datasets;
  expect(parameterSweepOf(again)?.values).toEqual(['uniform', 'realLike']);
  expect(again).toEqual(datasets);
});

test('page, operations, effort and seed of the plan are written in this order', () => {
  const view: View = { ...withPlan({ operations: ['encode', 'load'], effort: 'thorough', seed: 77 }), page: 'about' };
  const text = 'page=about&do=encode,load&effort=thorough&seed=77';
  expect(writeView(view)).toBe(text);
  expect(read(text)).toEqual(view);
});

test('the source whose page is open is written after the page', () => {
  const view: View = { ...defaultsV1, page: 'published', source: '000' };
  expect(writeView(view)).toBe('page=published&source=000');
  expect(writeView(view, false)).toBe('page=published&source=000');
  expect(read('page=published&source=000')).toEqual(view);
});

test('without the plan its parts are left out, but a baseline is still told by its place in it', () => {
  const view = { ...withPlan({ seed: 77, operations: ['encode'] }), page: 'about' as const };
  expect(writeView(view, false)).toBe('page=about');
  const candidates = [...defaultsV1.plan.candidates].reverse();
  const results = { ...defaultsV1.results, baseline: keyAt(0) };
  expect(writeView({ ...view, plan: { ...view.plan, candidates }, results }, false)).toBe(
    `page=about&baseline=${candidates.length - 1}`,
  );
});

test('the plan of a link’s results stands for what the text leaves out', () => {
  const given: Plan = {
    ...defaultsV1.plan,
    seed: 5,
    effort: 'standard',
    candidates: defaultsV1.plan.candidates.slice(3),
  };
  expect(read('baseline=0', given)).toEqual({
    ...defaultsV1,
    plan: given,
    results: { ...defaultsV1.results, baseline: keyAt(3) },
  });
  expect(read('seed=6&do=load', given).plan).toEqual({ ...given, seed: 6, operations: ['load'] });
  // A baseline's place is one in the plan of the results, whichever candidates the text names.
  expect(read('with=raw/formatlab&baseline=1', given).results.baseline).toBe(keyAt(4));
});

const ownFile: DatasetSpec = {
  source: 'ownFile',
  type: 'csv',
  fileName: null,
  fileSizeBytes: 9,
  sha256: null,
  columnTypes: null,
};

describe('a dataset', () => {
  test.each<[string, DatasetSpec]>([
    ['array,5,7', { source: 'workload', workload: 'array', size: 5, seed: 7, knobs: {} }],
    [
      'array,5,7,a:1.5,b:yes,c:no,d:text,e:-2',
      {
        source: 'workload',
        workload: 'array',
        size: 5,
        seed: 7,
        knobs: { a: 1.5, b: true, c: false, d: 'text', e: -2 },
      },
    ],
    ['@csv,9', ownFile],
    ['@csv,9,files:12', { ...ownFile, fileCount: 12 }],
    ['@csv,9,sample:7.16777216', { ...ownFile, sample: { seed: 7, targetBytes: 16_777_216 } }],
    ['@csv,9,read.partitionColumns:yes', { ...ownFile, reading: { partitionColumns: true } }],
    ['@csv,9,read.leftOutFiles:+1+3', { ...ownFile, reading: { leftOutFiles: [1, 3] } }],
    ['@csv,9,name:a%2Cb%3A.csv', { ...ownFile, fileName: 'a,b:.csv' }],
    [`@csv,9,sha:${'a'.repeat(64)}`, { ...ownFile, sha256: 'a'.repeat(64) }],
    ['@csv,9,types:', { ...ownFile, columnTypes: [] }],
    ['@csv,9,types:utf8.int64', { ...ownFile, columnTypes: ['utf8', 'int64'] }],
    [
      '@csv,9,read.nullWords:+NA+-+=-999+a%2Bb+.,read.header:no,read.rows:100,read.leftOutColumns:+0+12,read.dateFormat:%25d.%25m.%25Y',
      {
        ...ownFile,
        reading: {
          nullWords: ['NA', '-', '-999', 'a+b', '.'],
          header: false,
          rows: 100,
          leftOutColumns: [0, 12],
          dateFormat: '%d.%m.%Y',
        },
      },
    ],
    ['@csv,9,read.nullWords:+', { ...ownFile, reading: { nullWords: [] } }],
    ['@smiles,9,malformed:skip', { ...ownFile, type: 'smiles', malformed: 'skip' }],
    [
      `@sdf,9,name:a,sha:${'a'.repeat(64)},types:utf8,malformed:fatal`,
      { ...ownFile, type: 'sdf', fileName: 'a', sha256: 'a'.repeat(64), columnTypes: ['utf8'], malformed: 'fatal' },
    ],
  ])('%s is written and read', (text, spec) => {
    expect(writeView(withPlan({ datasets: [spec] }))).toBe(`data=${text}`);
    expect(read(`data=${text}`).plan.datasets).toStrictEqual([spec]);
  });

  test('is one of several, each in a part of its own', () => {
    const datasets = [5, 6].map(
      (size): DatasetSpec => ({ source: 'workload', workload: 'a', size, seed: 1, knobs: {} }),
    );
    expect(writeView(withPlan({ datasets }))).toBe('data=a,5,1&data=a,6,1');
    expect(read('data=a,5,1&data=a,6,1').plan.datasets).toEqual(datasets);
    const [first] = defaultsV1.plan.datasets;
    if (first === undefined) throw new Error('There is a dataset.');
    expect(writeView(withPlan({ datasets: [first, ...datasets] }))).toMatch(
      /^data=keyedVectors,.*&data=a,5,1&data=a,6,1$/,
    );
  });
});

const plain: Candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };

describe('a candidate', () => {
  test.each<[string, Candidate]>([
    ['raw/formatlab', plain],
    ['raw/formatlab,a:1,b:yes', { ...plain, options: { a: 1, b: true } }],
    [
      'raw/formatlab+gzip@4.chunk',
      { ...plain, codec: { id: 'gzip', level: 4, implementation: null, granularity: 'chunk' } },
    ],
    [
      'raw/formatlab,a:1+gzip@-7.file/fflate',
      { ...plain, options: { a: 1 }, codec: { id: 'gzip', level: -7, implementation: 'fflate', granularity: 'file' } },
    ],
    [
      'raw/formatlab+gzip.page/fflate,b:no,c:x',
      {
        ...plain,
        codec: {
          id: 'gzip',
          level: null,
          implementation: 'fflate',
          granularity: 'page',
          options: { b: false, c: 'x' },
        },
      },
    ],
  ])('%s is written and read', (text, candidate) => {
    expect(writeView(withPlan({ candidates: [candidate] }))).toBe(`with=${text}`);
    expect(read(`with=${text}`).plan.candidates).toStrictEqual([candidate]);
  });

  test.each<[string, string | number | boolean]>([
    ['=1', '1'],
    ['=-1', '-1'],
    ['=yes', 'yes'],
    ['=no', 'no'],
    ['=%3D', '='],
    ['yes', true],
    ['no', false],
    ['yesterday', 'yesterday'],
    ['now', 'now'],
    ['a1', 'a1'],
    ['-a', '-a'],
    ['eyes', 'eyes'],
    ['', ''],
    ['0', 0],
    ['1e%2B30', 1e30],
    ['-0.5', -0.5],
  ])('has an option’s value %j as %j', (text, value) => {
    const candidate = { ...plain, options: { a: value } };
    expect(writeView(withPlan({ candidates: [candidate] }))).toBe(`with=raw/formatlab,a:${text}`);
    expect(read(`with=raw/formatlab,a:${text}`).plan.candidates).toEqual([candidate]);
  });
});

const long = 'x'.repeat(50);

test.each([
  ['tint=red', 'The link is damaged or newer than this Formatlab: it contains an unknown part “tint”.'],
  [`${long}=1`, `The link is damaged or newer than this Formatlab: it contains an unknown part “${'x'.repeat(40)}”.`],
  ['seed=1&seed=1', 'The link is damaged: it contains “seed” twice.'],
  ['seed=1&', 'The link is damaged: “” lacks its “=”.'],
  [long, `The link is damaged: “${'x'.repeat(40)}” lacks its “=”.`],
  ['seed=', 'The link is damaged: “” is not a number.'],
  ['seed= ', 'The link is damaged: “ ” is not a number.'],
  [`seed=${long}`, `The link is damaged: “${'x'.repeat(40)}” is not a number.`],
  ['seed=Infinity', 'The link is damaged: “Infinity” is not a number.'],
  ['data=array', 'The link is damaged: “” is not a number.'],
  ['data=array,1', 'The link is damaged: “” is not a number.'],
  ['data=@csv', 'The link is damaged: “” is not a number.'],
  ['data=@csv,1,name', 'The link is damaged: “name” lacks its “:”.'],
  ['with=raw', 'The link is damaged: “raw” lacks its “/”.'],
  ['with=raw/formatlab+gzip', 'The link is damaged: “gzip” lacks its “.”.'],
  ['with=raw/formatlab+gzip@.file', 'The link is damaged: “” is not a number.'],
  ['with=raw/formatlab,constructor:1', 'The link is damaged: there are no options called “constructor”.'],
  ['with=raw/formatlab,a:1,toString:1', 'The link is damaged: there are no options called “toString”.'],
  ['hide-formats=%', 'The link is damaged: it contains an invalid percent-encoding.'],
  ['baseline=10', 'The link is damaged: its baseline is not among its candidates.'],
  ['baseline=-1', 'The link is damaged: its baseline is not among its candidates.'],
  ['baseline=first', 'The link is damaged: “first” is not a number.'],
])('%s is refused with its reason', (text, reason) => expect(() => read(text)).toThrow(reason));

test('what is read is checked by the caller, and by the form of a view', () => {
  const refuse = () => {
    throw new RangeError('No such plan.');
  };
  expect(() => readView('', refuse, null, viewSchema)).toThrow('No such plan.');
  expect(() => read('page=hologram')).toThrow('page');
  for (const source of ['', '0 0', '%3Cb%3E', '0'.repeat(41)])
    expect(() => read(`page=published&source=${source}`)).toThrow('source');
});
