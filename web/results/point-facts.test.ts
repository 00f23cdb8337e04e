import { describe, expect, test } from 'vitest';
import type { Summary } from '../../workers/model/statistics/summary';
import { telling } from '../../workers/model/testing/telling';
import type { UserFile } from '../figures/user-file';
import { defaultResultsView } from '../view/results-view';
import { chartSummary } from './chart-summary';
import { type ChartPoint, chartData } from './fields/chart-data';
import type { ChartFrontier } from './fields/chart-frontier';
import { chosenFields } from './fields/chosen-fields';
import { publishedPoints } from './fields/published-points';
import { cellsAndFields } from './fields/testing/test-cells';
import {
  capital,
  datasetText,
  frontierText,
  furtherFields,
  pointAriaLabel,
  pointFacts,
  shareText,
} from './point-facts';
import { candidate, codec } from './testing/test-results';

const made = cellsAndFields({
  cells: [
    { candidate: candidate('plain'), sizeBytes: 10_000_000, ms: { encode: 5, decode: 2 } },
    { candidate: candidate('packed', codec('zstd', 3)), sizeBytes: 2_000_000, ms: { encode: 20, decode: 4 } },
  ],
});
const choose = (view: object = {}) => chosenFields(made.fields, { ...defaultResultsView, ...view });
const pointsOver = (x: string, y: string) =>
  chartData(made.cells, { field: made.field(x), scale: 'log' }, { field: made.field(y), scale: 'log' }).points;
const [plain, packed] = pointsOver('decode.time', 'ratio') as [ChartPoint, ChartPoint];
const none: ChartFrontier = { status: 'none', reason: '' };
const frontier = (shares: readonly number[], on: readonly ChartPoint[], isExact = false): ChartFrontier => ({
  status: 'frontier',
  points: on,
  xBetter: 'smaller',
  yBetter: 'larger',
  probabilities: new Map(shares.map((share, index) => [[plain, packed][index]?.key ?? '', share])),
  isExact,
});

describe('the further fields of a point', () => {
  const ids = (view: object, operation: 'encode' | 'decode' = 'encode') =>
    furtherFields(choose(view), operation).map(({ id }) => id);

  test('are those that its figures do not have, each once', () => {
    expect(ids({})).toEqual([]);
    expect(ids({ xField: 'decode.time', yField: 'level', colorField: 'level', facetField: 'format' })).toEqual([
      'decode.time',
      'level',
      'format',
    ]);
    expect(ids({ xField: 'size', yField: 'ratio', colorField: 'time', facetField: 'throughput' })).toEqual([]);
  });

  test('contain the times of other operations only', () => {
    const view = { xField: 'encode.time', yField: 'decode.throughput' };
    expect([ids(view), ids(view, 'decode')]).toEqual([['decode.throughput'], ['encode.time']]);
    expect(ids({ xField: 'decode.time', yField: 'encode.throughput' }, 'decode')).toEqual(['encode.throughput']);
  });
});

describe('the facts of a point', () => {
  const facts = (point: ChartPoint, view: object, of: ChartFrontier = none) =>
    pointFacts(point, { chosen: choose(view), frontier: of, operation: 'encode' });

  test('are named by the phrases of the fields', () => {
    expect(facts(plain, { xField: 'decode.time', yField: 'level' })).toEqual([
      ['Decode time', '2.00 ms'],
      ['Level', '–'],
    ]);
    expect(facts(packed, { yField: 'level' })).toEqual([['Level', '3']]);
  });

  test('begin with the machine of the compared run, and end with the frontier', () => {
    const compared: ChartPoint = { ...packed, cell: { ...packed.cell, isShownRun: false, machine: 'M' } };
    expect(facts(compared, { yField: 'level' }, frontier([0, 0.5], [packed]))).toEqual([
      ['Compared run', 'M'],
      ['Level', '3'],
      ['On the frontier', expect.stringMatching(/^yes, 50 % /)],
    ]);
    expect(facts(packed, {})).toEqual([]);
  });

  test('of the frontier are whether, and in which share', () => {
    expect(frontierText(none, plain.key)).toBeNull();
    expect(frontierText(frontier([1], [plain], true), packed.key)).toBeNull();
    const exact = frontier([1, 0], [plain], true);
    expect([plain, packed].map(({ key }) => frontierText(exact, key))).toEqual(['yes', 'no']);
    const drawn = frontier([0.97, 0.03], [plain]);
    expect(frontierText(drawn, plain.key)).toMatch(/^yes, 97 % of \w+$/);
    expect(frontierText(drawn, packed.key)).toMatch(/^no, 3\.0 % of \w+$/);
  });

  test('give shares near 0 and 1 as bounds', () => {
    const texts = [0, 0.009, 0.01, 0.5, 0.99, 0.991, 1].map(shareText);
    expect(texts).toEqual(['0 %', 'under 1 %', '1.0 %', '50 %', '99 %', 'over 99 %', '100 %']);
  });

  test('follow the figures in the text for screen readers', () => {
    const label = pointAriaLabel(packed, { chosen: choose({ yField: 'level' }), frontier: none, operation: 'encode' });
    expect(label).toMatch(/size 2\.00 MB.*, level 3$/);
    expect(pointAriaLabel(packed, { chosen: choose(), frontier: none, operation: 'encode' })).not.toMatch(/level 3$/);
  });

  test('name the dataset by its size', () => expect(datasetText(plain)).toBe('977 vectors'));

  test('begin with a capital', () => expect([capital('ab c'), capital('')]).toEqual(['Ab c', '']));
});

