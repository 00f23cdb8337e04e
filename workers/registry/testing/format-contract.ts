import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import packageJson from '../../../package.json';
import { toCanonical, unpackTexts } from '../../model/canonical';
import { columnTypes } from '../../model/column';
import {
  type Dataset,
  type DatasetSchema,
  type LookupKey,
  type LookupValue,
  schemaOf,
  type Table,
} from '../../model/dataset';
import {
  moduleWithOptions,
  clockScopes,
  type FormatImplementationMeta,
  type FormatMeta,
  type FormatModule,
  type FormatOperation,
  type FormatSession,
} from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import type { OptionValues } from '../../model/options';
import { differenceOfMolecules } from '../../model/molecules/difference';
import { rowValues } from '../../model/table-row';
import { countWork } from '../../model/testing/counted-work';
import { choosePairs, type Combination } from './choose-pairs';
import {
  caseOf,
  caseUnsupportedReason,
  edgeValues,
  formatContextOf,
  type FormatCase,
  formatCases,
} from './contract-cases';
import { formats } from '../metadata';
import { loadFormat } from '../modules';
import { isChosen } from './chosen-entries';
import { sampleDatasets, singleColumnTable, typedColumns, unalignedCopy } from './sample-datasets';
import { areBytesEqual } from './same-bytes';

/**
 * The contract tests for every implementation of every format. The registry provides the implementations, so a new one is tested without being named here. Each test file beside
 * this one runs part of the formats, so that two browser pages can share the work.
 */

const operations = [
  'encode',
  'decode',
  'project',
  'lookup',
  'warmLookup',
] as const satisfies readonly FormatOperation[];
/** Formats whose library may loop for ever on a damaged file; on the page, only the engine's time limit ends that. Truncated files are still tested. */
const loopsOnDamage: Record<string, string> = {
  'hdf5/vectors': 'libhdf5 2.0.0 never returns from a global heap with a wrong object size (variable-length ids)',
};
const sentence = /^\S.{15,}\.$/su;

const singles = columnTypes.flatMap((type) =>
  [false, true].map(
    (nullable) => [`${type}${nullable ? ' or null' : ''} alone`, singleColumnTable(type, nullable)] as const,
  ),
);
const singleNames: ReadonlySet<string> = new Set(singles.map(([name]) => name));
const typedColumnNames: ReadonlySet<string> = new Set(typedColumns().map(([name]) => name));
const datasets = new Map<string, Dataset>([...sampleDatasets(), ...singles, ...typedColumns()]);
const named = (name: string): Dataset => {
  const dataset = datasets.get(name);
  if (dataset === undefined) throw new Error(`There is no dataset ${name}.`);
  return dataset;
};

