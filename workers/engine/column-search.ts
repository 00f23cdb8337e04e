import { readByteMap } from '../byte-map/read-byte-map';
import { toCanonical } from '../model/canonical';
import type { Column } from '../model/column';
import { takeRows } from '../model/column-rows';
import {
  candidateOf,
  type ColumnSetting,
  type TriedSetting,
  type SearchEvent,
  type SearchPlan,
  type SearchResult,
  searchedCodecs,
  settingKey,
} from '../model/column-search';
import { type Dataset, schemaOf, type Table } from '../model/dataset';
import type { FormatImplementationMeta } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { completeOptions } from '../model/options';
import type { Candidate } from '../model/plan';
import { openCandidate } from './candidate-session';
import type { Clock } from './clock';
import { findFormat, type MeasuringRegistry } from './registry';
import { sha256Of } from './sha256';
import type { VerificationSource } from './source';
import { findDifference } from './verification';

/** A table with more rows is tried on a sample first: blocks of rows that are spread evenly, so that neighbours stay together. */
const sampleRows = 65_536;
const sampleBlocks = 16;
/** The sample may take this share of the budget; the rest is for all rows. */
const sampleShare = 0.4;
/** The settings of a column that are tried on all rows after the sample. */
const confirmedSettings = 4;
/** A call is made between 3 and 5 times: the fewer, the longer it takes. A call of more than a second is made once. */
const repeats = { least: 3, most: 5 };
const repeatMs = 50;
const longCallMs = 1_000;
/** The browser compiles WASM a second time, for speed, once it has run a while. */
const warmUpMs = 500;

interface SearchContext {
  readonly registry: MeasuringRegistry;
  readonly clock: Clock;
  readonly onEvent: (event: SearchEvent) => void;
}

interface SearchedColumn {
  readonly column: Column;
  readonly settings: readonly ColumnSetting[];
}

/**
 * Writes each column of a table alone, with every Parquet setting that fits it, and measures size and times. Each file is decoded and compared
 * with the column.
 * @throws FormatlabError if the dataset is no table with rows, or a file does not give its column back.
 */
export async function searchColumns(
  dataset: Dataset,
  budgetMs: number,
  { registry, clock, onEvent }: SearchContext,
): Promise<SearchResult> {
  const table = requireTable(dataset);
  const columns = table.columns.map((column) => ({ column, settings: settingsOf(registry, column) }));
  const sample = table.rowCount > sampleRows ? sampleIndices(table.rowCount) : null;
  const plan = planOf(table, columns, sample?.length ?? null);
  await warmUp(table, columns, { registry, clock });
  onEvent({ type: 'plan', plan });
  const start = clock.now();
  let done = 0;
  const isOver = (share: number) => clock.now() - start > budgetMs * share;
  /** Each column, or its sample, with its SHA-256, which all of its settings share. */
  const sources = new Map<Column, Promise<ColumnSource>>();
  const tryOne = async (column: Column, rowCount: number, setting: ColumnSetting, allRows: boolean) => {
    const source = sources.get(column) ?? sourceOf(column, rowCount);
    sources.set(column, source);
    const trial = { ...(await tryColumn(await source, setting, { registry, clock })), allRows };
    done += 1;
    const elapsedMs = clock.now() - start;
    const remainingMs = Math.min(budgetMs - elapsedMs, (elapsedMs / done) * (plan.trials - done));
    onEvent({ type: 'trial', trial, done, remainingMs: Math.max(0, remainingMs) });
    return trial;
  };

  if (sample === null) {
    for (const { column, setting } of inTurn(columns)) {
      if (isOver(1) && done >= columns.length) return { end: 'budget' };
      await tryOne(column, table.rowCount, setting, true);
    }
    return { end: 'complete' };
  }
  const trials = new Map<string, TriedSetting[]>(columns.map(({ column }) => [column.name, []]));
  const samples = new Map(columns.map(({ column }) => [column.name, takeRows(column, sample)]));
  let end: SearchResult['end'] = 'complete';
  for (const { column, setting } of inTurn(columns)) {
    if (isOver(sampleShare) && done >= columns.length) {
      end = 'budget';
      break;
    }
    const part = samples.get(column.name) ?? column;
    trials.get(column.name)?.push(await tryOne(part, sample.length, setting, false));
  }
  const confirmed = columns.map(({ column }) => ({
    column,
    settings: promising(trials.get(column.name) ?? []).map(({ setting }) => setting),
  }));
  for (const [index, { column, setting }] of inTurn(confirmed).entries()) {
    // At least one setting of each column is tried on all rows.
    if (isOver(1) && index >= columns.length) return { end: 'budget' };
    await tryOne(column, table.rowCount, setting, true);
  }
  return { end };
}

