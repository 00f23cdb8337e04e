import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import type { Candidate } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { View } from '../view/view';
import { deflate } from './bounded-inflate';
import { crc32, toBase64Url } from './bytes';
import { namedSituations } from '../view/named-situations';
import { defaultsV1 } from './defaults-v1';
import { newerVersionMessage } from './newer-version';
import { readFragment, readView, writeCompactFragment, writeFragment } from './fragment';
import { frameFragment } from './frame';
import { redactEverything } from './redact-plan';
import { linkTier, resultLink, viewLink } from './result-link';
import { sampleResult } from './testing/sample-results';

const fallback: View = { ...defaultsV1, page: 'about' };
const base = 'https://example.org/formatlab/';

const view = (changes: Partial<View> = {}): View => ({ ...defaultsV1, ...changes });
const [dataset] = defaultsV1.plan.datasets;
if (dataset?.source !== 'workload') throw new Error('The default dataset is not a workload.');

const busy: View = {
  page: 'explore',
  source: null,
  plan: {
    datasets: [
      { ...dataset, size: 400 },
      {
        ...dataset,
        knobs: { ...dataset.knobs, zeroShare: 0.55, elementType: 'float32', decimals: '3' },
        seed: 4_294_967_295,
      },
    ],
    candidates: [
      { format: 'raw', implementation: 'formatlab', options: {}, codec: null },
      {
        format: 'hdf5',
        implementation: 'h5wasm',
        options: { layout: 'each', shuffle: false, chunkRows: 0 },
        codec: null,
      },
      {
        format: 'hdf5',
        implementation: 'h5wasm',
        options: { layout: 'bulk', shuffle: true, chunkRows: 64 },
        codec: { id: 'gzip', level: 9, implementation: null, granularity: 'chunk' },
      },
    ],
    operations: ['encode', 'load'],
    effort: 'thorough',
    seed: 77,
  },
  situation: { ...namedSituations.archive.situation, reads: 7, readableBy: ['python', 'r'] },
  results: {
    dataset: 1,
    operation: 'load',
    xField: 'load.time',
    yField: 'option.encoding',
    colorField: 'machine',
    facetField: 'n',
    joinLevels: true,
    throughputScale: 'linear',
    ratioScale: 'linear',
    timeScale: 'linear',
    hiddenFormats: ['csv', 'json'],
    hiddenCodecs: ['none'],
    hiddenLevels: ['zstd@-5', 'a&b=c,d'],
    baseline: 'hdf5/h5wasm?chunkRows=0,layout=each,shuffle=false',
    showPublished: false,
    sort: { column: 'sizeBytes', descending: false },
  },
  tab: 'columns',
  drawer: 'situation',
};

const own = (fileName: string | null): View =>
  view({
    plan: {
      ...defaultsV1.plan,
      datasets: [
        {
          source: 'ownFile',
          type: 'csv',
          fileName,
          fileSizeBytes: 52_113,
          sha256: 'd'.repeat(64),
          columnTypes: ['utf8', 'int64'],
        },
      ],
    },
  });

const read = (hash: string) => readFragment(hash, fallback);

test('a link tells that malformed molecules are left out', async () => {
  const molecules: View = {
    ...own(null),
    plan: {
      ...own(null).plan,
      datasets: [
        {
          source: 'ownFile',
          type: 'smiles',
          fileName: null,
          fileSizeBytes: 9,
          sha256: 'd'.repeat(64),
          columnTypes: null,
          malformed: 'skip',
        },
      ],
    },
  };
  expect(writeFragment(molecules)).toContain('data=@smiles,9,sha:');
  expect((await read(`#${writeFragment(molecules)}`)).view).toEqual(molecules);
});

