import { expect, test } from 'vitest';
import example from '../../../fixtures/imported/example.json';
import { type ImportedSet, importedSetSchema } from '../../../workers/model/imported-set';
import { parseWithSchema } from '../../../workers/model/parse';
import { candidateKey } from '../../../workers/model/plan';
import { resultRows } from '../../figures/rows';
import { importedCharts } from '../../published/import/set/charts';
import { candidate, codec, makeRun } from '../../results/testing/test-results';
import { defaultResultsView } from '../../view/results-view';
import { compareSetWithRun } from './compare';
import { importedMarks, importedMarksNote, importedSizeFactors } from './imported-marks';
import { provenanceText } from './provenance';
import { dataOfRun } from './same-data';

const zlib = candidate('raw', codec('deflate', 1, 'native', 'file'));
const result = makeRun({
  cells: [
    {
      candidate: zlib,
      sizeBytes: 300_000,
      ms: { encode: 10, store: 50 },
      clock: { encode: ['encode'], store: ['encode', 'write'] },
    },
  ],
  operations: ['encode', 'store'],
  dataBytes: [1_000_000],
});
const rows = resultRows(result, false);
const imported = parseWithSchema(importedSetSchema, example, 'example');
const set: ImportedSet = {
  ...imported,
  systems: imported.systems.map((system) => ({
    ...system,
    candidate: system.id === 'zlib-1' ? candidateKey(zlib) : null,
  })),
  datasets: imported.datasets.map((dataset) => ({ ...dataset, sameAs: dataOfRun(result, 0), dataBytes: null })),
};
const withScopes = (...scopes: ImportedSet['metrics'][number]['scope'][]): ImportedSet => ({
  ...set,
  metrics: scopes.map((scope, index) => ({
    id: `m${index}`,
    label: `m${index}`,
    quantity: 'writeTime',
    unit: 's',
    scope,
  })),
  figures: scopes.flatMap((_, index) =>
    ['zlib-1', 'lz4'].map((system) => ({
      system,
      metric: `m${index}`,
      dataset: 'silesia',
      printed: '1',
      unit: 's' as const,
      value: 1,
      range: null,
    })),
  ),
});

test('titles of comparisons', () => {
  const titles = compareSetWithRun(withScopes('inMemory', 'withStorage', 'notStated'), { result, dataset: 0, rows });
  expect(titles.map(({ title }) => title).sort()).toEqual([
    'Write or encode time, clock not stated',
    'Write or encode time, here “Encode and store”',
    'Write or encode time, here “Encode”',
  ]);
});

test('the note on marks, and what a mark says', () => {
  const view = { ...defaultResultsView, operation: 'encode' as const };
  expect(importedMarksNote(importedMarks([set], result, rows, view))).toBe(
    'You imported the marks of “Compressors beside zstd…”. They are placed by their ratio and by their speed, as measured on the other machine.',
  );
  expect(importedSizeFactors([set], result, rows, view).find(({ key }) => key.endsWith('/lz4'))?.text).toBe(
    'lz4 1.10.0: 1.3× the size of zlib 1.3.1 -1',
  );
  const timed = {
    ...withScopes('inMemory'),
    figures: [...withScopes('inMemory').figures, ...set.figures.filter(({ metric }) => metric === 'ratio')],
  };
  const ratio = set.metrics.filter(({ id }) => id === 'ratio');
  const marks = importedMarks([{ ...timed, metrics: [...timed.metrics, ...ratio] }], result, rows, view);
  expect(marks.find(({ systemId }) => systemId === 'lz4')?.throughputReason).toBe(
    'The table does not state the size of the data whose times it gives.',
  );
});

test('a set of this machine', () =>
  expect(provenanceText({ ...set, sameMachine: true })).toContain('. Measured on this machine, as you said.'));

test('notes of charts', () => {
  const notes = importedCharts(withScopes('inMemory', 'inMemory', 'withStorage', 'withStorage'), 'silesia')
    .filter(({ id }) => id.startsWith('factors-'))
    .map(({ note }) => note);
  expect(notes).toEqual([
    'in memory, geometric mean of 2 factors, less is better',
    'with the file written or read, geometric mean of 2 factors, less is better',
  ]);
});