/** Tries settings on the first rows, untimed, so that the first trials are as fast as the last. */
async function warmUp(
  { rowCount }: Table,
  columns: readonly SearchedColumn[],
  context: Pick<SearchContext, 'registry' | 'clock'>,
): Promise<void> {
  const first = Int32Array.from({ length: Math.min(rowCount, sampleRows / sampleBlocks) }, (_, row) => row);
  const start = context.clock.now();
  for (const { column, setting } of inTurn(columns)) {
    if (context.clock.now() - start > warmUpMs) return;
    await tryColumn(await sourceOf(takeRows(column, first), first.length), setting, context);
  }
}

function requireTable(dataset: Dataset): Table {
  if (dataset.kind === 'table' && dataset.rowCount > 0 && dataset.columns.length > 0) return dataset;
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'setUp',
    message: 'Only a table with rows and columns has settings by column.',
  });
}

/** The first setting of every column, then the second of every column, and so on. */
function inTurn(columns: readonly SearchedColumn[]): { column: Column; setting: ColumnSetting }[] {
  const longest = Math.max(0, ...columns.map(({ settings }) => settings.length));
  return Array.from({ length: longest }, (_, turn) =>
    columns.flatMap(({ column, settings }) => {
      const setting = settings[turn];
      return setting === undefined ? [] : [{ column, setting }];
    }),
  ).flat();
}

/** The settings that fit a column: a dictionary with Zstandard first, which is what most writers choose. */
function settingsOf(registry: MeasuringRegistry, column: Column): ColumnSetting[] {
  const { implementation } = parquetOf(registry);
  const schema = schemaOf(tableOf(column, 0));
  const encodings = encodingsOf(implementation).filter(
    (encoding) => implementation.unsupported('encode', schema, { options: { encoding }, innerCodec: null }) === null,
  );
  return searchedCodecs.flatMap((codec) => encodings.map((encoding) => ({ encoding, codec })));
}

function encodingsOf({ options }: FormatImplementationMeta): string[] {
  const option = options.find(({ id }) => id === 'encoding');
  const offered = option?.type === 'choice' ? option.choices.map(({ value }) => value) : [];
  return ['DICTIONARY', ...offered.filter((value) => value !== 'DICTIONARY' && value !== 'ALP')];
}

function parquetOf(registry: MeasuringRegistry) {
  const entry = findFormat(registry, 'parquet', 'arrow-rs');
  if (entry === null)
    throw new FormatlabError({ tag: 'internal', stage: 'setUp', message: 'The Parquet writer is not registered.' });
  return entry;
}

/** The candidate with these settings, and the defaults of all others. */
function fileOf(registry: MeasuringRegistry, settings: ReadonlyMap<string, ColumnSetting>): Candidate {
  const candidate = candidateOf(settings);
  const { format, implementation } = parquetOf(registry);
  return { ...candidate, options: completeOptions(implementation.options, candidate.options, format.label) };
}

const tableOf = (column: Column, rowCount: number): Table => ({ kind: 'table', rowCount, columns: [column] });