describe('the summary of a chart', () => {
  const userFile = { sizeBytes: 2_000_000, ratio: 5, decode: { bestMs: 4 } as Summary } as UserFile;
  const summary = (over: Partial<Parameters<typeof chartSummary>[0]> = {}) =>
    chartSummary({
      chosen: choose({ xField: 'decode.time' }),
      frontier: none,
      panel: { title: null, points: [plain, packed] },
      userFile: null,
      filePlace: null,
      ...over,
    });

  test('names the fields, the panel and the number of candidates', () => {
    expect(summary()).toMatch(telling('ratio against decode time', '2 candidates'));
    expect(summary()).not.toMatch(/frontier|file\W/);
    expect(summary({ panel: { title: 'Panel 1', points: [plain] } })).toMatch(/decode time, Panel 1, 1 candidate\./);
  });

  test('names both ends of the frontier, of the points in the panel', () => {
    const both = frontier([1, 1], [plain, packed]);
    expect(summary({ frontier: both })).toMatch(
      telling(`frontier: 2, from ${plain.cell.row.names.label}`, 'ratio 1', '2.00 ms to packed', 'ratio 5', '4.00 ms'),
    );
    const ofPanel = summary({ frontier: both, panel: { title: null, points: [packed] } });
    expect(ofPanel).toMatch(telling(`frontier: 1: ${packed.cell.row.names.label}`, 'ratio 5', '4.00 ms.'));
    expect(ofPanel).not.toMatch(/plain/);
    expect(summary({ frontier: both, panel: { title: null, points: [] } })).toMatch(/ frontier: 0\. /);
    const turned = choose({ xField: 'ratio', yField: 'decode.time' });
    expect(summary({ chosen: turned, frontier: frontier([1], [plain]) })).toMatch(/ at 2\.00 ms and ratio 1\S*\. /);
  });

  test('tells where the user’s file stands', () => {
    expect(summary({ userFile, filePlace: { x: 4, y: 5 } })).toMatch(/ file .* 5\S* and 4\.00 ms\. /);
    const line = summary({ userFile, filePlace: { x: null, y: 5 } });
    expect(line).toMatch(telling('ratio 5', '2.00 MB'));
    const overSize = choose({ xField: 'decode.time', yField: 'size' });
    const ofSize = summary({ chosen: overSize, userFile, filePlace: { x: null, y: 2_000_000 } });
    expect(ofSize).toMatch(telling('2.00 MB', 'line'));
    expect(ofSize).not.toMatch(/ratio/);
    for (const without of [{ userFile }, { filePlace: { x: 4, y: 5 } }]) expect(summary(without)).toBe(summary());
    const overFormat = choose({ xField: 'format', yField: 'size' });
    expect(summary({ chosen: overFormat, userFile, filePlace: { x: 1, y: 2_000_000 } })).toMatch(/2\.00 MB and \. /);
  });
});

describe('published points', () => {
  const mark = (id: string, x: number | null, y: number) => ({
    id,
    label: id,
    shortLabel: id,
    x,
    y,
    citation: '',
    notes: [],
  });
  const marks = [mark('p', 3e8, 4), mark('q', null, 2)];
  const placed = (view: object, operation: 'encode' | 'decode' = 'encode') => {
    const { points, note } = publishedPoints(marks, choose(view), operation);
    return { places: points.map(({ id, x, y }) => [id, x, y]), note };
  };
  const asTheyAre = { places: [['p', 3e8, 4], ['q', null, 2]], note: null }; // biome-ignore format: short

  test('stand over throughput and ratio', () => {
    expect(placed({})).toEqual(asTheyAre);
    expect(placed({ xField: 'encode.throughput' })).toEqual(asTheyAre);
    expect(publishedPoints(marks, choose(), 'encode').points[0]?.mark).toBe(marks[0]);
  });

  test('turn with the axes, and those without a throughput are counted', () => {
    for (const yField of ['throughput', 'encode.throughput'])
      expect(placed({ xField: 'ratio', yField })).toEqual({
        places: [['p', 4, 3e8]],
        note: expect.stringMatching(/^1 /),
      });
    const [first] = marks;
    const { note } = publishedPoints(first ? [first] : [], choose({ xField: 'ratio', yField: 'throughput' }), 'encode');
    expect(note).toBeNull();
  });

  test('are not drawn over other fields, nor in panels, with a reason', () => {
    for (const view of [
      { xField: 'size' },
      { yField: 'size' },
      { xField: 'ratio', yField: 'size' },
      { xField: 'size', yField: 'throughput' },
      { xField: 'decode.throughput' },
      { facetField: 'format' },
    ])
      expect(placed(view), JSON.stringify(view)).toEqual({ places: [], note: expect.stringMatching(/\.$/) });
    expect(placed({ xField: 'decode.throughput' }, 'decode')).toEqual(asTheyAre);
    expect(publishedPoints([], choose({ xField: 'size' }), 'encode')).toEqual({ points: [], note: null });
  });
});
