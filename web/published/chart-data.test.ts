import { expect, test } from 'vitest';
import { barCharts, datasetsOfWorkload, mainChartOf, sweepPoints } from './chart-data';
import { loadPublishedSources } from '../sources/sources';

const sources = await loadPublishedSources();

function charts(sourceId: string) {
  const source = sources.find(({ id }) => id === sourceId);
  if (source === undefined) throw new Error(`Source ${sourceId} is missing.`);
  return { source, charts: source.workloads.flatMap((workload) => barCharts(source, workload)) };
}

test('002: sizes of all systems in one chart; records a second and pages a second never in one', () => {
  const { charts: drawn } = charts('002');
  expect(drawn.map(({ id, bars }) => [id, bars.length])).toEqual([
    ['size', 14],
    ['write', 10],
    ['read', 10],
    ['compressRate-records/s', 4],
    ['compressRate-pages/s', 4],
    ['decompressRate-records/s', 4],
    ['decompressRate-pages/s', 4],
  ]);
  const size = drawn[0]?.bars.find(({ id }) => id === 'tree64-lzma');
  expect(size?.value).toBeCloseTo((100 * 0.236 * 173_908_640) / (8 * 246_470 + 246_469 * 694), 8);
});

test('001: each place that prints a factor has its bar, arrays and dictionaries apart', () => {
  const { charts: drawn } = charts('001');
  expect(drawn.map(({ title }) => title)).toEqual([
    'Arrays: serializing',
    'Arrays: deserializing',
    'Dictionaries: serializing',
    'Dictionaries: deserializing',
  ]);
  expect(drawn[0]?.bars.map(({ label, value }) => [label, value])).toEqual([
    ['→ Julia, Abstract', 1.57],
    ['→ Julia, § 1', 2.61],
    ['→ Julia, § 5.3.1', 1.57],
    ['→ Python, Abstract', 3.26],
    ['→ Python, § 1', 3.26],
    ['→ Python, § 5.4', 3.26],
  ]);
});

test('several sizes are drawn as a sweep, one as bars', () => {
  const { source, charts: drawn } = charts('000');
  expect(drawn.map(({ id }) => id)).toEqual(['size']);
  const [workload] = source.workloads;
  if (workload === undefined) throw new Error('Source 000 has no workload.');
  expect(datasetsOfWorkload(source, workload)).toHaveLength(4);
  expect(sweepPoints(source, workload, 'writeTime')[0]?.pickle).toBeCloseTo(102_570_004 / 0.47 / 1e6, 10);
  expect(charts('004').charts.map(({ id }) => id)).toEqual(['size', 'write', 'read']);
});

test('the chart that stands for a source is that of sizes, unless it has none or measured several sizes', () => {
  const main = Object.fromEntries(
    sources.map((source) => {
      const chart = mainChartOf(source);
      return [source.id, chart?.kind === 'bars' ? chart.chart.title : (chart?.kind ?? null)];
    }),
  );
  expect(main).toEqual({
    '000': 'sweep',
    '001': 'Arrays: serializing',
    '002': 'File size',
    '003': 'ChEMBL-like molecules: file size',
    '004': 'File size',
  });
  const { source } = charts('004');
  expect(mainChartOf({ ...source, tables: [], statements: [] })).toBeNull();
  expect(mainChartOf({ ...source, workloads: [] })).toBeNull();
});