test('every choice comes back, and the fragment can be read by people', async () => {
  const fragment = writeFragment(busy);
  expect(await read(`#${fragment}`)).toEqual({ view: busy, result: null, problem: null });
  expect(readView(`#${fragment}`, fallback)).toEqual({ view: busy, problem: null, complete: true });
  expect(fragment).toContain('with=hdf5/h5wasm,layout:bulk,shuffle:yes,chunkRows:64+gzip@9.chunk');
  expect(fragment).toContain('&baseline=1&');
  expect(fragment).toMatch(/^[A-Za-z0-9._~:@/+,=&%-]+$/);
  expect(fragment.length).toBeLessThan(1_000);
});

test('a codec’s granularity and options come back', async () => {
  const record = { id: 'zstd', level: -7, implementation: 'native', granularity: 'record' } as const;
  const candidates: Candidate[] = [
    { ...record, options: { windowLog: 'level', longDistance: false, checksum: true, dictionaryKiB: 32 } },
    { ...record, options: { windowLog: '20', longDistance: true, checksum: false, dictionaryKiB: 0 } },
    { ...record, level: 3, implementation: 'bokuweb', granularity: 'page' as const },
  ].map((codec) => ({ format: 'raw', implementation: 'formatlab', options: {}, codec }));
  const given = view({ plan: { ...defaultsV1.plan, candidates } });
  const fragment = writeFragment(given);
  expect(fragment).toContain(
    'with=raw/formatlab+zstd@-7.record/native,windowLog:level,longDistance:no,checksum:yes,dictionaryKiB:32&',
  );
  expect(fragment).toContain('with=raw/formatlab+zstd@3.page/bokuweb');
  expect(await read(`#${fragment}`)).toEqual({ view: given, result: null, problem: null });
  const plain = await read(`#${frameFragment('with=raw/formatlab+zstd@3.record/native')}`);
  expect(plain.view.plan.candidates[0]?.codec?.options, 'what a link leaves out is as the metadata say').toEqual({
    windowLog: 'level',
    longDistance: false,
    checksum: false,
    dictionaryKiB: 0,
  });
  for (const [codec, says] of [
    ['zstd@3.record/native,turbo:yes', /no option “turbo”/],
    ['zstd@3.file/native,dictionaryKiB:32', /no option “dictionaryKiB”/],
    ['zstd@3.record/native,dictionaryKiB:9999', /from 0 to 256/],
    ['zstd@3.chunk/native', /only a format’s own codec/],
  ] as const)
    expect((await read(`#${frameFragment(`with=raw/formatlab+${codec}`)}`)).problem, codec).toMatch(says);
});

test.each([
  { projectColumn: 'city', lookupKeys: { choice: 'random', count: 64 } },
  { projectColumn: '3', lookupKeys: { choice: 'given', keys: [5, 'a,b', '17'] } },
  { projectColumn: 2, lookupKeys: { choice: 'last', count: 10 } },
  { budget: 120 },
  { budget: 'untilDecided' },
] as const)('the column, the rows and the time that are chosen come back: %o', async (choices) => {
  const plan = { ...defaultsV1.plan, ...choices } as View['plan'];
  const { view: read, problem } = await readFragment(writeFragment(view({ plan })), fallback);
  expect(problem).toBeNull();
  expect(read.plan).toEqual(plan);
});

test('of a user’s file, a column’s name and keys stay out of links', async () => {
  const file = {
    source: 'ownFile',
    type: 'csv',
    fileName: null,
    fileSizeBytes: 9,
    sha256: null,
    columnTypes: null,
  } as const;
  const told = async (changes: Partial<View['plan']>) => {
    const plan = { ...defaultsV1.plan, datasets: [file], ...changes };
    const { view: read } = await readFragment(writeFragment(view({ plan })), fallback);
    return [read.plan.projectColumn, read.plan.lookupKeys];
  };
  const rows = { choice: 'given' as const, keys: [3] };
  expect(await told({ projectColumn: 'salary', lookupKeys: { choice: 'given', keys: ['Ada'] } })).toEqual([
    undefined,
    undefined,
  ]);
  expect(await told({ projectColumn: 1, lookupKeys: rows })).toEqual([1, rows]);
});

