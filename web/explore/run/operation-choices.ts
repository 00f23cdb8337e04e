import type { DatasetKind, DatasetSchema } from '../../../workers/model/dataset';
import {
  type LookupKeys,
  lookupLimits,
  missingColumnMessage,
  missingKeysMessage,
  collapseRanges,
} from '../../../workers/model/operation-choices';
import type { Plan } from '../../../workers/model/plan';

/** What is wrong with the column or the rows that a plan chooses, as far as the data chosen tell. */

const keyedKinds: readonly DatasetKind[] = ['table', 'keyedVectors', 'dict', 'records'];

export const readsColumn = (plan: Plan, schema: DatasetSchema | null): boolean =>
  plan.operations.includes('project') && schema?.kind === 'table' && schema.columns.length > 0;

export const looksUp = (plan: Plan, schema: DatasetSchema | null): boolean =>
  plan.operations.some((operation) => operation === 'lookup' || operation === 'warmLookup') &&
  schema !== null &&
  keyedKinds.includes(schema.kind);

/** The place of the column that is read; -1 where the data has no such column. */
export function columnPlace({ projectColumn = 0 }: Plan, schema: DatasetSchema | null): number {
  const columns = schema?.kind === 'table' ? schema.columns : [];
  if (typeof projectColumn === 'string') return columns.findIndex(({ name }) => name === projectColumn);
  return projectColumn < columns.length ? projectColumn : -1;
}

export function columnProblem(plan: Plan, schema: DatasetSchema | null): string | null {
  if (schema?.kind !== 'table' || !readsColumn(plan, schema) || columnPlace(plan, schema) >= 0) return null;
  return missingColumnMessage(
    plan.projectColumn ?? 0,
    schema.columns.map(({ name }) => name),
  );
}

/** `itemCount`: of the smallest dataset of the plan. Ids and keys are compared with the data when it is there: with the first trial. */
export function lookupProblem(plan: Plan, schema: DatasetSchema | null, itemCount: number | null): string | null {
  const { lookupKeys } = plan;
  if (!looksUp(plan, schema) || schema === null || lookupKeys?.choice !== 'given') return null;
  const given = lookupKeys.keys;
  if (schema.kind === 'table') {
    const missing = given.filter((key) => typeof key !== 'number' || (itemCount !== null && key >= itemCount));
    return missing.length === 0 ? null : missingKeysMessage(missing.map(String), 'table', itemCount ?? 1);
  }
  if (schema.kind !== 'dict' || schema.keyType !== 'int64') return null;
  const wrong = given.find((key) => !/^-?\d{1,19}$/.test(String(key)));
  return wrong === undefined ? null : `“${String(wrong).slice(0, 60)}” is no key here: the keys are whole numbers.`;
}

/** What was typed as rows or keys, or what is wrong with it. Rows are parted by commas or spaces and may be ranges, `3-7`; keys by commas or line ends. */
export function parseLookupText(
  text: string,
  kind: DatasetKind,
): { readonly keys: LookupKeys } | { readonly problem: string } {
  const parts = text
    .split(kind === 'table' ? /[\s,;]+/ : /[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0)
    return { problem: kind === 'table' ? 'Write numbers of rows, such as 0, 17, 30-39.' : 'Write at least one key.' };
  const keys: (number | string)[] = [];
  for (const part of parts) {
    const [, from, to] = kind === 'table' ? (/^(\d{1,12})(?:[-–](\d{1,12}))?$/.exec(part) ?? []) : [];
    if (kind === 'table' && from === undefined)
      return { problem: `“${part.slice(0, 60)}” is no number of a row: write numbers from 0, such as 0, 17, 30-39.` };
    if (part.length > lookupLimits.keyLength)
      return { problem: `A key has ${part.length} characters; at most ${lookupLimits.keyLength} can be given.` };
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    if (from === undefined) keys.push(part);
    else if (last < first) return { problem: `“${part}” runs backwards: write the lower number first.` };
    else for (let row = first; row <= last && keys.length <= lookupLimits.keys; row += 1) keys.push(row);
    if (keys.length > lookupLimits.keys) return { problem: `At most ${lookupLimits.keys} can be given one by one.` };
  }
  return { keys: { choice: 'given', keys } };
}

export const lookupText = (keys: LookupKeys | undefined): string =>
  keys?.choice === 'given' ? collapseRanges(keys.keys).join(', ') : '';
