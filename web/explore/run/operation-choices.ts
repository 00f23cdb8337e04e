import type { DatasetKind, DatasetSchema } from '../../../workers/model/dataset';
import {
  type LookupKeys,
  lookupLimits,
  missingColumnMessage,
  missingKeysMessage,
  collapseRanges,
} from '../../../workers/model/operation-choices';
import type { Plan } from '../../../workers/model/plan';

const keyedKinds: readonly DatasetKind[] = ['table', 'keyedVectors', 'dict', 'records'];

/** True if the plan reads one column and the data has columns. */
export const planReadsColumn = (plan: Plan, schema: DatasetSchema | null): boolean =>
  plan.operations.includes('project') && schema?.kind === 'table' && schema.columns.length > 0;

/** True if the plan looks up rows or keys and the data has them. */
export const planLooksUp = (plan: Plan, schema: DatasetSchema | null): boolean =>
  plan.operations.some((operation) => operation === 'lookup' || operation === 'warmLookup') &&
  schema !== null &&
  keyedKinds.includes(schema.kind);

/** The index of the column that the plan reads. -1 if the data has no such column. */
export function projectColumnIndex({ projectColumn = 0 }: Plan, schema: DatasetSchema | null): number {
  const columns = schema?.kind === 'table' ? schema.columns : [];
  if (typeof projectColumn === 'string') return columns.findIndex(({ name }) => name === projectColumn);
  return projectColumn < columns.length ? projectColumn : -1;
}

/** What is wrong with the plan's column to read, as a sentence. Null if nothing is. */
export function columnProblem(plan: Plan, schema: DatasetSchema | null): string | null {
  if (schema?.kind !== 'table' || !planReadsColumn(plan, schema) || projectColumnIndex(plan, schema) >= 0) return null;
  return missingColumnMessage(
    plan.projectColumn ?? 0,
    schema.columns.map(({ name }) => name),
  );
}

/**
 * What is wrong with the plan's rows or keys to look up, as a sentence. Null if nothing is. `itemCount` is that of the smallest dataset. Whether
 * the data contains the ids or keys is checked in the first trial, when the data exists.
 */
export function lookupProblem(plan: Plan, schema: DatasetSchema | null, itemCount: number | null): string | null {
  const { lookupKeys } = plan;
  if (!planLooksUp(plan, schema) || schema === null || lookupKeys?.choice !== 'given') return null;
  const given = lookupKeys.keys;
  if (schema.kind === 'table') {
    const missing = given.filter((key) => typeof key !== 'number' || (itemCount !== null && key >= itemCount));
    return missing.length === 0 ? null : missingKeysMessage(missing.map(String), 'table', itemCount ?? 1);
  }
  if (schema.kind !== 'dict' || schema.keyType !== 'int64') return null;
  const wrong = given.find((key) => !/^-?\d{1,19}$/.test(String(key)));
  return wrong === undefined
    ? null
    : `“${String(wrong).slice(0, 60)}” is not a key of this data. Its keys are whole numbers.`;
}

/**
 * Parses the rows or keys that the user has typed, or states what is wrong. Rows are separated by commas or spaces and may be ranges, such as
 * `3-7`. Keys are separated by commas or line breaks.
 */
export function parseLookupText(
  text: string,
  kind: DatasetKind,
): { readonly keys: LookupKeys } | { readonly problem: string } {
  const parts = text
    .split(kind === 'table' ? /[\s,;]+/ : /[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0)
    return { problem: kind === 'table' ? 'Write row numbers, such as 0, 17, 30-39.' : 'Write at least one key.' };
  const keys: (number | string)[] = [];
  for (const part of parts) {
    const [, from, to] = kind === 'table' ? (/^(\d{1,12})(?:[-–](\d{1,12}))?$/.exec(part) ?? []) : [];
    if (kind === 'table' && from === undefined)
      return { problem: `“${part.slice(0, 60)}” is not a row number. Write numbers from 0, such as 0, 17, 30-39.` };
    if (part.length > lookupLimits.keyLength)
      return { problem: `A key has ${part.length} characters. The limit is ${lookupLimits.keyLength}.` };
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    if (from === undefined) keys.push(part);
    else if (last < first) return { problem: `“${part}” is not a range. Write the lower number first.` };
    else for (let row = first; row <= last && keys.length <= lookupLimits.keys; row += 1) keys.push(row);
    if (keys.length > lookupLimits.keys) return { problem: `Write at most ${lookupLimits.keys} rows or keys.` };
  }
  return { keys: { choice: 'given', keys } };
}

/** The chosen rows or keys as the text that {@link parseLookupText} parses. */
export const lookupText = (keys: LookupKeys | undefined): string =>
  keys?.choice === 'given' ? collapseRanges(keys.keys).join(', ') : '';