test('only what differs from the defaults is said', () => {
  expect(writeFragment(view())).toBe(frameFragment(''));
  expect(writeFragment(view({ page: 'published' }))).toMatch(/^v1\.[\w-]{5}&page=published$/);
  expect(writeFragment(view({ page: 'published', source: '000' }))).toMatch(/^v1\.[\w-]{5}&page=published&source=000$/);
  expect(writeFragment(view({ results: { ...defaultsV1.results, colorField: 'format' } }))).toMatch(/&colour=format$/);
});

test('the page’s own starting points open the page’s own start', async () => {
  expect(await read('')).toEqual({ view: { ...fallback, page: 'explore' }, result: null, problem: null });
  expect(readView('#published', fallback)).toEqual({
    view: { ...fallback, page: 'published' },
    problem: null,
    complete: true,
  });
});

test('any view of any registry candidate comes back', async () => {
  const texts = fc.string({ maxLength: 20, unit: 'binary' });
  const results = fc.record({
    dataset: fc.nat(15),
    operation: fc.constantFrom('encode' as const, 'decode' as const, 'store' as const),
    xField: fc.constantFrom('throughput', 'decode.time', 'option.rowGroupRows'),
    yField: fc.constantFrom('ratio', 'total'),
    colorField: fc.constantFrom('codec', 'parameter.zeroShare'),
    facetField: fc.constantFrom('none', 'format'),
    joinLevels: fc.boolean(),
    throughputScale: fc.constantFrom('log' as const, 'linear' as const),
    ratioScale: fc.constantFrom('log' as const, 'linear' as const),
    timeScale: fc.constantFrom('log' as const, 'linear' as const),
    hiddenFormats: fc.array(texts, { maxLength: 4 }).map((list) => list.filter((text) => text !== '')),
    hiddenCodecs: fc.array(texts, { maxLength: 4 }).map((list) => list.filter((text) => text !== '')),
    hiddenLevels: fc.array(texts, { maxLength: 4 }).map((list) => list.filter((text) => text !== '')),
    baseline: fc.option(texts),
    showPublished: fc.boolean(),
    sort: fc.record({ column: texts.filter((text) => !text.startsWith('-')), descending: fc.boolean() }),
  });
  await fc.assert(
    fc.asyncProperty(
      results,
      fc.constantFrom(
        'explore' as const,
        'published' as const,
        'formats' as const,
        'codecs' as const,
        'native' as const,
        'about' as const,
      ),
      fc.option(fc.stringMatching(/^[0-9A-Za-z_-]{1,40}$/)),
      async (chosen, page, source) => {
        const whole: View = { ...busy, page, source, results: chosen };
        expect(await read(`#${writeFragment(whole)}`)).toEqual({ view: whole, result: null, problem: null });
        expect(await read(`#${await writeCompactFragment(whole)}`)).toEqual({
          view: whole,
          result: null,
          problem: null,
        });
      },
    ),
    { numRuns: 60 },
  );
}, 180_000);

test('a view of many candidates is deflated where that is shorter', async () => {
  const candidates = Array.from({ length: 60 }, (_, index) => ({
    format: 'hdf5',
    implementation: 'h5wasm',
    options: { layout: 'bulk', shuffle: index % 2 === 0, chunkRows: index + 1 },
    codec: { id: 'gzip', level: 4, implementation: null, granularity: 'chunk' as const },
  }));
  const many = view({ plan: { ...defaultsV1.plan, candidates } });
  const compact = await writeCompactFragment(many);
  expect(compact.length).toBeLessThan(2_000);
  expect(compact.length).toBeLessThan(writeFragment(many).length);
  expect(readView(`#${compact}`, fallback).complete).toBe(false);
  expect(await read(`#${compact}`)).toEqual({ view: many, result: null, problem: null });
});

