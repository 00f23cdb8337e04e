import { expect, test } from 'vitest';
import { figuresOf, publishedUnits } from '../../workers/model/published';
import { checkCandidate, checkPlan } from '../../workers/registry/check-plan';
import { workloads } from '../../workers/registry/metadata';
import { planOf } from './plan-of';
import { loadPublishedSources } from './sources';

const sources = await loadPublishedSources();
const find = (id: string) => {
  const source = sources.find((each) => each.id === id);
  if (source === undefined) throw new Error(`Source ${id} is missing.`);
  return source;
};

test('has the two sources', () => {
  expect(sources.map(({ id }) => id)).toEqual(['000', '004']);
});

test.each(sources)('$id: every figure has an id of its own and names systems and datasets that there are', (source) => {
  const figures = figuresOf(source);
  expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
  const systems = new Set(source.systems.map(({ id }) => id));
  const datasets = new Set(source.datasets.map(({ id }) => id));
  for (const { system, dataset } of figures) {
    if (system !== null) expect(systems).toContain(system);
    if (dataset !== null) expect(datasets).toContain(dataset);
  }
});

test.each(sources)('$id: the base value of every figure is the printed number in the unit it is read as', (source) => {
  for (const { id, printed, unit, value } of figuresOf(source)) {
    const digits = Number(/[\d,]*\.?\d+/.exec(printed)?.[0].replaceAll(',', ''));
    const myriads = printed.includes('億') ? 1e8 : 1;
    expect(value, id).toBeCloseTo(digits * myriads * publishedUnits[unit], 3);
  }
});

test.each(sources)('$id: every row of a table has as many cells as the table has columns', ({ tables }) => {
  for (const { columns, rows } of tables) for (const row of rows) expect(row).toHaveLength(columns.length);
});

test.each(sources)('$id: data bytes are those of our own workload at that size', ({ workload, datasets }) => {
  const meta = workloads.get(workload.id);
  if (meta === undefined) throw new Error(`There is no workload ${workload.id}.`);
  const defaults = Object.fromEntries(meta.knobs.map((knob) => [knob.id, knob.default]));
  for (const { itemCount, dataBytes } of datasets) expect(dataBytes).toBe(meta.dataBytes({ ...defaults, ...workload.knobs }, itemCount));
});

test.each(sources)('$id: a system without a candidate says why', ({ systems }) => {
  for (const { candidate, candidateNote } of systems) expect(candidate !== null || candidateNote !== null).toBe(true);
});

test.each(sources)('$id: every candidate it maps to is one that the registry has, and its plan can be run', (source) => {
  for (const { candidate } of source.systems) if (candidate !== null) expect(() => checkCandidate(candidate)).not.toThrow();
  const plan = planOf(source);
  expect(plan.datasets).toMatchObject([{ workload: source.workload.id, size: source.workload.sizeHere }]);
  expect(checkPlan(plan)).toMatchObject({ operations: plan.operations });
});

test('000: no uncompressed file is smaller than its values, and memory is decimal', () => {
  const source = find('000');
  for (const figure of figuresOf(source)) {
    const values = (source.datasets.find(({ id }) => id === figure.dataset)?.itemCount ?? 0) * 1_280 * 8;
    if (figure.metric === 'fileSize' && figure.system !== 'hdf5-gzip') expect(figure.value * 1.011, figure.id).toBeGreaterThan(values);
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
    const size = figuresOf(find('004')).find((figure) => figure.metric === 'fileSize' && figure.system === system && figure.id.startsWith('table/'));
    if ((metric === 'writeTime' || metric === 'readTime') && size) expect(value).toBeGreaterThan(size.value / 5e9);
  }
});
