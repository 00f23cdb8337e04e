import { expect, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { innerCodec } from '../../workers/model/plan';
import { readPrintedNumber } from '../../workers/model/printed-number';
import { figuresOf, publishedUnits } from '../../workers/model/published';
import { checkCandidate, checkPlan } from '../../workers/registry/check-plan';
import { findFormatImplementation, workloads } from '../../workers/registry/metadata';
import { supportedCandidates, isKnownCandidate, isKnownWorkload, planForWorkload } from '../published/plan-of';
import { loadPublishedSources } from './sources';

const sources = await loadPublishedSources();
const find = (id: string) => {
  const source = sources.find((each) => each.id === id);
  if (source === undefined) throw new Error(`Source ${id} is missing.`);
  return source;
};

test('has the five sources', () => {
  expect(sources.map(({ id }) => id)).toEqual(['000', '001', '002', '003', '004']);
});

test.each(sources)('$id: its question and its answer are one sentence each', ({ question, answer }) => {
  expect(question).toMatch(/^[^?]+\?$/);
  expect(answer).toMatch(/^(?:[^.]|\.(?=\d))+\.$/);
});

test.each(sources)('$id: every figure has an id of its own and names systems and datasets that there are', (source) => {
  const figures = figuresOf(source);
  expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
  const systems = new Set(source.systems.map(({ id }) => id));
  const datasets = new Set(source.datasets.map(({ id }) => id));
  const ofSource = new Set(source.workloads.map(({ id }) => id));
  for (const { system, dataset } of figures) {
    if (system !== null) expect(systems).toContain(system);
    if (dataset !== null) expect(datasets).toContain(dataset);
  }
  for (const { workload } of source.datasets) expect(ofSource).toContain(workload);
  for (const { comparedWith } of source.systems)
    for (const id of Object.values(comparedWith)) if (id !== null) expect(systems).toContain(id);
});

test.each(sources)(
  '$id: every figure of a table or sentence about a system is of a kind that its unit fits',
  (source) => {
    const units: Partial<Record<string, readonly string[]>> = {
      Time: ['s', 'ms'],
      Rate: ['records/s', 'pages/s', 'molecules/s'],
      Size: ['B', 'KiB', 'MB', 'MiB', 'GB', 'GiB'],
      Ratio: ['1'],
      SpeedUp: ['1'],
    };
    for (const { id, metric, unit } of figuresOf(source)) {
      const allowed = Object.entries(units).find(([ending]) => metric.endsWith(ending))?.[1];
      if (allowed !== undefined) expect(allowed, id).toContain(unit);
    }
  },
);

test.each(sources)('$id: the base value of every figure is the printed number in the unit it is read as', (source) => {
  for (const { id, printed, unit, value } of figuresOf(source)) {
    const base = readPrintedNumber(printed).value * publishedUnits[unit];
    expect(Math.abs(value - base), id).toBeLessThanOrEqual(base * 1e-12);
  }
});

test.each(sources)('$id: every row of a table has as many cells as the table has columns', ({ tables }) => {
  for (const { columns, rows } of tables) for (const row of rows) expect(row).toHaveLength(columns.length);
});

test.each(sources)('$id: data bytes are those of our own workload at that size', (source) => {
  for (const { itemCount, dataBytes, workload: id } of source.datasets) {
    const workload = source.workloads.find((each) => each.id === id);
    const meta = workloads.get(workload?.workload ?? '');
    if (workload === undefined || meta === undefined) throw new Error(`There is no workload ${id}.`);
    const defaults = Object.fromEntries(meta.parameters.map((parameter) => [parameter.id, parameter.default]));
    expect(dataBytes).toBe(meta.dataBytes({ ...defaults, ...workload.knobs }, itemCount));
  }
});

test.each(sources)('$id: a system without a candidate says why', ({ systems }) => {
  for (const { candidate, candidateNote } of systems) expect(candidate !== null || candidateNote !== null).toBe(true);
});

const candidates = sources.flatMap(({ id, systems }) =>
  systems.flatMap(({ id: system, candidate }) => (candidate === null ? [] : [{ id: `${id}/${system}`, candidate }])),
);

test.each(candidates)('$id maps to a candidate that the registry has', ({ candidate }) => {
  expect(() => checkCandidate(candidate)).not.toThrow();
});

test.each(
  sources.flatMap((source) =>
    source.workloads.map((workload) => ({ name: `${source.id}/${workload.id}`, source, workload })),
  ),
)('$name: its plan can be run', ({ source, workload }) => {
  const plan = planForWorkload(source, workload);
  expect(plan.datasets).toMatchObject([{ workload: workload.workload, size: workload.sizeHere }]);
  expect(checkPlan(plan)).toMatchObject({ operations: plan.operations });
});

test.each(sources)('$id: every system that runs here can encode or convert the data of each workload', (source) => {
  for (const workload of source.workloads) {
    const meta = workloads.get(workload.workload);
    const defaults = Object.fromEntries(meta?.parameters.map((parameter) => [parameter.id, parameter.default]) ?? []);
    const schema = meta?.schema({ ...defaults, ...workload.knobs }, workload.sizeHere);
    for (const candidate of supportedCandidates(source)) {
      const { format, implementation, options } = candidate;
      const found = findFormatImplementation(format, implementation);
      if (schema === undefined || found === null) throw new Error(`${workload.workload} or ${format} is missing.`);
      expect(
        found.implementation.unsupported('encode', schema, { options, innerCodec: innerCodec(candidate)?.id ?? null }),
        `${workload.id} as ${format}`,
      ).toBeNull();
    }
  }
});

test('a candidate or workload of another build is told, not run', () => {
  expect(isKnownCandidate({ format: 'feather', implementation: 'formatlab', options: {}, codec: null })).toBe(false);
  const [workload] = find('000').workloads;
  if (workload === undefined) throw new Error('Source 000 has no workload.');
  expect(isKnownWorkload({ ...workload, workload: 'elsewhere' })).toBe(false);
  const source = find('000');
  const foreign = {
    ...source,
    systems: source.systems.map((system, index) =>
      index === 0
        ? { ...system, candidate: { format: 'feather', implementation: 'x', options: {}, codec: null } }
        : system,
    ),
  };
  expect(planForWorkload(foreign, workload).candidates.map(({ format }) => format)).toEqual([
    'raw',
    'hdf5',
    'hdf5',
    'hdf5',
  ]);
});

test('000: no uncompressed file is smaller than its values, and memory is decimal', () => {
  const source = find('000');
  for (const figure of figuresOf(source)) {
    const values = (source.datasets.find(({ id }) => id === figure.dataset)?.itemCount ?? 0) * 1_280 * 8;
    if (figure.metric === 'fileSize' && figure.system !== 'hdf5-gzip')
      expect(figure.value * 1.011, figure.id).toBeGreaterThan(values);
    if (figure.metric === 'memorySize' && figure.id.startsWith('sizes/')) {
      expect(figure.value / values).toBeGreaterThan(1.005);
      expect(figure.value / values).toBeLessThan(1.02);
    }
  }
});

test('000: every cell of its tables is there', () => {
  const source = find('000');
  const cells = (id: string) =>
    source.tables
      .find((table) => table.id === id)
      ?.rows.flat()
      .filter((cell) => typeof cell !== 'string').length;
  expect(cells('sizes')).toBe(40);
  expect(cells('compression')).toBe(14);
});

test('004: a time is never below what its file takes at ten times the assumed disk', () => {
  for (const { metric, system, value } of figuresOf(find('004'))) {
    const size = figuresOf(find('004')).find(
      (figure) => figure.metric === 'fileSize' && figure.system === system && figure.id.startsWith('table/'),
    );
    if ((metric === 'writeTime' || metric === 'readTime') && size) expect(value).toBeGreaterThan(size.value / 5e9);
  }
});

test('001: every factor of abstract, introduction and sections is there, and none of lists', () => {
  const source = find('001');
  const factors = figuresOf(source).filter(({ metric }) => metric === 'writeSpeedUp' || metric === 'readSpeedUp');
  const places = new Set(factors.map(({ id }) => id.split('/')[0]));
  expect([...places]).toEqual(['abstract', 'introduction', 'section']);
  expect(factors).toHaveLength(3 * 2 * 2 * 2);
  expect(source.datasets.map(({ id }) => id)).toEqual(['array', 'dict']);
  expect(source.tables.find(({ id }) => id === 'table3')?.note).toMatch(telling('list'));
});

test('002: every cell of its four tables is there', () => {
  const cells = find('002').tables.map(({ id, rows }) => [
    id,
    rows.flat().filter((cell) => typeof cell !== 'string').length,
  ]);
  expect(cells).toEqual([
    ['hash-rebuild', 30],
    ['hash-rates', 8],
    ['tree-rebuild', 30],
    ['tree-rates', 8],
  ]);
});

test('002: a page is never counted as a record', () => {
  for (const { metric, unit, system, id } of figuresOf(find('002'))) {
    if (metric === 'compressRate' || metric === 'decompressRate')
      expect(unit, id).toBe(system?.startsWith('hash') ? 'records/s' : 'pages/s');
  }
});