test('a link cut at any length, or with any letter changed, says so', async () => {
  const fragment = writeFragment(busy);
  for (let length = 1; length < fragment.length; length += 1) {
    const { view: shown, problem } = await read(`#${fragment.slice(0, length)}`);
    expect(problem, fragment.slice(0, length)).toMatch(/it was cut off/);
    expect(shown).toBe(fallback);
  }
  for (let index = 0; index < fragment.length; index += 1) {
    const letter = fragment[index] === 'x' ? 'y' : 'x';
    expect((await read(`#${fragment.slice(0, index)}${letter}${fragment.slice(index + 1)}`)).problem).not.toBeNull();
  }
});

test('a newer link says so', async () => {
  const { problem } = await read(`#${frameFragment('page=hologram').replace(/^v1/, 'v2')}`);
  expect(problem).toContain('newer version of Formatlab');
});

test.each([
  ['page=hologram', 'page'],
  ['page=about&page=about', 'twice'],
  ['tint=red', 'tint'],
  ['colour=1red', 'must be the id of a field'],
  ['page', '='],
  ['seed=1e99', 'seed'],
  ['seed=', 'not a number'],
  ['with=hdf5', '/'],
  ['with=nope/h5wasm', 'There is no format “nope”'],
  ['with=hdf5/h5wasm,layout:bulk+gzip@44.chunk', 'level 44 is out of range'],
  ['with=hdf5/h5wasm,layout:bulk+gzip@4.page', 'gzip'],
  ['with=hdf5/h5wasm,layout:bulk+nope@4.chunk', 'nope'],
  ['with=hdf5/h5wasm,__proto__:1', 'options'],
  ['with=hdf5/h5wasm,constructor:1', 'options'],
  ['data=nope,1,1', 'There is no workload “nope”'],
  ['data=keyedVectors,99999999999,1', 'out of range'],
  ['data=keyedVectors,1,1,zeroShare:7', 'zeroShare is 7'],
  ['data=@csv,1,types:int65', 'columnTypes'],
  ['data=@smiles,1,malformed:never', 'malformed'],
  ['hide-formats=%E0%A4%A', 'percent-encoding'],
  ['baseline=99', 'baseline'],
  ['z=AAAA', 'unpacked'],
  ['r=AAAA', 'cut off'],
  [`r=${'A'.repeat(400)}`, 'damaged'],
])('%s is refused with its reason', async (parameters, reason) => {
  const { view: shown, result, problem } = await read(`#${frameFragment(parameters)}`);
  expect(problem).toContain(reason);
  expect(shown).toBe(fallback);
  expect(result).toBeNull();
});

test('no text whatever makes it throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.boolean(), async (text, framed) => {
      const hash = `#${framed ? frameFragment(text) : text}`;
      readView(hash, fallback);
      const { problem } = await read(hash);
      expect(problem === null || problem.length > 10).toBe(true);
    }),
    { numRuns: 500 },
  );
}, 180_000);

test('an overlong link is refused unread', async () => {
  expect((await read(`#${'x'.repeat(4_000_001)}`)).problem).toContain('4,000,001 characters');
});

test('an own file’s name is in no address, and in a link only where ticked', async () => {
  expect(writeFragment(own('Salaries.csv'))).not.toContain('Salaries');
  const silent = await viewLink(own('Salaries.csv'), redactEverything, base);
  expect(silent.url).not.toContain('Salaries');
  expect((await read(silent.url.slice(base.length))).view).toEqual(own(null));
  const told = await viewLink(own('Salaries & co.csv'), { fileName: true, columnNames: false }, base);
  expect((await read(told.url.slice(base.length))).view).toEqual(own('Salaries & co.csv'));
});

