import { describe, expect, it, type TestContext } from 'vitest';
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
  type FormatModule,
  type FormatOperation,
  type FormatSession,
} from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { differenceOfMolecules } from '../../model/molecules/difference';
import { rowValues } from '../../model/table-row';
import { formatContextOf, type FormatCase, formatCases, caseUnsupportedReason } from './contract-cases';
import { formats } from '../metadata';
import { loadFormat } from '../modules';
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
            String(rowValues(table, row)[index]).slice(0, 50),
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
    return await session.encode(dataset);
  } catch (thrown) {
    if (!(thrown instanceof FormatlabError) || thrown.record.tag !== 'unsupported') throw thrown;
    expect(thrown.record.message).toMatch(sentence);
    return null;
  }
}

/** Some keys to look up, with the expected results. */
function wantedOf(dataset: Dataset): (readonly [LookupKey, LookupValue])[] {
  if (dataset.kind === 'table')
    return [0, dataset.rowCount - 1, 1, 5, Math.floor(dataset.rowCount / 2)].map(
      (row) => [row, rowValues(dataset, row)] as const,
    );
  const some = (_: unknown, row: number) => row < 12 || row % 97 === 0;
  if (dataset.kind === 'keyedVectors' || dataset.kind === 'dict')
    return [...(dataset.entries as ReadonlyMap<LookupKey, LookupValue>)].filter(some);
  if (dataset.kind !== 'records') return [];
  const { offsets, data } = dataset.values;
  return unpackTexts(dataset.keys)
    .map((key, row) => [key, data.slice(offsets[row], offsets[row + 1])] as const)
    .filter(some);
}

