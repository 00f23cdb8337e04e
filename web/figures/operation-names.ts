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

/** What each operation does, shown beside its name. */
export const operationHelp: Readonly<Record<Operation, string>> = {
  encode: 'Convert the dataset in memory to the bytes of a file',
  decode: 'Convert the bytes of a file to the dataset in memory',
  project: 'Read one column from the file’s bytes, without the others',
  lookup: 'Read single rows, ids or keys from the opened file, with nothing cached between look-ups',
  warmLookup: 'Look up after all pages have been read and decompressed',
  store: 'Encode, then write the file to the origin’s private file system',
  load: 'Read the file from the origin’s private file system, then decode it',
};

/** The part of the data that an operation reads, such as `the column city` or `64 random rows`. Operations on the whole dataset have no entry, nor do those whose part is unknown. */
export type OperationSubjects = Readonly<Partial<Record<Operation, string>>>;

/** The parts that the operations on one dataset of a run read. The column's name comes from the results, since the plan may have only its index. */
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

/** Quotes a blank column name. A shared result without names already calls the column `column 3`. */
function columnSubject(name: string): string {
  if (/^column \d+$/.test(name)) return `the ${name}`;
  return `the column ${/^\s*$/.test(name) ? `“${name}”` : name}`;
}

/** An operation for an axis or within a sentence: `encode`, `reading the column city`, `looking up 64 random rows`. */
export function operationPhrase(operation: Operation, subjects: OperationSubjects): string {
  const subject = subjects[operation];
  if (subject === undefined) return operationNames[operation].toLowerCase();
  if (operation === 'project') return `reading ${subject}`;
  return `looking up ${subject}${operation === 'warmLookup' ? ', warm' : ''}`;
}
