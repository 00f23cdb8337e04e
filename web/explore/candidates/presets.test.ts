import { describe, expect, it } from 'vitest';
import { candidateKey } from '../../../workers/model/plan';
import { checkCandidate } from '../../../workers/registry/check-plan';
import { defaultPlan } from '../../../workers/registry/default-plan';
import { workloads } from '../../../workers/registry/metadata';
import { defaultSituation, namedSituations } from '../../view/named-situations';
import { gapChoices, readerIds, situationSchema } from '../../view/situation';
import { countedGaps } from '../../../workers/model/remote/gap-counts';
import { parseWithSchema } from '../../../workers/model/parse';
import { isOutdated, monthOf, pricePresetOf, pricePresets, pricesOf } from '../situation/price-presets';
import { readerPresets } from '../situation/reader-presets';
import { formatsNotOffered, whyUnsupported } from './make-candidates';
import { candidatePresets, presetOperations, presetsFor } from './presets';

const schemaOf = (id: string) => schemas[[...workloads.keys()].indexOf(id)] ?? null;
const schemas = [...workloads.values()].map((workload) =>
  workload.schema(
    Object.fromEntries(workload.parameters.map((parameter) => [parameter.id, parameter.default])),
    workload.size.default,
  ),
);
const preset = (id: string, workload: string) =>
  candidatePresets.find((each) => each.id === id)?.candidates(schemaOf(workload)) ?? [];

/** ROOT holds no categories. */
const hasCategories = (schema: (typeof schemas)[number]) =>
  schema.kind === 'table' && schema.columns.some(({ type }) => type === 'category');

describe.each(candidatePresets)('the preset “$label”', ({ id, candidates, kinds }) => {
  it.each(
    schemas.filter(
      (schema) => (id !== 'basket-sizes' || !hasCategories(schema)) && (kinds?.includes(schema.kind) ?? true),
    ),
  )('has candidates that the registry takes, each once, for $kind', (schema) => {
    const chosen = candidates(schema);
    expect(chosen.length).toBeGreaterThanOrEqual(2);
    expect(chosen.map(checkCandidate)).toEqual(chosen);
    expect(new Set(chosen.map(candidateKey)).size).toBe(chosen.length);
    if (id !== 'source000')
      expect(chosen.map((candidate) => whyUnsupported(candidate, schema))).toEqual(chosen.map(() => null));
  });
});

it('ROOT’s baskets have no candidates for a table with categories, which ROOT does not hold', () => {
  expect(preset('basket-sizes', 'table')).toEqual([]);
});

it('source 000 compares what the source compared, beside the baseline', () => {
  expect(
    preset('source000', 'keyedVectors').map(({ format, options, codec }) => [
      format,
      options.layout ?? null,
      codec?.level ?? null,
    ]),
  ).toEqual([
    ['raw', null, null],
    ['pickle', null, null],
    ['hdf5', 'each', null],
    ['hdf5', 'bulk', null],
    ['hdf5', 'bulk', 4],
  ]);
});

it('source 004 has none and every codec of Parquet', () => {
  const families = new Set(preset('source004', 'events').map(({ codec }) => codec?.id ?? 'none'));
  for (const id of ['none', 'snappy', 'zstd']) expect(families).toContain(id);
  expect(families.size).toBeGreaterThanOrEqual(6);
});

it('source 004 has its two reference rows too, and ROOT’s baskets have a sweep of their own', () => {
  const rootOf = (id: string) => preset(id, 'events').filter(({ format }) => format === 'root');
  expect(rootOf('source004').map(({ codec, options }) => [codec?.id, codec?.level, options.basketBytes])).toEqual([
    ['lz4', 1, 3_200_512],
    ['zstd', 1, 3_200_512],
  ]);
  expect(rootOf('basket-sizes')).toHaveLength(12);
});

it('“Suggested” is what the page starts with, and where a small file is the goal what it suggests then', () => {
  const suggested = (isForSmallest?: boolean, workload = 'table') =>
    candidatePresets.find(({ id }) => id === 'suggested')?.candidates(schemaOf(workload), isForSmallest) ?? [];
  expect(suggested().map(candidateKey)).toEqual(defaultPlan().candidates.map(candidateKey));
  for (const workload of workloads.keys())
    expect(
      suggested(true, workload).map(({ codec }) => `${codec?.id} ${codec?.level}`),
      workload,
    ).toContain('zstd 19');
});

it('offers what is of one kind of data for that alone', () => {
  const idsFor = (workload: string) => presetsFor(schemaOf(workload)).map(({ id }) => id);
  expect(idsFor('keyedVectors')).toContain('source000');
  expect(idsFor('keyedVectors')).not.toContain('source002');
  expect(idsFor('dictionary')).toEqual(expect.arrayContaining(['source002', 'page-sizes', 'record-dictionaries']));
  expect(idsFor('dictionary')).not.toContain('source000');
  expect(presetsFor(null).every(({ kinds }) => kinds === undefined)).toBe(true);
});