test('a link to a view leaves out candidates that name columns of an own file, unless the names are told or all do', async () => {
  const parquet = (columns: string) => ({
    format: 'parquet',
    implementation: 'arrow-rs',
    options: { columns },
    codec: null,
  });
  const withCandidates = (...columns: string[]) => {
    const opened = own(null);
    return { ...opened, plan: { ...opened.plan, candidates: columns.map(parquet) } };
  };
  const candidatesOf = async (...[view, redaction]: Parameters<typeof viewLink>) =>
    (await read((await viewLink(view, redaction, base)).url.slice(base.length))).view.plan.candidates.map(
      ({ options }) => options.columns,
    );
  expect(await candidatesOf(withCandidates('', 'salary: PLAIN'), redactEverything)).toEqual(['']);
  expect(await candidatesOf(withCandidates('', 'salary: PLAIN'), { fileName: false, columnNames: true })).toEqual([
    '',
    'salary: PLAIN',
  ]);
  expect(await candidatesOf(withCandidates('salary: PLAIN'), redactEverything)).toEqual(['salary: PLAIN']);
});

/** Candidates that the registry has, so that the plan can be run again. */
function runnable(result: RunResult): RunResult {
  return {
    ...result,
    plan: {
      ...result.plan,
      candidates: result.plan.candidates.map(() => ({
        format: 'raw',
        implementation: 'formatlab',
        options: {},
        codec: null,
      })),
    },
  };
}

