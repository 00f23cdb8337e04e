import { readByteMap } from '../open-file/read-byte-map';
import { toCanonical } from '../model/canonical';
import type { Column } from '../model/column';
import {
  candidateOf,
  type ColumnSetting,
  type FileVariant,
  settingKey,
  type TriedSetting,
} from '../model/column-search';
import { searchedWriter } from '../model/searched-writer';
import { schemaOf, type Table } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import { completeOptions } from '../model/options';
import type { Candidate } from '../model/plan';
import { rowValues } from '../model/table-row';
import type { ColumnTrial } from '../model/trial-table';
import { requireRemoteParts } from '../open-file/remote-parts';
import { type CandidateSession, openCandidate } from './candidate-session';
import type { Clock } from './clock';
import { sameLookup } from './lookup-keys';
import { type FormatEntry, findFormat, type MeasuringRegistry } from './registry';
import { sha256Of } from './sha256';
import type { VerificationSource } from './source';
import { findDifference } from './verification';

/** A call is made between 3 and 5 times: the fewer, the longer it takes. A long call is made once. */
const repeats = { least: 3, most: 5 };
const repeatMs = 50;
const longCallMs = 200;

export interface TrialMachine {
  readonly registry: MeasuringRegistry;
  readonly clock: Clock;
}

/** A column as a table of its own. */
export interface ColumnSource extends VerificationSource {
  readonly dataset: Table;
  readonly name: string;
}

export const tableOf = (column: Column, rowCount: number): Table => ({ kind: 'table', rowCount, columns: [column] });

export async function columnSource(column: Column, rowCount: number): Promise<ColumnSource> {
  const dataset = tableOf(column, rowCount);
  const { parts, dataBytes } = toCanonical(dataset);
  return { dataset, dataBytes, sha256: await sha256Of(parts), name: column.name };
}

export function searchedEntry(registry: MeasuringRegistry): FormatEntry {
  const entry = findFormat(registry, searchedWriter.format, searchedWriter.implementation);
  if (entry === null)
    throw new FormatlabError({ tag: 'internal', stage: 'setUp', message: 'The Parquet writer is not registered.' });
  return entry;
}

/** The candidate with these settings, and the defaults of all others. `sortedBy` is the order that the file declares, as its option states it. */
export function completeCandidate(
  registry: MeasuringRegistry,
  settings: ReadonlyMap<string, Pick<ColumnSetting, 'encoding' | 'codec'>>,
  layout: FileVariant['layout'],
  sortedBy = '',
): Candidate {
  const candidate = candidateOf(settings, layout);
  const { format, implementation } = searchedEntry(registry);
  const options = { ...candidate.options, sortedBy };
  return { ...candidate, options: completeOptions(implementation.options, options, format.label) };
}

/**
 * Writes a column alone, decodes it, compares it, and measures it.
 * @throws `verificationFailed` if the file does not give the column back
 */
export async function tryColumn(
  source: ColumnSource,
  setting: ColumnSetting,
  variant: FileVariant,
  { registry, clock }: TrialMachine,
  calls: ColumnTrial['calls'] = 'repeatedWithLookups',
): Promise<Omit<TriedSetting, 'allRows'>> {
  const { dataset: table, dataBytes, name } = source;
  const candidate = completeCandidate(registry, new Map([[name, setting]]), variant.layout);
  const session = await openCandidate(registry, candidate, schemaOf(table), dataBytes, clock);
  try {
    session.place(table);
    const encoded = await timed(clock, calls, () => session.encode(table));
    const file = encoded.value;
    const decoded = await timed(clock, calls, () => session.decode(file));
    const difference = await findDifference(source, decoded.value, [session.formatModule]);
    if (difference !== null) throw notBack(name, setting, difference);
    const lookupMs = calls === 'repeatedWithLookups' ? await timedLookup(source, file, session, clock) : null;
    if (lookupMs === 'other') throw notBack(name, setting, 'A look-up returned another value.');
    const { columns } = await readByteMap(new Blob([file]));
    const sizeBytes = columns.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0);
    return {
      column: name,
      setting,
      variant,
      sizeBytes,
      footerBytes: file.length - sizeBytes,
      encodeMs: encoded.ms,
      decodeMs: decoded.ms,
      lookupMs,
      parts: requireRemoteParts(candidate.format).columnParts(file),
    };
  } finally {
    session.close();
  }
}

const notBack = (name: string, setting: ColumnSetting, difference: string) =>
  new FormatlabError({
    tag: 'verificationFailed',
    stage: 'verify',
    message: `The column “${name}”, written with ${settingKey(setting)}, did not come back: ${difference}`,
    format: searchedWriter.format,
  });

/** The time to look up the middle row, or that it has another value than was written. */
async function timedLookup(
  { dataset }: ColumnSource,
  file: Uint8Array<ArrayBuffer>,
  session: CandidateSession,
  clock: Clock,
): Promise<number | 'other'> {
  const kept = session.formatModule.forget?.(dataset) ?? dataset;
  if (kept.kind !== 'table') return 'other';
  const row = Math.floor(kept.rowCount / 2);
  const lookup = await session.openLookup(file, 'none');
  try {
    const { value, ms } = await timed(clock, 'repeated', () => lookup.get(row));
    return sameLookup(rowValues(kept, row), value) ? ms : 'other';
  } finally {
    lookup.close?.();
  }
}

/** The bytes of the whole table's file with these settings. */
export async function fileBytesOf(
  table: Table,
  settings: ReadonlyMap<string, ColumnSetting>,
  layout: FileVariant['layout'],
  { registry, clock }: TrialMachine,
): Promise<number> {
  const { dataBytes } = toCanonical(table);
  const session = await openCandidate(
    registry,
    completeCandidate(registry, settings, layout),
    schemaOf(table),
    dataBytes,
    clock,
  );
  try {
    return (await session.encode(table)).length;
  } finally {
    session.close();
  }
}

/** The shortest of a few calls, and the result of the last one. */
async function timed<T>(
  clock: Clock,
  calls: ColumnTrial['calls'],
  call: () => T | Promise<T>,
): Promise<{ value: T; ms: number }> {
  const started = clock.now();
  let shortest = Number.POSITIVE_INFINITY;
  for (let made = 1; ; made += 1) {
    const before = clock.now();
    const value = await call();
    const after = clock.now();
    shortest = Math.min(shortest, after - before);
    const isEnough = made >= repeats.least && after - started > repeatMs;
    if (calls === 'once' || made === repeats.most || isEnough || after - before > longCallMs)
      return { value, ms: shortest };
  }
}
