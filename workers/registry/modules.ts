import type { CodecModule, FormatModule, WorkloadModule } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { formatFolders } from './metadata';

/** Loads the registry's libraries on demand: each is downloaded when it is first used. */
const codecModules = import.meta.glob<CodecModule>(['../codecs/*/*.ts', '!../codecs/*/meta.ts', '!../**/*.test.ts'], {
  import: 'codec',
});
const formatModules = import.meta.glob<FormatModule>(
  ['../formats/*/implementations/*.ts', '../formats/*/*/implementations/*.ts', '!../**/*.test.ts'],
  { import: 'format' },
);
const workloadModules = import.meta.glob<WorkloadModule>('../workloads/*/index.ts', { import: 'workload' });

/** Loads a module. A failure is not cached, so that the next call tries again. */
async function load<M>(modules: Record<string, () => Promise<M>>, path: string, what: string): Promise<M> {
  const loader = modules[path];
  if (loader === undefined)
    throw new FormatlabError({ tag: 'invalidPlan', stage: 'load', message: `There is no ${what}.` });
  const module = await loader();
  if (module === undefined)
    throw new FormatlabError({ tag: 'internal', stage: 'load', message: `${path} does not export the ${what}.` });
  return module;
}

export const loadCodec = (codec: string, implementation: string) =>
  load(codecModules, `../codecs/${codec}/${implementation}.ts`, `codec ${codec} by ${implementation}`);
export const loadFormat = (format: string, implementation: string) =>
  load(
    formatModules,
    `../formats/${formatFolders.get(format)}/implementations/${implementation}.ts`,
    `format ${format} by ${implementation}`,
  );
export const loadWorkload = (workload: string) =>
  load(workloadModules, `../workloads/${workload}/index.ts`, `workload ${workload}`);