test('a link with results opens on them and on their plan, and runs nothing', async () => {
  const result = runnable(sampleResult({ candidates: 3, rounds: 2, samples: 5 }));
  const link = await resultLink(
    result,
    view({ results: { ...defaultsV1.results, operation: 'decode' } }),
    redactEverything,
    base,
  );
  expect(link).toMatchObject({ characters: link.url.length, tier: linkTier(link.url.length) });
  const hash = link.url.slice(base.length);
  expect(readView(hash, fallback)).toEqual({ view: fallback, problem: null, complete: false });
  const opened = await read(hash);
  expect(opened.problem).toBeNull();
  expect(opened.result?.cells.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  expect(opened.view).toEqual(view({ plan: result.plan, results: { ...defaultsV1.results, operation: 'decode' } }));
});

test('results of candidates that this version does not have are shown, with the reason why they can’t be run', async () => {
  const strange = sampleResult({ candidates: 2, rounds: 1, samples: 1 });
  const result = {
    ...strange,
    plan: {
      ...strange.plan,
      candidates: strange.plan.candidates.map((candidate) => ({ ...candidate, format: 'hologram' })),
    },
  };
  const opened = await read((await resultLink(result, view(), redactEverything, base)).url.slice(base.length));
  expect(opened.result?.cells).toHaveLength(2);
  expect(opened.problem).toMatch(telling('“hologram”', 'arrow'));
});

test.each(['explore', 'published', 'formats', 'codecs', 'native', 'about'] as const)(
  '#%s is a starting point',
  async (page) => {
    expect(await read(`#${page}`)).toEqual({ view: { ...fallback, page }, result: null, problem: null });
    expect(await read(page)).toEqual({ view: { ...fallback, page }, result: null, problem: null });
    expect(await read('#')).toEqual({ view: { ...fallback, page: 'explore' }, result: null, problem: null });
  },
);

test.each(['000', '004', '999', 'no-such_source'])('#published/%s opens the page of a source', async (source) => {
  const opened = { ...fallback, page: 'published', source };
  expect(await read(`#published/${source}`)).toEqual({ view: opened, result: null, problem: null });
  expect(readView(`published/${source}`, fallback)).toEqual({ view: opened, problem: null, complete: true });
});

test('a start that names no source does not keep the one of the page before', () => {
  expect(readView('#published', { ...fallback, page: 'published', source: '003' }).view.source).toBeNull();
});

/** One link of each kind that can’t be followed; `fragment.words.test.ts` holds the words of each. */
const refused = {
  noSource: 'published/',
  noLink: 'hologram',
  changed: 'v1.AAAAA&page=about',
  newer: frameFragment('page=about').replace(/^v1/, 'v1234'),
  tooLong: 'x'.repeat(4_000_001),
};
const problemOf = (text: string) => readView(`#${text}`, fallback).problem;

test('a link that can’t be followed is refused for one of five reasons', () => {
  expect(new Set(Object.values(refused).map(problemOf)).size).toBe(5);
  expect(problemOf(refused.noSource)).toMatch(telling('#published/000'));
  expect(problemOf(refused.tooLong)).toMatch(telling('4,000,001', '4,000,000'));
  expect(problemOf(refused.newer)).toMatch(telling(newerVersionMessage));
});

test.each([
  ['hologram', 'noLink'],
  ['published/', 'noSource'],
  ['published/000/claims', 'noSource'],
  ['published/<b>', 'noSource'],
  ['published/%30', 'noSource'],
  [`published/${'0'.repeat(41)}`, 'noSource'],
  ['formats/000', 'noLink'],
  ['v1.AAAA&', 'noLink'],
  ['v12345.AAAAA&', 'noLink'],
  ['xv1.AAAAA&', 'noLink'],
  ['v1.AAAAA&page=about', 'changed'],
  [refused.newer, 'newer'],
  ['x'.repeat(4_000_001), 'tooLong'],
  ['x'.repeat(4_000_000), 'noLink'],
] as const)('a link that can’t be followed says why: %.20s', async (text, kind) => {
  const problem = problemOf(refused[kind]);
  expect(await read(`#${text}`)).toEqual({ view: fallback, result: null, problem });
  expect(readView(`#${text}`, fallback)).toEqual({ view: fallback, problem, complete: true });
});

test('a packed view that is no text is refused', async () => {
  const packed = toBase64Url(await deflate(new Uint8Array([0xff, 0xfe])));
  expect((await read(`#${frameFragment(`z=${packed}`)}`)).problem).toEqual(expect.any(String));
});

test('a text of up to 2,000 characters stays readable, a longer one only where packing does not shorten it', async () => {
  const withHidden = (length: number) => {
    const name = 'a'.repeat(length - 'hide-formats='.length);
    return view({ results: { ...defaultsV1.results, hiddenFormats: [name] } });
  };
  const head = frameFragment('').length;
  expect((await writeCompactFragment(withHidden(2_000))).length).toBe(head + 2_000);
  expect(await writeCompactFragment(withHidden(2_001))).toMatch(/^v1\..{5}&z=.{10,100}$/);
});

test('what fails without a reason of ours is told as it is', () => {
  const broken = { ...fallback };
  Object.defineProperty(broken, 'page', {
    enumerable: true,
    get: () => {
      throw new RangeError('x'.repeat(600));
    },
  });
  const { problem } = readView('#about', broken);
  expect(problem).toMatch(/x{400}$/);
  expect(problem).toHaveLength(500);
});

test('results whose plan can’t be run again are shown, and say so', async () => {
  const strange = sampleResult({ candidates: 1, rounds: 1, samples: 1 });
  const [candidate] = strange.plan.candidates;
  if (candidate === undefined) throw new Error('There is a candidate.');
  const plan = { ...strange.plan, candidates: [{ ...candidate, format: 'hologram' }] };
  const link = await resultLink({ ...strange, plan }, view(), redactEverything, base);
  const { view: shown, problem } = await read(link.url.slice(base.length));
  expect(shown).toBe(fallback);
  const ofPlan = await read(`#${writeFragment(view({ plan }))}`);
  expect(ofPlan.problem).toMatch(telling('“hologram”', 'arrow'));
  // The reason is that of a link to the plan alone, and more is said before it.
  expect(problem?.endsWith(`: ${ofPlan.problem}`)).toBe(true);
});

test.each([
  [1, 'anywhere'],
  [2_000, 'anywhere'],
  [2_001, 'browsers'],
  [8_000, 'browsers'],
  [8_001, 'long'],
  [60_000, 'long'],
  [60_001, 'file'],
] as const)('a link of %d characters gets %s', (characters, tier) => expect(linkTier(characters)).toBe(tier));

test('the checksum is made of the CRC-32', () => {
  const crc = crc32(new TextEncoder().encode('page=about'));
  expect(frameFragment('page=about')).toBe(
    `v1.${toBase64Url(new Uint8Array([crc >>> 24, crc >>> 16, crc >>> 8, crc])).slice(0, 5)}&page=about`,
  );
});