function sampleIndices(rowCount: number): Int32Array {
  const blockRows = sampleRows / sampleBlocks;
  const indices = new Int32Array(sampleRows);
  for (let block = 0; block < sampleBlocks; block += 1) {
    const from = Math.floor((block * (rowCount - blockRows)) / (sampleBlocks - 1));
    for (let row = 0; row < blockRows; row += 1) indices[block * blockRows + row] = from + row;
  }
  return indices;
}

function planOf(table: Table, columns: readonly SearchedColumn[], sampled: number | null): SearchPlan {
  const settings = Object.fromEntries(columns.map(({ column, settings: each }) => [column.name, each.length]));
  const all = columns.reduce((sum, { settings: each }) => sum + each.length, 0);
  const confirmed = columns.reduce((sum, { settings: each }) => sum + Math.min(confirmedSettings, each.length), 0);
  return {
    rows: table.rowCount,
    sampleRows: sampled,
    columns: columns.map(({ column }) => column.name),
    settings,
    trials: sampled === null ? all : all + confirmed,
  };
}

/** The smallest trial, the first one, and those that no other trial surpasses in both size and decode time, the smallest first. */
function promising(trials: readonly TriedSetting[]): TriedSetting[] {
  const bySize = [...trials].sort((one, other) => one.sizeBytes - other.sizeBytes || one.decodeMs - other.decodeMs);
  const frontier: TriedSetting[] = [];
  for (const trial of bySize) {
    const last = frontier.at(-1);
    if (last === undefined || trial.decodeMs < last.decodeMs) frontier.push(trial);
  }
  const [first] = trials;
  const [smallest] = frontier;
  const chosen = [smallest, first, ...frontier.slice(1)].filter((trial) => trial !== undefined);
  return [...new Map(chosen.map((trial) => [settingKey(trial.setting), trial])).values()].slice(0, confirmedSettings);
}

/** A column as a table of its own. */
interface ColumnSource extends VerificationSource {
  readonly dataset: Table;
  readonly name: string;
}

async function sourceOf(column: Column, rowCount: number): Promise<ColumnSource> {
  const dataset = tableOf(column, rowCount);
  const { parts, dataBytes } = toCanonical(dataset);
  return { dataset, dataBytes, sha256: await sha256Of(parts), name: column.name };
}

async function tryColumn(
  source: ColumnSource,
  setting: ColumnSetting,
  { registry, clock }: Pick<SearchContext, 'registry' | 'clock'>,
): Promise<Omit<TriedSetting, 'allRows'>> {
  const { dataset: table, dataBytes, name } = source;
  const candidate = fileOf(registry, new Map([[name, setting]]));
  const session = await openCandidate(registry, candidate, schemaOf(table), dataBytes, clock);
  try {
    session.place(table);
    const encoded = await timed(clock, () => session.encode(table));
    const file = encoded.value;
    const decoded = await timed(clock, () => session.decode(file));
    const difference = await findDifference(source, decoded.value, [session.formatModule]);
    if (difference !== null)
      throw new FormatlabError({
        tag: 'verificationFailed',
        stage: 'verify',
        message: `The column “${name}”, written with ${settingKey(setting)}, did not come back: ${difference}`,
        format: 'parquet',
      });
    const { columns } = await readByteMap(new Blob([file]));
    return {
      column: name,
      setting,
      sizeBytes: columns.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0),
      encodeMs: encoded.ms,
      decodeMs: decoded.ms,
    };
  } finally {
    session.close();
  }
}

/** The shortest of a few calls, and the result of the last one. */
async function timed<T>(clock: Clock, call: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const started = clock.now();
  let shortest = Number.POSITIVE_INFINITY;
  for (let made = 1; ; made += 1) {
    const before = clock.now();
    const value = await call();
    const after = clock.now();
    shortest = Math.min(shortest, after - before);
    const isEnough = made >= repeats.least && after - started > repeatMs;
    if (made === repeats.most || isEnough || after - before > longCallMs) return { value, ms: shortest };
  }
}
