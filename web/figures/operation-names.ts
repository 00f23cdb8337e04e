import { lookupKeysText } from '../../workers/model/operation-choices';
import type { Operation } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';

export const operationNames: Readonly<Record<Operation, string>> = {
  encode: 'Encode',
  decode: 'Decode',
  project: 'Read one column',
  lookup: 'Look up',
  warmLookup: 'Look up, warm',
  store: 'Encode and store',
  load: 'Load and decode',
};

/** What each operation is, beside its name. */
export const operationHelp: Readonly<Record<Operation, string>> = {
  encode: 'The dataset in memory to the bytes of a file',
  decode: 'The bytes of a file to the dataset in memory',
  project: 'One column out of the file’s bytes',
  lookup: 'Rows, ids or keys out of the opened file, nothing kept between them',
  warmLookup: 'The same with all pages read and decompressed beforehand',
  store: 'Encode, and write to the browser’s private file system',
  load: 'Read from the browser’s private file system, and decode',
};

/** What an operation was done to, of those that are done to a part: `the column city`, `64 random rows`. Empty of the others, and where it is not known. */
export type OperationSubjects = Readonly<Partial<Record<Operation, string>>>;

/** Of one dataset of a run. A column's name is taken from what was measured: the plan may give its place alone. */
export function operationSubjects(result: RunResult, dataset: number): OperationSubjects {
  const { plan, cells } = result;
  const info = result.datasets[dataset];
  const kind = info?.status === 'ready' ? info.schema.kind : null;
  const columns = info?.status === 'ready' && info.schema.kind === 'table' ? info.schema.columns : [];
  const details = cells.flatMap((cell) => {
    const project = cell.status === 'completed' && cell.dataset === dataset ? cell.operations.project : undefined;
    return project?.status === 'measured' && project.detail !== null ? [project.detail] : [];
  });
  const { projectColumn = 0 } = plan;
  const named = typeof projectColumn === 'string' ? projectColumn : columns[projectColumn]?.name;
  const column = details[0] ?? named;
  const subjects: Partial<Record<Operation, string>> = {};
  if (plan.operations.includes('project') && column !== undefined) subjects.project = columnSubject(column);
  if (kind !== null) {
    const looked = lookupKeysText(plan.lookupKeys, kind);
    if (plan.operations.includes('lookup')) subjects.lookup = looked;
    if (plan.operations.includes('warmLookup')) subjects.warmLookup = looked;
  }
  return subjects;
}

/** A blank name stands in quotes; one that a shared result leaves out is `column 3` already. */
function columnSubject(name: string): string {
  if (/^column \d+$/.test(name)) return `the ${name}`;
  return `the column ${/^\s*$/.test(name) ? `“${name}”` : name}`;
}

/** `encode`, `reading the column city`, `looking up 64 random rows`: for an axis or within a sentence. */
export function operationPhrase(operation: Operation, subjects: OperationSubjects): string {
  const subject = subjects[operation];
  if (subject === undefined) return operationNames[operation].toLowerCase();
  if (operation === 'project') return `reading ${subject}`;
  return `looking up ${subject}${operation === 'warmLookup' ? ', warm' : ''}`;
}
