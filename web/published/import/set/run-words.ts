import type { Environment } from '../../../../workers/model/environment';
import type { RunResult } from '../../../../workers/model/result';
import { formats } from '../../../../workers/registry/metadata';
import { budgetText } from '../../../figures/budget-words';
import { datasetName, parametersText } from '../../../figures/dataset-words';
import { browserName, isBrowserRun } from '../../../figures/environment-words';
import { formatDateTime } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { operationNames } from '../../../figures/operation-names';
import { statusWords } from '../../../figures/rows';
import { truncated } from '../../../figures/truncated';

/**
 * Descriptions of an imported run, for the user who decides what to do with it and for the set that it becomes. For a
 * user's file they contain only what redaction leaves.
 */

/** Distinct names of a run's datasets. Datasets with equal names get the parameters that differ, or a number. */
export function datasetLabels({ plan }: RunResult): string[] {
  const names = plan.datasets.map((spec) =>
    datasetName(spec.source === 'ownFile' ? { ...spec, fileName: null } : spec),
  );
  const isAlone = (labels: readonly string[], label: string) => labels.filter((each) => each === label).length === 1;
  const full = plan.datasets.map((spec, index) =>
    [names[index], parametersText(spec), spec.source === 'workload' ? `seed ${spec.seed}` : null]
      .filter((part) => part !== null)
      .join('; '),
  );
  return names.map((name, index) => {
    if (isAlone(names, name)) return truncated(name, 200);
    const label = full[index] ?? name;
    return label.length <= 200 && isAlone(full, label) ? label : `${truncated(name, 180)} (${index + 1})`;
  });
}

export const machineText = ({ environment }: RunResult): string =>
  environment.machineLabel?.trim() || browserName(environment);

/** `Vectors by id, 800 vectors; 10 candidates of 5 formats; encode, decode; standard effort`. */
export function planSummary(result: RunResult): string {
  const { plan } = result;
  const [first = '', ...others] = datasetLabels(result);
  const ids = [...new Set(plan.candidates.map(({ format }) => format))];
  const [only = ''] = ids;
  const of = ids.length === 1 ? (formats.get(only)?.label ?? only) : plural(ids.length, 'format');
  return [
    others.length === 0 ? first : `${first}, and ${plural(others.length, 'other dataset')}`,
    `${plural(plan.candidates.length, 'candidate')} of ${of}`,
    plan.operations.map((operation) => operationNames[operation].toLowerCase()).join(', '),
    plan.budget === undefined ? `${plan.effort} effort` : budgetText(plan.budget),
  ].join('; ');
}

/** `9 of 10 completed, 1 not supported`. */
export function cellCountsText({ plan, cells }: RunResult): string {
  const total = plan.datasets.length * plan.candidates.length;
  const missing = total - cells.length;
  const others = (['failed', 'unsupported', 'timedOut', 'overBudget', 'cancelled'] as const).flatMap((status) => {
    const count = cells.filter((cell) => cell.status === status).length;
    return count === 0 ? [] : [`${count} ${statusWords[status]}`];
  });
  const completed = cells.filter(({ status }) => status === 'completed').length;
  return [`${completed} of ${total} completed`, ...others, ...(missing > 0 ? [`${missing} not reached`] : [])].join(
    ', ',
  );
}

export const runDateText = ({ startedAt, finishedAt }: RunResult): string =>
  `${formatDateTime(startedAt)}${finishedAt === null ? ', stopped early' : ''}`;

/** The default title of a run. The parts that distinguish runs come first, since the labels of marks are short. */
export function runTitle(result: RunResult): string {
  const [first = '', ...others] = datasetLabels(result);
  return truncated(
    `${machineText(result)}: ${first}${others.length === 0 ? '' : ` and ${others.length} more`}, ${formatDateTime(result.startedAt)}`,
    200,
  );
}

export function hardwareText({ logicalCores, deviceMemoryGiB, platform }: Environment): string {
  return [
    ...(logicalCores === null ? [] : [plural(logicalCores, 'logical core')]),
    ...(deviceMemoryGiB === null ? [] : [`${deviceMemoryGiB} GiB of memory or more`]),
    ...(platform.trim() === '' ? [] : [platform.trim()]),
  ].join(', ');
}

export function softwareText(environment: Environment): string {
  const libraries = Object.entries(environment.libraries).map(([name, version]) => `${name} ${version}`);
  return truncated(
    [browserName(environment), `Formatlab ${environment.formatlabVersion}`, ...libraries].join('; '),
    1_000,
  );
}

/**
 * The number of threads that the clock covers. A page runs one worker at a time, and a native script states its number.
 * Empty if the run does not state it.
 */
export function threadsText(environment: Environment): string {
  const { userAgent } = environment;
  if (isBrowserRun(environment)) return 'one worker at a time';
  return /\b(\d{1,4} (?:threads?|processes)|synchronous)\b/.exec(userAgent)?.[1] ?? '';
}
