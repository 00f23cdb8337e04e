import { parseWithSchema } from '../../../workers/model/parse';
import { type RunResult, runResultSchema } from '../../../workers/model/result';

/** Runs of sizes alone, which sweep a parameter of a source's workload: `000-distribution.json`. */
const files = import.meta.glob<unknown>('../../../fixtures/source-sweeps/*.json', { import: 'default' });

const nameOf = (path: string) => path.split('/').at(-1) ?? path;

/** True if sweeps of the source's workload are stored, without loading them. */
export const hasSweeps = (sourceId: string): boolean =>
  Object.keys(files).some((path) => nameOf(path).startsWith(`${sourceId}-`));

/** The stored sweeps of a source's workload, in the order of their names. Rejects if a file does not match its schema. */
export const loadSweeps = (sourceId: string): Promise<RunResult[]> =>
  Promise.all(
    Object.entries(files)
      .filter(([path]) => nameOf(path).startsWith(`${sourceId}-`))
      .sort(([one], [other]) => one.localeCompare(other))
      .map(async ([path, load]) => parseWithSchema(runResultSchema, await load(), `stored sweep ${nameOf(path)}`)),
  );