it('source 002 has Tkrzw’s ten combinations, as the source laid the files out', () => {
  const chosen = preset('source002', 'dictionary');
  expect(
    chosen.map(({ format, codec }) => `${format} ${codec?.id ?? 'none'} ${codec?.granularity ?? ''}`.trim()),
  ).toEqual([
    'hashdbm none',
    ...['zlib', 'zstd', 'lz4', 'lzma'].map((codec) => `hashdbm ${codec} record`),
    'treedbm none',
    ...['zlib', 'zstd', 'lz4', 'lzma'].map((codec) => `treedbm ${codec} page`),
  ]);
  expect(chosen.every(({ options }) => options.alignPow === 0)).toBe(true);
});

it('page sizes go from 4 KiB to 256 KiB for each of two codecs, and time look-ups alone', () => {
  const sizes = preset('page-sizes', 'dictionary').map(({ options, codec }) => `${codec?.id} ${options.maxPageSize}`);
  expect(sizes).toHaveLength(14);
  expect(sizes).toEqual(expect.arrayContaining(['zstd 4096', 'zstd 131072', 'lzma 262144']));
  const pageSizes = candidatePresets.find(({ id }) => id === 'page-sizes');
  const suggested = candidatePresets.find(({ id }) => id === 'suggested');
  if (pageSizes === undefined || suggested === undefined) throw new Error('both presets are there');
  const lookups = presetOperations(pageSizes, ['encode', 'decode']);
  expect(lookups).toEqual(['lookup', 'warmLookup']);
  expect(presetOperations(suggested, lookups)).toEqual(['encode', 'decode', 'lookup', 'warmLookup']);
  expect(presetOperations(suggested, ['decode'])).toEqual(['decode']);
});

it('trained dictionaries are one of several sizes, beside zstd without', () =>
  expect(
    preset('record-dictionaries', 'dictionary')
      .filter(({ codec }) => codec?.id === 'zstd-dictionary')
      .map(({ options }) => options.dictionaryKiB),
  ).toEqual([16, 64, 256]));

it.each(['array', 'dict', 'list'])(
  'source 001 has its format beside Pickle 4 and 5 and what the browser has: %s',
  (workload) => {
    const formats = preset('source001', workload).map(({ format }) => format);
    expect(formats).toEqual(expect.arrayContaining(['destination', 'pickle', 'arrow', 'json', 'structured-clone']));
    expect(formats.filter((format) => format === 'pickle')).toHaveLength(2);
  },
);

describe('presets of a situation', () => {
  it('have a reader of each id, of which the named situations use two', () => {
    expect(readerPresets.map(({ reader }) => reader)).toEqual(readerIds);
    const [none, pyarrow] = readerPresets;
    expect(none).toMatchObject(readerOf(defaultSituation));
    expect(pyarrow).toMatchObject(readerOf(namedSituations.columnAnalytics.situation));
    // A run counts requests at each gap that can be chosen.
    expect(gapChoices).toEqual(countedGaps);
  });

  it.each(pricePresets)('have prices of a store that a situation can hold: $id', (store) => {
    const situation = { ...defaultSituation, ...pricesOf(store) };
    expect(parseWithSchema(situationSchema, situation, 'link')).toEqual(situation);
    expect(pricePresetOf(situation)).toBe(store);
    expect(pricePresetOf({ ...situation, per1000Reads: 1 })).toBeNull();
    expect(store.source).toMatch(/^[a-z.]+\.com\//);
  });

  it('are outdated a year after the month of the prices', () => {
    const store = { asOf: '2026-05-01' };
    expect(monthOf(store)).toBe('May 2026');
    expect(isOutdated(store, new Date('2027-05-01'))).toBe(false);
    expect(isOutdated(store, new Date('2027-05-02'))).toBe(true);
  });
});

const readerOf = ({ reader, requestsAtOnce, gapBytes, keepsFooter }: typeof defaultSituation) => ({
  reader,
  requestsAtOnce,
  gapBytes,
  keepsFooter,
});

it('a format that no implementation writes these data in is named with the reason', () => {
  const missing = formatsNotOffered({ kind: 'molecules', coordinates: true, titles: true });
  expect(missing.map(({ label }) => label)).toEqual(expect.arrayContaining(['HDF5', 'npy']));
  expect(missing.map(({ label }) => label)).not.toContain('SMILES');
  expect(missing.every(({ reason }) => reason.endsWith('.'))).toBe(true);
  expect(formatsNotOffered(null)).toEqual([]);
});
