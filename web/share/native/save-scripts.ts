import type { Plan } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { saveFile } from '../../ui/save-file';

/** Saves a plan as a script. The browser loads the scripts' sources on first use. */

export type ScriptKind = 'python' | 'dask';

/**
 * The file name of a script: `formatlab-native.py`, `formatlab-dask.py`, or with a distinguishing part
 * `formatlab-002-dictionary-native.py`.
 */
const scriptName = (kind: ScriptKind, of: string) =>
  `formatlab-${of === '' ? '' : `${of}-`}${kind === 'dask' ? 'dask' : 'native'}.py`;

export async function saveScript(
  kind: ScriptKind,
  plan: Plan,
  shown: RunResult | null,
  of = '',
  save = saveFile,
): Promise<void> {
  const { daskScriptOf, pythonScriptOf } = await import('./native-script');
  const script = kind === 'dask' ? daskScriptOf(plan) : pythonScriptOf(plan, datasetHashes(plan, shown));
  save(scriptName(kind, of), new Blob([script], { type: 'text/x-python' }));
}

/**
 * The SHA-256 of each dataset of the plan: for a file from the plan, and for generated data from results that include
 * it. Null if unknown.
 */
export function datasetHashes(plan: Plan, shown: Pick<RunResult, 'plan' | 'datasets'> | null): (string | null)[] {
  const made = new Map(
    (shown?.plan.datasets ?? []).flatMap((spec, index) => {
      const info = shown?.datasets[index];
      return info?.status === 'ready' ? [[JSON.stringify(spec), info.sha256] as const] : [];
    }),
  );
  return plan.datasets.map(
    (spec) => (spec.source === 'ownFile' ? spec.sha256 : null) ?? made.get(JSON.stringify(spec)) ?? null,
  );
}