const encodedBy = (test: FormatCase, dataset: Dataset) =>
  withSession(test, dataset, (session) => encodeOrRefuse(test, session, dataset));

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
/** The most revealing datasets, for options other than the defaults. */
const essentialNames = [
  'rich',
  ...typedNames,
  'long',
  'vectors',
  'vectors-float32',
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

/** True for a case with a codec at an extreme level, or with a codec and another option than by default. Tests of each of these alone are many already. */
function isCombined({ implementation, options, innerCodec }: FormatCase): boolean {
  if (innerCodec === null) return false;
  const levels = implementation.innerCodecs.find(({ id }) => id === innerCodec.id)?.levels ?? null;
  return (
    (levels !== null && innerCodec.level !== levels.default) ||
    implementation.options.some((option) => options[option.id] !== option.default)
  );
}

type CaseTest = (test: FormatCase, context: TestContext) => Promise<void>;

/** Declares one test for each case. The quick suite runs the first, which has the implementation's default options. */
function eachCase(cases: readonly FormatCase[], name: string, run: CaseTest): void {
  it.for(cases.slice(0, 1))(`[$#] $name: ${name}`, run);
  it.for(cases.slice(1))(`[$#] $name: ${name}`, { tags: ['full'] }, run);
}

/** Declares the tests of every format for which `isTaken` returns true. */
export function testFormats(isTaken: (id: string) => boolean): void {
  const taken = [...formats.values()].filter(({ id }) => isTaken(id));

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
      let takes = 0;
      for (const test of cases) {
        for (const [name, dataset] of datasets) {
          for (const operation of operations) {
            const reason = caseUnsupportedReason(test, operation, schemaOf(dataset));
            if (reason === null) takes += 1;
            else expect(reason, `${test.name}, ${operation} of ${name}`).toMatch(sentence);
            if (reason === null) expect(implementation.clock[operation], `the clock of ${operation}`).toBeDefined();
          }
        }
      }
      expect(takes).toBeGreaterThan(0);
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

    /** Returns how many of the datasets it kept; it may refuse the values of the others. */
    const countKept = async (test: FormatCase, names: readonly string[]): Promise<number> => {
      let kept = 0;
      for (const name of names) {
        const dataset = named(name);
        const schema = schemaOf(dataset);
        if (!supports(test, 'encode', schema)) continue;
        await withSession(test, dataset, async (session, module) => {
          const before = canonicalOnce(dataset);
          const file = await encodeOrRefuse(test, session, dataset);
          expect(differ(canonicalOf(dataset), before), `${name}: the input is untouched`).toBe(false);
          if (file === null) return;
          kept += 1;
          expect(
            differ((await session.encode?.(dataset)) ?? new Uint8Array(), file),
            `${name}: equal data give equal bytes`,
          ).toBe(false);
          const shifted = await session.encode?.(unalignedCopy(dataset));
          expect(
            differ(shifted ?? new Uint8Array(), file),
            `${name}: views that begin inside their buffers give the same file`,
          ).toBe(false);
          // The buffer is part of a larger one and holds old bytes. The format must write every byte of it, and nothing outside.
          const rooms: Uint8Array<ArrayBuffer>[] = [];
          const roomy = await session.encode?.(dataset, (sizeBytes) => {
            const room = new Uint8Array(sizeBytes + 40).fill(0xa5);
            rooms.push(room);
            return room.subarray(24, 24 + sizeBytes);
          });
          expect(differ(roomy ?? new Uint8Array(), file), `${name}: given room, it writes the same file`).toBe(false);
          expect(rooms.length).toBeLessThanOrEqual(1);
          for (const room of rooms) {
            expect(roomy?.buffer, name).toBe(room.buffer);
            expect(
              [...room.subarray(0, 24), ...room.subarray(room.length - 16)].every((byte) => byte === 0xa5),
              name,
            ).toBe(true);
          }
          if (!supports(test, 'decode', schema)) return;
          const fileBefore = file.slice();
          const decoded = await session.decode?.(file);
          if (decoded === undefined) throw new Error(`${test.name} says that it decodes ${name}, but has no decode.`);
          expectEqual(decoded, dataset, module, name);
          expect(differ(file, fileBefore), `${name}: decoding leaves the file alone`).toBe(false);
          const inside = new Uint8Array(file.length + 7);
          inside.set(file, 5);
          const again = await session.decode?.(inside.subarray(5, 5 + file.length));
          if (again === undefined) throw new Error(`${test.name} has no decode any more.`);
          expectEqual(again, dataset, module, `${name}, as a view that begins inside its buffer`);
        });
      }
      return kept;
    };
    const untouched = 'leaves its input alone, and gives equal bytes for equal data';
    eachCase(writes, `gives back every dataset, or those that show most, ${untouched}`, async (test) => {
      const all = isCombined(test) ? essentialNames : [...datasets.keys()];
      const names = offered(test, all, 'encode').map(([name]) => name);
      expect(await countKept(test, names)).toBeGreaterThan(0);
    });

    it.skipIf(!format.selfDescribing || converts)(
      'describes itself: it reads without being told the schema',
      async (context) => {
        const liar = named('bytes-0');
        let kept = 0;
        for (const test of reads.slice(0, 3)) {
          for (const [name, dataset] of offered(test, selfDescribingNames, 'encode', 'decode')) {
            const file = await encodedBy(test, dataset);
            if (file === null) continue;
            await withSession(test, dataset.kind === 'bytes' ? named('vectors') : liar, async (session, module) => {
              const decoded = await session.decode?.(file);
              if (decoded === undefined)
                throw new Error(`${test.name} says that it decodes ${name}, but has no decode.`);
              expectEqual(decoded, dataset, module, name);
            });
            kept += 1;
          }
        }
        if (writes.length === 0) context.skip('It only reads: what others write, it reads below.');
        expect(kept).toBeGreaterThan(0);
      },
    );

    /** `casesOf` selects the other implementation's cases to read. */
    async function readsOthers(context: TestContext, casesOf: (all: readonly FormatCase[]) => readonly FormatCase[]) {
      if (format.implementations.length === 1) context.skip(`Nobody else writes ${format.label} here.`);
      let [tried, kept] = [0, 0];
      for (const other of format.implementations) {
        if (other.id === implementation.id) continue;
        for (const writer of casesOf(formatCases(format, other))) {
          for (const [name, dataset] of datasets) {
            const schema = schemaOf(dataset);
            const known = new Set(implementation.options.map(({ id }) => id));
            const reader: FormatCase = {
              ...writer,
              implementation,
              options: {
                ...cases[0]?.options,
                ...Object.fromEntries(Object.entries(writer.options).filter(([id]) => known.has(id))),
              },
            };
            const admitted = implementation.options.every(
              (option) =>
                option.type !== 'choice' || option.choices.some(({ value }) => value === reader.options[option.id]),
            );
            if (!admitted || !supports(writer, 'encode', schema) || !supports(reader, 'decode', schema)) continue;
            tried += 1;
            const file = await encodedBy(writer, dataset);
            if (file === null) continue;
            const otherModule = moduleWithOptions(await loadFormat(format.id, other.id), writer.options);
            await withSession(reader, dataset, async (session, module) => {
              const decoded = await session.decode?.(file);
              if (decoded === undefined) throw new Error(`${reader.name} has no decode.`);
              const both: FormatModule = {
                open: module.open,
                forget: (kept) => [module, otherModule].reduce((rest, one) => one.forget?.(rest) ?? rest, kept),
                ...(module.reorders || otherModule.reorders ? { reorders: true } : {}),
              };
              expectEqual(decoded, dataset, both, `${name} by ${writer.name}`);
            });
            kept += 1;
          }
        }
      }
      if (tried === 0) context.skip('None of the others writes what it reads.');
      expect(kept).toBeGreaterThan(0);
    }

    it('reads what the other implementations of the format write by default, where it says that it does', (context) =>
      readsOthers(context, (all) => all.slice(0, 1)));

    it(
      'reads what the other implementations of the format write, where it says that it does',
      { tags: ['full'] },
      (context) => readsOthers(context, (all) => all),
    );

    eachCase(reads, 'projects every column, and none that is not there', async (test, context) => {
      const tables = offered(test, tableNames, 'encode', 'project');
      if (tables.length === 0) context.skip(reasonUnsupported(test, tableNames, 'encode', 'project'));
      let kept = 0;
      for (const [name, table] of tables) {
        if (table.kind !== 'table') throw new Error(`${name} is no table.`);
        const file = await encodedBy(test, table);
        if (file === null) continue;
        kept += 1;
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
          await expect(async () => project.call(session, file, 'no such column')).rejects.toBeInstanceOf(
            FormatlabError,
          );
        });
      }
      expect(kept).toBeGreaterThan(0);
    });

    eachCase(reads, 'looks up rows and ids, and none that is not there', async (test, context) => {
      const searched = offered(test, lookupNames, 'encode', 'lookup');
      if (searched.length === 0) context.skip(reasonUnsupported(test, lookupNames, 'encode', 'lookup'));
      let kept = 0;
      for (const [name, dataset] of searched) {
        const file = await encodedBy(test, dataset);
        if (file === null) continue;
        await withSession(test, dataset, async (session, module) => {
          const remembered = module.forget?.(dataset) ?? dataset;
          for (const cache of supports(test, 'warmLookup', schemaOf(dataset))
            ? (['none', 'all'] as const)
            : (['none'] as const)) {
            const lookup = await session.openLookup?.(file, cache);
            if (lookup === undefined) throw new Error(`${test.name} says that it looks up, but has no openLookup.`);
            for (const [key, value] of wantedOf(remembered)) {
              expect(await lookup.get(key), `${name} ${key}`).toEqual(value);
              kept += 1;
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
      }
      expect(kept).toBeGreaterThan(0);
    });

    const [damaged] = reads.filter((test) =>
      [...datasets.values()].some((dataset) => supports(test, 'encode', schemaOf(dataset))),
    );
    const meetsDamaged = async (name: string, context: TestContext, places: 'every fourth place' | 'the others') => {
      const dataset = named(name);
      if (damaged === undefined) return context.skip('None of its cases both writes and reads a dataset.');
      for (const operation of ['encode', 'decode'] as const) {
        const reason = caseUnsupportedReason(damaged, operation, schemaOf(dataset));
        if (reason !== null) context.skip(reason);
      }
      const file = await encodedBy(damaged, dataset);
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
        /** Of `count` positions that are evenly spread from `from` to `to`, those that the suite tests. */
        const steps = (count: number, from: number, to: number) =>
          Array.from({ length: count }, (_, step) => Math.floor(from + ((to - from) * step) / count)).filter(
            (_, step) => (step % 4 === 0) === (places === 'every fourth place'),
          );
        const ends = new Set(
          [
            ...steps(40, 0, Math.min(200, file.length)),
            ...steps(40, 0, file.length),
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
          ...steps(120, 0, Math.min(1_000, file.length)),
          ...steps(120, 0, file.length),
          ...steps(60, Math.max(0, file.length - 400), file.length),
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
      (name, context) => meetsDamaged(name, context, 'every fourth place'),
    );
    it.for(damagedNames)(
      'meets damaged files of %s, at three times as many other places, with an error or other values, soon, and works on',
      { tags: ['full'] },
      (name, context) => meetsDamaged(name, context, 'the others'),
    );
  });
}
