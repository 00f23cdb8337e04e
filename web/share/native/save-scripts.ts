import type { Plan } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { minRoundsForVerdicts } from '../../../workers/model/statistics/compare';
import { mostRounds } from '../../figures/rows';
import { saveFile } from '../../ui/save-file';

/** Saves a plan as a script. The browser loads the scripts' sources on first use. */

type ScriptKind = 'python' | 'dask';

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
  // A script has no budget: it repeats the rounds that the run has reached.
  const { budget, ...inRounds } = plan;
  const rounds = budget === undefined ? null : reachedRounds(plan, shown);
  const script =
    kind === 'dask' ? daskScriptOf(inRounds, rounds) : pythonScriptOf(inRounds, datasetHashes(plan, shown), rounds);
  save(scriptName(kind, of), new Blob([script], { type: 'text/x-python' }));
}

/** The most rounds that a candidate got in the results of this plan, if that is enough for a verdict. Null without such results. */
export function reachedRounds(plan: Plan, shown: RunResult | null): number | null {
  if (shown === null || JSON.stringify(shown.plan.candidates) !== JSON.stringify(plan.candidates)) return null;
  const reached = mostRounds(shown);
  return reached < minRoundsForVerdicts ? null : reached;
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