function canonicalOf(dataset: Dataset): Uint8Array {
  const { parts, sizeBytes } = toCanonical(dataset);
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const canonicalForms = new WeakMap<Dataset, Uint8Array>();

/** The canonical form of a sample dataset, computed once. Tests must not change the dataset. */
function canonicalOnce(dataset: Dataset): Uint8Array {
  const known = canonicalForms.get(dataset);
  if (known !== undefined) return known;
  const made = canonicalOf(dataset);
  canonicalForms.set(dataset, made);
  return made;
}

const differ = (a: Uint8Array, b: Uint8Array) => !areBytesEqual(a, b);

function header(dataset: Dataset): string {
  return JSON.stringify(schemaOf(dataset));
}

/** Expects equality up to the declared loss. On failure, it names the first column that differs. */
/** A value in a message. `String` would show −0 as 0. */
const shown = (value: unknown): string => (Object.is(value, -0) ? '-0' : String(value));

function expectEqual(found: Dataset, expected: Dataset, module: FormatModule, place: string): void {
  const kept = (dataset: Dataset) => module.forget?.(dataset) ?? dataset;
  const [left, right] = [kept(found), kept(expected)];
  expect(header(left), place).toBe(header(right));
  if (module.reorders && left.kind === 'molecules' && right.kind === 'molecules') {
    expect(differenceOfMolecules(right, left), place).toBeNull();
    return;
  }
  const differs = differ(canonicalOf(left), canonicalOnce(right));
  if (differs && left.kind === 'table' && right.kind === 'table') {
    left.columns.forEach((column, index) => {
      const single = (table: Table, one: Table['columns'][number] | undefined): Table => ({
        ...table,
        columns: one === undefined ? [] : [one],
      });
      if (differ(canonicalOf(single(left, column)), canonicalOf(single(right, right.columns[index])))) {
        const values = (table: Table) =>
          Array.from({ length: Math.min(table.rowCount, 12) }, (_, row) =>
            shown(rowValues(table, row)[index]).slice(0, 50),
          ).join(' | ');
        expect.fail(
          `${place}: column ${column.name} came back as ${values(left)} where ${values(right)} was written (or differs beyond the first rows).`,
        );
      }
    });
  }
  expect(differs, `${place}: other values came back than were written`).toBe(false);
}

async function withSession<T>(
  test: FormatCase,
  dataset: Dataset,
  work: (session: FormatSession, module: FormatModule) => Promise<T>,
): Promise<T> {
  const module = moduleWithOptions(await loadFormat(test.format.id, test.implementation.id), test.options);
  const session = await module.open(formatContextOf(test, dataset));
  try {
    return await work(session, module);
  } finally {
    session.close?.();
  }
}

/** Encodes the dataset; null if the format reports that it cannot keep these values, although it supports the schema. */
async function encodeOrRefuse(
  test: FormatCase,
  session: FormatSession,
  dataset: Dataset,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (session.encode === undefined) throw new Error(`${test.name} says that it encodes, but has no encode.`);
  try {
    const file = await session.encode(dataset);
    countWork('encodedBytes', file.length);
    return file;
  } catch (thrown) {
    if (!(thrown instanceof FormatlabError) || thrown.record.tag !== 'unsupported') throw thrown;
    expect(thrown.record.message).toMatch(sentence);
    return null;
  }
}

/** Some keys to look up, with the expected results. */
function wantedOf(dataset: Dataset): (readonly [LookupKey, LookupValue])[] {
  if (dataset.kind === 'table')
    return [0, dataset.rowCount - 1, 1, 5, Math.floor(dataset.rowCount / 2)]
      .filter((row) => row >= 0 && row < dataset.rowCount)
      .map((row) => [row, rowValues(dataset, row)] as const);
  const some = (_: unknown, row: number) => row < 12 || row % 97 === 0;
  if (dataset.kind === 'keyedVectors' || dataset.kind === 'dict')
    return [...(dataset.entries as ReadonlyMap<LookupKey, LookupValue>)].filter(some);
  if (dataset.kind !== 'records') return [];
  const { offsets, data } = dataset.values;
  return unpackTexts(dataset.keys)
    .map((key, row) => [key, data.slice(offsets[row], offsets[row + 1])] as const)
    .filter(some);
}

const supports = (test: FormatCase, operation: FormatOperation, schema: DatasetSchema) =>
  caseUnsupportedReason(test, operation, schema) === null;

/** The names among `names` for which the case supports all of `asked`. If there are none: the one-column tables for which it does. */
function offered(
  test: FormatCase,
  names: readonly string[],
  ...asked: readonly FormatOperation[]
): (readonly [string, Dataset])[] {
  const fitting = (all: readonly (readonly [string, Dataset])[]) =>
    all.filter(([, dataset]) => asked.every((operation) => supports(test, operation, schemaOf(dataset))));
  const found = fitting(names.map((name) => [name, named(name)] as const));
  return found.length > 0 ? found : fitting(singles);
}

/** The first reason against one of `asked`, for tests that have nothing to do. */
function reasonUnsupported(test: FormatCase, names: readonly string[], ...asked: readonly FormatOperation[]): string {
  for (const name of names) {
    for (const operation of asked) {
      const reason = caseUnsupportedReason(test, operation, schemaOf(named(name)));
      if (reason !== null) return `${operation} of ${name}: ${reason}`;
    }
  }
  throw new Error(`${test.name} offers ${asked.join(', ')} for all of ${names.join(', ')}.`);
}

/** Names of columns with parameters or parts, one for each way in which formats lay them out. */
const typedNames = [
  'typed',
  'typed: half or null',
  'typed: UTC ns',
  'typed: list of float32',
  'typed: uuid',
  'typed: ordered or null',
  'typed: arrays or null',
];
const tableNames = ['rich', 'rich-0-rows', 'long', ...typedNames];
const lookupNames = [
  'rich',
  ...typedNames,
  'long',
  'vectors',
  'vectors-float32',
  'vectors-1000',
  'dict-utf8-float64',
  'dict-int64-utf8',
  'dict-1000',
  'records',
  'records-3000',
];
/** The datasets that show most, for options other than the defaults. */
const essentialNames = [
  'rich',
  'rich-0-rows',
  'typed-nested',
  ...typedNames,
  'long',
  'vectors',
  'vectors-float32',
  'vectors-0',
  'array-3d',
  'strings',
  'list-int64',
  'dict-utf8-float64',
  'dict-int64-utf8',
  'records',
  'records-0',
  'molecules',
  'molecules-coordinates',
  'bytes',
];
const selfDescribingNames = [
  'rich',
  'long',
  'vectors-float32',
  'array-3d',
  'strings',
  'list-int64',
  'dict-utf8-float64',
  'records',
  'molecules',
  'molecules-coordinates',
  'bytes',
];
const damagedNames = [
  'rich',
  'typed',
  'typed: arrays or null',
  'long',
  'vectors',
  'array-3d',
  'strings',
  'list-int64',
  'list-utf8',
  'dict-utf8-float64',
  'dict-int64-utf8',
  'records',
  'molecules',
  'molecules-coordinates',
  'bytes',
];

/** What is checked of a round trip besides its values. */
const checks = [
  'sameBytes', // Equal data give equal bytes.
  'unaligned', // Views that begin inside their buffers give the same file.
  'givenRoom', // The file is written into a part of a larger buffer, and nothing outside of it.
  'inside', // A file that begins inside its buffer is read.
  'untold', // A file that describes itself is read without being told its schema.
  'project', // Every column is read alone.
  'lookup', // Rows and ids are looked up.
] as const;
type Check = (typeof checks)[number];
/** The others have tests of their own with the default options. */
const writingChecks = ['sameBytes', 'unaligned', 'givenRoom', 'inside'] as const satisfies readonly Check[];

interface Visit {
  readonly test: FormatCase;
  readonly name: string;
  readonly dataset: Dataset;
  readonly check: Check;
}

function isCheckable(check: Check, test: FormatCase, dataset: Dataset): boolean {
  const schema = schemaOf(dataset);
  if (check === 'project' || check === 'lookup') return supports(test, check, schema);
  if (check === 'untold') return test.format.selfDescribing && supports(test, 'decode', schema);
  return check === 'inside' ? supports(test, 'decode', schema) : true;
}

function encoded(test: FormatCase, dataset: Dataset): Promise<Uint8Array<ArrayBuffer> | null> {
  // Kept before the format sees the dataset, which it must not change.
  canonicalOnce(dataset);
  return withSession(test, dataset, (session) => encodeOrRefuse(test, session, dataset));
}

/** Files by case and dataset: several tests read what the default options write. */
const files = new Map<string, Uint8Array<ArrayBuffer> | null>();
const mostKeptBytes = 32 * 1_048_576;

/** The case's file of a sample dataset, written once; null if the format refuses its values. Tests must not change it. */
async function fileOf(test: FormatCase, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = `${test.name}: ${name}`;
  const known = files.get(key);
  if (known !== undefined) return known;
  const file = await encoded(test, named(name));
  const keptBytes = [...files.values()].reduce((sum, one) => sum + (one?.length ?? 0), 0);
  if (keptBytes + (file?.length ?? 0) > mostKeptBytes) files.clear();
  files.set(key, file);
  return file;
}

/**
 * Makes the check, and decodes the file unless that was done before. Returns false if the format refused the dataset’s values: `file` is null.
 */
async function checkRoundTrip(
  { test, name, dataset, check }: Visit,
  file: Uint8Array<ArrayBuffer> | null,
  wasDecoded = false,
): Promise<boolean> {
  expect(differ(canonicalOf(dataset), canonicalOnce(dataset)), `${name}: encoding leaves its input alone`).toBe(false);
  if (file === null) return false;
  await withSession(test, dataset, async (session, module) => {
    if (check === 'sameBytes' || check === 'unaligned') {
      const given = check === 'unaligned' ? unalignedCopy(dataset) : dataset;
      const again = (await session.encode?.(given)) ?? new Uint8Array();
      expect(differ(again, file), `${name}, ${check}: another file`).toBe(false);
    }
    if (check === 'givenRoom') {
      // The buffer is part of a larger one and holds old bytes. The format must write every byte of it, and nothing outside.
      const rooms: Uint8Array<ArrayBuffer>[] = [];
      const roomy = await session.encode?.(dataset, (sizeBytes) => {
        const room = new Uint8Array(sizeBytes + 40).fill(0xa5);
        rooms.push(room);
        return room.subarray(24, 24 + sizeBytes);
      });
      expect(differ(roomy ?? new Uint8Array(), file), `${name}, given room: another file`).toBe(false);
      expect(rooms.length).toBeLessThanOrEqual(1);
      for (const room of rooms) {
        expect(roomy?.buffer, name).toBe(room.buffer);
        expect(
          [...room.subarray(0, 24), ...room.subarray(room.length - 16)].every((byte) => byte === 0xa5),
          `${name}: bytes around the room`,
        ).toBe(true);
      }
    }
    if (!supports(test, 'decode', schemaOf(dataset)) || (wasDecoded && check !== 'inside')) return;
    const shift = check === 'inside' ? 5 : 0;
    const larger = new Uint8Array(file.length + shift + 2);
    larger.set(file, shift);
    const given = check === 'inside' ? larger.subarray(shift, shift + file.length) : file;
    const before = file.slice();
    const decoded = await session.decode?.(given);
    if (decoded === undefined) throw new Error(`${test.name} says that it decodes ${name}, but has no decode.`);
    expectEqual(decoded, dataset, module, `${name}, ${check}`);
    expect(differ(given, before), `${name}: decoding leaves the file alone`).toBe(false);
  });
  if (check === 'untold') await checkUntold(test, name, dataset, file);
  if (check === 'project') await checkProjection(test, name, dataset, file);
  if (check === 'lookup') await checkLookup(test, name, dataset, file);
  return true;
}

/** Reads a file with a session that was told another schema. */
async function checkUntold(
  test: FormatCase,
  name: string,
  dataset: Dataset,
  file: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const liar = named(dataset.kind === 'bytes' ? 'vectors' : 'bytes-0');
  await withSession(test, liar, async (session, module) => {
    const decoded = await session.decode?.(file);
    if (decoded === undefined) throw new Error(`${test.name} says that it decodes ${name}, but has no decode.`);
    expectEqual(decoded, dataset, module, `${name}, told another schema`);
  });
}

/** The writer's case as another implementation reads it. */
function readerCase(writer: FormatCase, implementation: FormatImplementationMeta): FormatCase {
  const known = new Set(implementation.options.map(({ id }) => id));
  return {
    ...writer,
    implementation,
    options: {
      ...formatCases(writer.format, implementation)[0]?.options,
      ...Object.fromEntries(Object.entries(writer.options).filter(([id]) => known.has(id))),
    },
  };
}

/** Whether another implementation says that it reads such files of the writer. */
function readsFrom(writer: FormatCase, implementation: FormatImplementationMeta, schema: DatasetSchema): boolean {
  const reader = readerCase(writer, implementation);
  const knowsChoices = implementation.options.every(
    (option) => option.type !== 'choice' || option.choices.some(({ value }) => value === reader.options[option.id]),
  );
  return knowsChoices && supports(reader, 'decode', schema);
}

async function checkReader(
  writer: FormatCase,
  implementation: FormatImplementationMeta,
  name: string,
  dataset: Dataset,
  file: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const reader = readerCase(writer, implementation);
  const writerModule = moduleWithOptions(await loadFormat(writer.format.id, writer.implementation.id), writer.options);
  await withSession(reader, dataset, async (session, module) => {
    const decoded = await session.decode?.(file);
    if (decoded === undefined) throw new Error(`${implementation.id} has no decode.`);
    const both: FormatModule = {
      open: module.open,
      forget: (kept) => [module, writerModule].reduce((rest, one) => one.forget?.(rest) ?? rest, kept),
      ...(module.reorders || writerModule.reorders ? { reorders: true } : {}),
    };
    expectEqual(decoded, dataset, both, `${name} by ${writer.name}, read by ${implementation.id}`);
  });
}

async function checkProjection(
  test: FormatCase,
  name: string,
  table: Dataset,
  file: Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (table.kind !== 'table') throw new Error(`${name} is no table.`);
  await withSession(test, table, async (session, module) => {
    const { project } = session;
    if (project === undefined) throw new Error(`${test.name} says that it projects, but has no project.`);
    for (const column of table.columns)
      expectEqual(
        await project.call(session, file, column.name),
        { ...table, columns: [column] },
        module,
        `${name}, column ${column.name}`,
      );
    await expect(async () => project.call(session, file, 'no such column')).rejects.toBeInstanceOf(FormatlabError);
  });
}

/** Returns how many values it found. */
async function checkLookup(
  test: FormatCase,
  name: string,
  dataset: Dataset,
  file: Uint8Array<ArrayBuffer>,
): Promise<number> {
  let found = 0;
  await withSession(test, dataset, async (session, module) => {
    const remembered = module.forget?.(dataset) ?? dataset;
    for (const cache of supports(test, 'warmLookup', schemaOf(dataset))
      ? (['none', 'all'] as const)
      : (['none'] as const)) {
      const lookup = await session.openLookup?.(file, cache);
      if (lookup === undefined) throw new Error(`${test.name} says that it looks up, but has no openLookup.`);
      for (const [key, value] of wantedOf(remembered)) {
        expect(await lookup.get(key), `${name} ${key}`).toEqual(value);
        found += 1;
      }
      const missing =
        remembered.kind === 'table'
          ? [remembered.rowCount, -1, 0.5]
          : remembered.kind === 'dict' && remembered.keyType === 'int64'
            ? [987_654_321n]
            : ['no such id'];
      for (const key of missing)
        await expect(async () => lookup.get(key), `${name} ${key}`).rejects.toBeInstanceOf(FormatlabError);
      lookup.close?.();
    }
  });
  return found;
}

/** A dimension in which the visits of an implementation differ, and its values. */
interface Factor {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** True for a table of one column of a larger one that is written, too, or laid out as another column: it adds little. */
const isPart = (name: string, isWritten: (name: string) => boolean) =>
  (singleNames.has(name) && isWritten('rich')) ||
  (typedColumnNames.has(name) && !typedNames.includes(name) && typedNames.some(isWritten));

/**
 * Options that take seconds together, however small the dataset: only one dataset has both. A Bloom filter of Parquet gets room for as many values as a row
 * group may have rows.
 */
const isDear: Readonly<Record<string, (options: OptionValues) => boolean>> = {
  parquet: ({ bloomFilter, rowGroupRows }) => bloomFilter === true && Number(rowGroupRows) > 10_000_000,
};
const datasetOfDear = 'strings';

/** Every pair of an option’s value, a codec, an edge of its levels, a dataset, a check and another reader, as far as the implementation supports it. */
function pairedVisits(
  format: FormatMeta,
  implementation: FormatImplementationMeta,
): { factors: readonly Factor[]; visits: readonly (Visit & PairedVisit)[] } {
  const cases = formatCases(format, implementation);
  const isWritten = (name: string) => cases.some((test) => supports(test, 'encode', schemaOf(named(name))));
  const written = [...datasets.keys()].filter((name) => isWritten(name) && !isPart(name, isWritten));
  const essential = written.filter((name) => essentialNames.includes(name));
  // With the default options alone, every dataset is tried.
  const names = cases.length > 1 && essential.length > 0 ? essential : written;
  const readers = format.implementations.filter(({ id }) => id !== implementation.id);
  const options: Factor[] = implementation.options.map((option) => ({
    name: option.id,
    values: [...new Set([option.default, ...edgeValues(option)])],
  }));
  const codecs = [null, ...implementation.innerCodecs];
  const edges = ['default', 'min', 'max'] as const;
  const factors: readonly Factor[] = [
    ...options,
    { name: 'codec', values: codecs.map((codec) => codec?.id ?? 'none') },
    { name: 'level', values: edges },
    { name: 'dataset', values: names },
    { name: 'check', values: checks },
    { name: 'reader', values: ['none', ...readers.map(({ id }) => id)] },
  ];
  const visitOf = (values: Combination): (Visit & PairedVisit) | null => {
    const [codecAt = 0, edgeAt = 0, nameAt = 0, checkAt = 0, readerAt = 0] = values.slice(options.length);
    const codec = codecs[codecAt] ?? null;
    const levels = codec?.levels ?? null;
    const edge = edges[edgeAt] ?? 'default';
    const name = names[nameAt];
    if (name === undefined) return null;
    // Each level once.
    if (edge !== 'default' && (levels === null || levels[edge] === levels.default)) return null;
    const chosen = options.map((option, factor) => [option.name, option.values[values[factor] ?? 0]]);
    const test = caseOf(format, implementation, {
      options: Object.fromEntries(chosen),
      innerCodec: codec === null ? null : { id: codec.id, level: levels?.[edge] ?? null },
    });
    if (isDear[format.id]?.(test.options) === true && name !== datasetOfDear) return null;
    const dataset = named(name);
    const check = checks[checkAt] ?? 'sameBytes';
    const reader = readers[readerAt - 1] ?? null;
    if (!supports(test, 'encode', schemaOf(dataset)) || !isCheckable(check, test, dataset)) return null;
    if (reader !== null && !readsFrom(test, reader, schemaOf(dataset))) return null;
    return { test, name, dataset, check, reader, values };
  };
  const { combinations } = choosePairs(
    factors.map(({ values }) => values.length),
    (values) => visitOf(values) !== null,
  );
  return { factors, visits: combinations.map(visitOf).filter((visit) => visit !== null) };
}

interface PairedVisit {
  readonly reader: FormatImplementationMeta | null;
  readonly values: Combination;
}

/** Makes every visit, whatever fails in between, and expects that none failed and that each value of each factor has kept a dataset. */
async function checkPairs(format: FormatMeta, implementation: FormatImplementationMeta): Promise<void> {
  const { factors, visits } = pairedVisits(format, implementation);
  const failures: string[] = [];
  const visited = new Set<string>();
  /** Cases and datasets whose file was decoded. */
  const decoded = new Set<string>();
  const kept = new Set<string>();
  for (const visit of visits) {
    const { test, name, dataset, reader, values } = visit;
    const own = factors.map((factor, index) => `${factor.name}=${factor.values[values[index] ?? 0]}`);
    for (const value of own) if (!value.startsWith('dataset=')) visited.add(value);
    try {
      const file = await fileOf(test, name);
      const place = `${test.name}: ${name}`;
      if (!(await checkRoundTrip(visit, file, decoded.has(place))) || file === null) continue;
      decoded.add(place);
      if (reader !== null) await checkReader(test, reader, name, dataset, file);
      for (const value of own) kept.add(value);
    } catch (thrown) {
      failures.push(`${test.name}, ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  expect(failures.slice(0, 20), `${failures.length} of ${visits.length}`).toEqual([]);
  expect(visits.length).toBeGreaterThan(0);
  expect([...visited].filter((value) => !kept.has(value))).toEqual([]);
}
/** Declares the tests of every format for which `isTaken` returns true. */
export function testFormats(isTaken: (id: string) => boolean): void {
  const taken = [...formats.values()].filter(({ id }) => isTaken(id) && isChosen('formats', id));

  it('finds formats to test', () => {
    expect([...formats.keys()]).toEqual(expect.arrayContaining(['pickle', 'raw']));
    expect(taken.length).toBeGreaterThan(0);
  });

  const implementations = taken.flatMap((format) =>
    format.implementations.map((implementation) => ({
      name: `${format.id} by ${implementation.id}`,
      format,
      implementation,
      cases: formatCases(format, implementation),
    })),
  );

  afterAll(() => files.clear());

  describe.each(implementations)('$name', ({ format, implementation, cases }) => {
    it('names the library version that package.json pins', () => {
      const { package: name, version } = implementation.library;
      const pinned: Record<string, string> = packageJson.dependencies;
      if (name === 'browser' || name === 'formatlab') expect(version).toBe('');
      else expect(pinned[name]).toBe(version);
    });

    it('has sane metadata', () => {
      expect(format.description.length).toBeGreaterThan(20);
      expect(format.extension).toMatch(/^[a-z0-9.]+$/);
      expect(new Set(implementation.options.map(({ id }) => id)).size).toBe(implementation.options.length);
      for (const { levels } of implementation.innerCodecs)
        if (levels !== null) expect(levels.min <= levels.default && levels.default <= levels.max).toBe(true);
      for (const operation of operations)
        expect(clockScopes).toEqual(expect.arrayContaining([...(implementation.clock[operation] ?? [])]));
      expect(Math.min(implementation.estimateMBps.encode, implementation.estimateMBps.decode)).toBeGreaterThan(0);
    });

    it('takes at least one of the datasets, and says of every other why not in a sentence', () => {
      const taken = new Set<FormatOperation>();
      const reasons = new Set<string>();
      for (const test of cases) {
        for (const dataset of datasets.values()) {
          const schema = schemaOf(dataset);
          for (const operation of operations) {
            const reason = caseUnsupportedReason(test, operation, schema);
            if (reason === null) taken.add(operation);
            else reasons.add(reason);
          }
        }
      }
      expect(taken.size).toBeGreaterThan(0);
      for (const operation of taken) expect(implementation.clock[operation], `the clock of ${operation}`).toBeDefined();
      for (const reason of reasons) expect(reason).toMatch(sentence);
    });

    it('declares a loss wherever it forgets something, and forgets it only once', async (context) => {
      const module = await loadFormat(format.id, implementation.id);
      if (module.forget === undefined) return context.skip('It forgets nothing.');
      const read = [...datasets].filter(([, dataset]) =>
        cases.some((test) => supports(test, 'decode', schemaOf(dataset))),
      );
      expect(read.length).toBeGreaterThan(0);
      for (const [name, dataset] of read) {
        const before = canonicalOf(dataset);
        const kept = module.forget(dataset);
        expect(differ(canonicalOf(dataset), before), `forget leaves ${name} alone`).toBe(false);
        if (differ(canonicalOf(kept), before))
          expect(
            implementation.loss(schemaOf(dataset), cases[0]?.options ?? {}).length,
            `the loss of ${name}`,
          ).toBeGreaterThan(0);
        expect(differ(canonicalOf(module.forget(kept)), canonicalOf(kept)), `forgetting ${name} twice`).toBe(false);
      }
    });

    const reads = cases.filter((test) =>
      [...datasets.values()].some((dataset) => supports(test, 'decode', schemaOf(dataset))),
    );
    const converts = implementation.conversion === true;
    /** The default options, without a codec. */
    const [usual] = cases;
    const writes = cases.filter(
      (test) => !converts && [...datasets.values()].some((dataset) => supports(test, 'encode', schemaOf(dataset))),
    );

    it.runIf(converts)('converts every dataset to equal objects of their own, and makes no file', async () => {
      for (const test of cases) {
        for (const [name, dataset] of datasets) {
          const schema = schemaOf(dataset);
          for (const operation of operations)
            if (operation !== 'encode')
              expect(caseUnsupportedReason(test, operation, schema), `${operation} of ${name}`).toMatch(sentence);
          if (!supports(test, 'encode', schema)) continue;
          await withSession(test, dataset, async (session, module) => {
            expect(session.encode ?? session.decode).toBeUndefined();
            const converted = await session.convert?.(dataset);
            if (converted === undefined) throw new Error(`${test.name} says that it converts, but has no convert.`);
            expect(converted).not.toBe(dataset);
            expectEqual(converted, dataset, module, name);
          });
        }
      }
    });

    const givesBack = async (context: TestContext, part: 'columns' | 'others') => {
      if (usual === undefined || !writes.includes(usual)) return context.skip('By default, it writes nothing.');
      const isWritten = (name: string) => supports(usual, 'encode', schemaOf(named(name)));
      const names = [...datasets.keys()].filter(
        (name) => isWritten(name) && isPart(name, isWritten) === (part === 'columns'),
      );
      if (names.length === 0) return context.skip('It writes no table of all columns.');
      /** The datasets of a kind take turns, so that each kind has every check. */
      const turns = new Map<string, number>();
      let kept = 0;
      for (const name of names) {
        const dataset = named(name);
        const turn = turns.get(dataset.kind) ?? 0;
        turns.set(dataset.kind, turn + 1);
        const possible = writingChecks.filter((one) => isCheckable(one, usual, dataset));
        const check = possible[turn % possible.length] ?? 'sameBytes';
        kept += (await checkRoundTrip({ test: usual, name, dataset, check }, await fileOf(usual, name))) ? 1 : 0;
      }
      expect(kept).toBeGreaterThan(0);
    };
    it('gives back every dataset, leaves its input alone, and gives equal bytes for equal data', (context) =>
      givesBack(context, 'others'));
    it('gives back each column of a table alone', { tags: ['full'] }, (context) => givesBack(context, 'columns'));

    it('gives back, projects, looks up and lets others read, with every pair of option, codec, level and dataset', {
      tags: ['full'],
      timeout: 1_800_000,
    }, async (context) => {
      if (writes.length === 0) return context.skip('It writes nothing.');
      await checkPairs(format, implementation);
    });

    it.skipIf(!format.selfDescribing || converts)(
      'describes itself: it reads without being told the schema',
      async (context) => {
        let kept = 0;
        for (const [name, dataset] of usual === undefined
          ? []
          : offered(usual, selfDescribingNames, 'encode', 'decode')) {
          if (usual === undefined) continue;
          const file = await fileOf(usual, name);
          if (file === null) continue;
          await checkUntold(usual, name, dataset, file);
          kept += 1;
        }
        if (writes.length === 0) context.skip('It only reads: what others write, it reads below.');
        expect(kept).toBeGreaterThan(0);
      },
    );

    it('reads what the other implementations of the format write by default, where it says that it does', async (context) => {
      if (format.implementations.length === 1) context.skip(`Nobody else writes ${format.label} here.`);
      let [tried, kept] = [0, 0];
      for (const other of format.implementations) {
        const [writer] = formatCases(format, other);
        if (other.id === implementation.id || writer === undefined) continue;
        for (const [name, dataset] of datasets) {
          const isWritten = (one: string) => supports(writer, 'encode', schemaOf(named(one)));
          if (!isWritten(name) || isPart(name, isWritten)) continue;
          if (!readsFrom(writer, implementation, schemaOf(dataset))) continue;
          tried += 1;
          const file = await fileOf(writer, name);
          if (file === null) continue;
          await checkReader(writer, implementation, name, dataset, file);
          kept += 1;
        }
      }
      if (tried === 0) context.skip('None of the others writes what it reads.');
      expect(kept).toBeGreaterThan(0);
    });

    it('projects every column, and none that is not there', async (context) => {
      if (usual === undefined || !reads.includes(usual)) return context.skip('By default, it reads nothing.');
      const tables = offered(usual, tableNames, 'encode', 'project');
      if (tables.length === 0) context.skip(reasonUnsupported(usual, tableNames, 'encode', 'project'));
      let kept = 0;
      for (const [name, table] of tables) {
        const file = await fileOf(usual, name);
        if (file === null) continue;
        await checkProjection(usual, name, table, file);
        kept += 1;
      }
      expect(kept).toBeGreaterThan(0);
    });

    it('looks up rows and ids, and none that is not there', async (context) => {
      if (usual === undefined || !reads.includes(usual)) return context.skip('By default, it reads nothing.');
      const searched = offered(usual, lookupNames, 'encode', 'lookup');
      if (searched.length === 0) context.skip(reasonUnsupported(usual, lookupNames, 'encode', 'lookup'));
      let found = 0;
      for (const [name, dataset] of searched) {
        const file = await fileOf(usual, name);
        if (file !== null) found += await checkLookup(usual, name, dataset, file);
      }
      expect(found).toBeGreaterThan(0);
    });

    const [damaged] = reads.filter((test) =>
      [...datasets.values()].some((dataset) => supports(test, 'encode', schemaOf(dataset))),
    );
    const meetsDamaged = async (name: string, context: TestContext, places: 'some places' | 'others') => {
      const dataset = named(name);
      if (damaged === undefined) return context.skip('None of its cases both writes and reads a dataset.');
      for (const operation of ['encode', 'decode'] as const) {
        const reason = caseUnsupportedReason(damaged, operation, schemaOf(dataset));
        if (reason !== null) context.skip(reason);
      }
      const file = await fileOf(damaged, name);
      if (file === null) return context.skip('It can’t keep these values, and says so.');
      await withSession(damaged, dataset, async (session, module) => {
        const kept = (one: Dataset) => module.forget?.(one) ?? one;
        const whole = kept(dataset);
        const isWhole = (decoded: Dataset) =>
          module.reorders && decoded.kind === 'molecules' && whole.kind === 'molecules'
            ? differenceOfMolecules(whole, decoded) === null
            : !differ(canonicalOf(decoded), canonicalOnce(whole));
        const attempt = async (
          bytes: Uint8Array<ArrayBuffer>,
          place: string,
        ): Promise<'rejected' | 'equal' | 'other'> => {
          try {
            const decoded = await session.decode?.(bytes);
            if (decoded === undefined) throw new Error('There is no decode.');
            return isWhole(kept(decoded)) ? 'equal' : 'other';
          } catch (thrown) {
            expect(thrown, `${place}: ${String(thrown)}`).toBeInstanceOf(FormatlabError);
            return 'rejected';
          }
        };
        /** Of `count` positions that are evenly spread from `from` to `to`, those that the suite tests: other ones for each dataset. */
        const turn = damagedNames.indexOf(name);
        const steps = (count: number, from: number, to: number) =>
          Array.from({ length: count }, (_, step) =>
            Math.floor(from + ((to - from) * (step + (turn % 4) / 4)) / count),
          ).filter((_, step) => ((step + turn) % 3 === 0) === (places === 'some places'));
        const ends = new Set(
          [
            ...steps(12, 0, Math.min(200, file.length)),
            ...steps(12, 0, file.length),
            file.length - 1,
            file.length - 2,
            file.length - 8,
          ].filter((end) => end >= 0 && end < file.length),
        );
        // The last bytes of a molecule file may be a line end or coordinates that the format drops anyway.
        const mayLack = dataset.kind === 'molecules' ? 16 : 0;
        for (const end of ends) {
          const outcome = await attempt(file.slice(0, end), `cut to ${end} of ${file.length}`);
          if (file.length - end > mayLack) expect(outcome, `cut to ${end} of ${file.length}`).not.toBe('equal');
        }
        const flippedAt = [
          ...steps(36, 0, Math.min(1_000, file.length)),
          ...steps(36, 0, file.length),
          ...steps(18, Math.max(0, file.length - 400), file.length),
        ];
        for (const at of `${format.id}/${name}` in loopsOnDamage ? [] : new Set(flippedAt)) {
          const flipped = file.slice();
          flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
          await attempt(flipped, `bit ${at % 8} of byte ${at} flipped`);
        }
        await attempt(new Uint8Array(), 'an empty file');
        await attempt(new TextEncoder().encode('<!doctype html><title>Not found</title>'), 'an HTML page');
        expect(await attempt(file, 'the file itself')).toBe('equal');
      });
    };
    it.for(damagedNames)(
      'meets damaged files of %s with an error or other values, soon, and works on',
      (name, context) => meetsDamaged(name, context, 'some places'),
    );
    it.for(damagedNames)(
      'meets damaged files of %s, at twice as many other places, with an error or other values, soon, and works on',
      { tags: ['full'] },
      (name, context) => meetsDamaged(name, context, 'others'),
    );
  });
}
