import type { ClockScope } from '../../../workers/model/entry';
import type { Operation, Plan } from '../../../workers/model/plan';
import { candidate, codec, makeRun } from '../../results/testing/test-results';
import { defaultResultsView, type ResultsView } from '../../view/results-view';
import { publishedMarks } from '../marks';
import { loadPublishedSources } from '../sources';

/** A run of a source's workload, and the marks that the sources have for it. */

export const sources = await loadPublishedSources();

const clocks: Partial<Record<Operation, readonly ClockScope[]>> = {
  encode: ['allocate', 'encode'],
  store: ['convert', 'encode', 'write'],
  decode: ['decode'],
  load: ['read', 'decode', 'convert'],
};
const pickle = candidate('pickle', null, { protocol: '4' });
export const bulk = candidate('hdf5', null, { layout: 'bulk' }, 'h5wasm');
const bulkGzip = candidate('hdf5', codec('gzip', 4, null, 'chunk'), { layout: 'bulk' }, 'h5wasm');

export function run(workload: string, knobs: Record<string, string | number> = {}) {
  const ms = { encode: 10, decode: 5, store: 20, load: 8 };
  const result = makeRun({
    cells: [pickle, bulk, bulkGzip].map((each) => ({ candidate: each, ms, clock: clocks })),
    operations: ['encode', 'decode', 'store', 'load'],
  });
  const plan: Plan = {
    ...result.plan,
    datasets: result.plan.datasets.map((spec) => (spec.source === 'workload' ? { ...spec, workload, knobs } : spec)),
  };
  return { ...result, plan };
}

export const view = (changes: Partial<ResultsView> = {}): ResultsView => ({ ...defaultResultsView, ...changes });
export const marksOf = (
  workload: string,
  changes: Partial<ResultsView> = {},
  knobs: Record<string, string | number> = {},
) => publishedMarks(sources, run(workload, knobs), view(changes));
export const find = (marks: ReturnType<typeof marksOf>, key: string) => {
  const mark = marks.marks.find((each) => each.key === key);
  if (mark === undefined) throw new Error(`There is no mark ${key}.`);
  return mark;
};
