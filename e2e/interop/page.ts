import { type MutantEntry, writeMutants } from './mutated-files';
import { type RewriteEntry, writeRewrites } from './rewrite-files';

import { belongs, type Depth } from './depth';
import { type Save, type SnippetEntry, writeSnippetFiles } from './snippet-files';
import { toCanonical } from '../../workers/model/canonical';
import { type Dataset, schemaOf } from '../../workers/model/dataset';
import { FormatlabError } from '../../workers/model/errors';
import {
  formatContextOf,
  type FormatCase,
  formatCases,
  caseUnsupportedReason,
} from '../../workers/registry/testing/contract-cases';
import { codecs, formats, workloads } from '../../workers/registry/metadata';
import { loadCodec, loadFormat, loadWorkload } from '../../workers/registry/modules';
import { chosenDatasets } from '../../workers/registry/testing/chosen-datasets';
import { sampleDatasets, typedColumns, typedTable } from '../../workers/registry/testing/sample-datasets';
import { tortureCases } from '../../workers/registry/torture/cases';
import { networkCounts } from '../../workers/model/remote/network-requests';
import { parquetNetworkCounts } from '../../workers/formats/parquet/remote/network-counts';
import { completeOptions, type OptionValues } from '../../workers/model/options';

/** Writes, in a real browser, the files that the reference readers open: see run.mjs. */

/** `full`: it is left to the full suite. */
export type Entry =
  | {
      kind: 'format';
      file: string;
      format: string;
      implementation: string;
      options: Record<string, unknown>;
      innerCodec: string | null;
      dataset: string;
      loss: readonly string[];
      /** The requests and bytes of a reader over a network, and the place of the column that it reads alone; null if it needs the whole file. */
      network: Readonly<Record<string, number>> | null;
      full: boolean;
    }
  | {
      kind: 'codec';
      file: string;
      codec: string;
      implementation: string;
      level: number | null;
      dataset: string;
      conforming: boolean;
      full: boolean;
    };

/** Under options other than the defaults, the datasets that show the most. */
const essential = new Set([
  'rich',
  'typed: arrays or null',
  'long',
  'vectors',
  'vectors-float32',
  'array-3d',
  'strings',
  'list-int64',
  'dict-utf8-float64',
  'dict-int64-utf8',
  'records',
  'bytes',
]);

/** What these show beyond smaller ones takes seconds to be read by some references. */
const large = new Set(['records-3000', 'molecules-300']);

/** Formats whose option is another layout of everything: all datasets under each of its values. */
const inFull = new Set(['destination']);

/** The options and the level that an entry has unless told otherwise: what the quick suite writes. */
function isQuick(test: FormatCase): boolean {
  const { format, innerCodec } = test;
  if (inFull.has(format.id)) return true;
  if (innerCodec === null) return isDefault(test);
  return isDefault(test) && isDefaultLevel(test);
}

function isDefaultLevel({ innerCodec, implementation }: FormatCase): boolean {
  const levels = implementation.innerCodecs.find(({ id }) => id === innerCodec?.id)?.levels ?? null;
  return innerCodec === null || innerCodec.level === (levels?.default ?? null);
}

/** Only the codec differs: records are written in full then, since a database's codecs are its main options. */
function isDefault({ options, implementation }: FormatCase): boolean {
  return implementation.options.every((option) => options[option.id] === option.default);
}

async function bytesOf(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob([...parts]).arrayBuffer());
}

/** Parameters under which a workload makes data of other types than by default. */
const variants: readonly (readonly [name: string, workload: string, knobs: OptionValues])[] = [
  ['array-int64', 'array', { elementType: 'int64' }],
  ['array-texts', 'array', { elementType: 'utf8', characters: 'mixed' }],
  ['list-texts', 'list', { elementType: 'utf8', characters: 'beyond', textLength: 20, lengths: 'equal' }],
  ['dict-int64', 'dict', { keyType: 'int64', valueType: 'int64' }],
  ['dict-texts', 'dict', { valueType: 'utf8', characters: 'mixed', keyLength: 9 }],
];

/** A small dataset of every workload, and of its variants, beside the samples. */
async function allDatasets(): Promise<Map<string, Dataset>> {
  const datasets = new Map<string, Dataset>([...sampleDatasets(), ...typedColumns()]);
  for (const [name, id, given] of [
    ...[...workloads.keys()].map((workload) => [workload, workload, {}] as const),
    ...variants,
  ]) {
    const meta = workloads.get(id);
    if (meta === undefined) throw new Error(`There is no workload ${id}.`);
    const { generate } = await loadWorkload(id);
    datasets.set(
      `${workloadPrefix}${name}`,
      generate({ parameters: completeOptions(meta.parameters, given, meta.label), seed: 42, from: 0, to: 25 }),
    );
  }
  return datasets;
}

/** Null where the values, not the schema, are such that the format can't keep them, and it says so. */
async function encode(
  test: FormatCase,
  dataset: Dataset,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; network: Readonly<Record<string, number>> | null } | null> {
  const session = await (await loadFormat(test.format.id, test.implementation.id)).open(formatContextOf(test, dataset));
  try {
    if (session.encode === undefined) throw new Error(`${test.name} says that it encodes, but has no encode.`);
    const bytes = await session.encode(dataset);
    const columnIndex = dataset.kind === 'table' ? Math.floor(dataset.columns.length / 2) : 0;
    if (test.format.id === 'parquet')
      return { bytes, network: { columnIndex, ...parquetNetworkCounts(bytes, columnIndex) } };
    const reads = await session.networkReads?.(bytes, columnIndex);
    return { bytes, network: reads === undefined ? null : { columnIndex, ...networkCounts(reads) } };
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'unsupported') return null;
    throw new Error(`${test.name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { cause: thrown });
  } finally {
    session.close?.();
  }
}

/** Parquet files that declare the column by which their rows are sorted. */
async function writeSorted(
  datasets: ReadonlyMap<string, Dataset>,
  add: (entry: Entry, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const name = 'workload-table';
  const dataset = datasets.get(name);
  const format = formats.get('parquet');
  const implementation = format?.implementations.find(({ id }) => id === 'arrow-rs');
  if (dataset === undefined || format === undefined || implementation === undefined)
    throw new Error('Parquet by arrow-rs, or the table to write with it, is gone.');
  for (const sortedBy of ['id', 'created']) {
    const options = completeOptions(implementation.options, { sortedBy }, format.label);
    const test = { name: `Parquet sorted by ${sortedBy}`, format, implementation, options, innerCodec: null };
    const encoded = await encode(test, dataset);
    if (encoded === null) throw new Error(`${test.name}: the rows are not in this order.`);
    const entry: Entry = {
      kind: 'format',
      file: `parquet-sorted-by-${sortedBy}.parquet`,
      format: format.id,
      implementation: implementation.id,
      options,
      innerCodec: null,
      dataset: name,
      loss: implementation.loss(schemaOf(dataset), options),
      network: encoded.network,
      full: false,
    };
    await add(entry, encoded.bytes);
  }
}

/** Writes a file; false where the format can't keep the values, and says so. */
type Write = (test: FormatCase, number: number, name: string, dataset: Dataset, full: boolean) => Promise<boolean>;

const torturePrefix = 'torture-';

/**
 * Each torture table in each format, by one of its implementations: they take turns. What each implementation keeps of each table is held by
 * workers/registry/torture/torture.browser.test.ts.
 */
async function writeTorture(save: Save, write: Write): Promise<void> {
  for (const [turn, { id, make }] of tortureCases.entries()) {
    const table = make();
    const name = `${torturePrefix}${id}`;
    await save(`${name}.canonical`, await bytesOf(toCanonical(table).parts));
    for (const format of formats.values()) {
      const able = format.implementations
        .filter(({ conversion }) => conversion !== true)
        .flatMap((implementation) => formatCases(format, implementation).slice(0, 1))
        .filter((test) => caseUnsupportedReason(test, 'encode', schemaOf(table)) === null);
      for (let index = 0; index < able.length; index += 1) {
        const test = able[(turn + index) % able.length];
        if (test !== undefined && (await write(test, 0, name, table, true))) break;
      }
    }
  }
}
/** Of these, the scripts for Python are held against files that the quick suite has opened. */
const workloadPrefix = 'workload-';
/** Their data are compared with the script's. Files with columns of these types are written of other tables. */
const comparedAsData = new Set(['workload-sensors', 'workload-logs']);

async function writeEntries(save: Save, depth: Depth, only: readonly string[]): Promise<Entry[]> {
  const isWanted = (id: string) => only.length === 0 || only.includes(id);
  const entries: Entry[] = [];
  const add = async (entry: Entry, bytes: Uint8Array) => {
    await save(entry.file, bytes);
    entries.push(entry);
  };
  const datasets = await allDatasets();
  for (const [name, dataset] of datasets) await save(`${name}.canonical`, await bytesOf(toCanonical(dataset).parts));
  const write: Write = async (test, number, name, dataset, full) => {
    const encoded = await encode(test, dataset);
    if (encoded === null) return false;
    const { format, implementation, options, innerCodec } = test;
    await add(
      {
        kind: 'format',
        file: `${format.id}-${implementation.id}-${number}-${name}.${format.extension}`,
        format: format.id,
        implementation: implementation.id,
        options,
        innerCodec: innerCodec?.id ?? null,
        dataset: name,
        loss: implementation.loss(schemaOf(dataset), options),
        network: encoded.network,
        full,
      },
      encoded.bytes,
    );
    return true;
  };
  const supports = (test: FormatCase, name: string): boolean => {
    const dataset = datasets.get(name);
    return dataset !== undefined && caseUnsupportedReason(test, 'encode', schemaOf(dataset)) === null;
  };
  for (const format of formats.values()) {
    if (!isWanted(format.id)) continue;
    for (const implementation of format.implementations) {
      if (implementation.conversion === true) continue;
      const cases = formatCases(format, implementation);
      const chosen = chosenDatasets(
        cases.filter((test) => !isQuick(test)),
        [...essential],
        supports,
        isDefaultLevel,
      );
      for (const [number, test] of cases.entries()) {
        // A preview of the Parquet format, which pyarrow does not read yet.
        if (test.options.encoding === 'ALP') continue;
        for (const [name, dataset] of datasets) {
          const full = !isQuick(test) || large.has(name);
          if (
            !belongs(depth, full) ||
            comparedAsData.has(name) ||
            // What holds all types has them in one file.
            (name.startsWith('typed: ') && caseUnsupportedReason(test, 'encode', schemaOf(typedTable())) === null) ||
            (number > 0 &&
              !(chosen.get(test) ?? essential).has(name) &&
              !inFull.has(format.id) &&
              !(dataset.kind === 'records' && isDefault(test))) ||
            !supports(test, name)
          )
            continue;
          await write(test, number, name, dataset, full);
        }
      }
    }
  }
  if (depth !== 'quick') await writeTorture(save, write);
  if (isWanted('parquet')) await writeSorted(datasets, add);
  for (const codec of codecs.values()) {
    if (!isWanted(codec.id)) continue;
    for (const { id, levels, compresses, conforms, elementBytes, options } of codec.implementations) {
      if (!compresses) continue;
      const elementSize = elementBytes?.(completeOptions(options ?? [], {}, codec.label)) ?? 1;
      const instance = await (await loadCodec(codec.id, id)).create();
      // The conformance matrix has the other levels.
      const level = levels === null ? null : levels.default;
      for (const name of ['bytes', 'bytes-0', 'bytes-1', 'long', 'workload-events', 'vectors-1000']) {
        const dataset = datasets.get(name);
        if (dataset === undefined) throw new Error(`There is no dataset ${name}.`);
        const data = await bytesOf(toCanonical(dataset).parts);
        if (data.length % elementSize !== 0) continue;
        const bytes = await instance.compress(data, level);
        const conforming = conforms !== false;
        await add(
          {
            kind: 'codec',
            file: `${codec.id}-${id}-${level ?? 'none'}-${name}.${codec.extension}`,
            codec: codec.id,
            implementation: id,
            level,
            dataset: name,
            conforming,
            full: false,
          },
          bytes,
        );
      }
    }
  }
  return entries;
}

/** Lists of what was written, by the names of their files. */
interface Lists {
  readonly manifest: readonly Entry[];
  readonly snippets: readonly SnippetEntry[];
  readonly rewrites: readonly RewriteEntry[];
  readonly mutants: readonly MutantEntry[];
}

interface Request {
  readonly depth: Depth;
  /** The formats and codecs whose files are written, and nothing else; all files if it is empty. */
  readonly only: readonly string[];
  /** Where files are posted: receive-files.mjs. */
  readonly saveUrl: string;
}

declare global {
  interface Window {
    writeAll: (request: Request) => Promise<Lists>;
  }
}

/** As many files are on their way at once as a browser opens connections to a host. */
const mostConnections = 6;

window.writeAll = async ({ depth, only, saveUrl }) => {
  const underway = new Set<Promise<void>>();
  const post = async (name: string, file: Blob) => {
    const { ok } = await fetch(new URL(encodeURIComponent(name), saveUrl), { method: 'POST', body: file });
    if (!ok) throw new Error(`${name} was not saved.`);
  };
  const save: Save = async (name, bytes) => {
    while (underway.size >= mostConnections) await Promise.race(underway);
    const posted = post(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
    underway.add(posted);
    void posted.then(
      () => underway.delete(posted),
      () => {},
    );
  };
  const lists = {
    manifest: await writeEntries(save, depth, only),
    snippets: only.length > 0 && !only.includes('snippets') ? [] : await writeSnippetFiles(save, depth),
    rewrites: only.length > 0 || depth === 'quick' ? [] : await writeRewrites(save),
    mutants: only.length > 0 ? [] : await writeMutants(save, depth),
  };
  await Promise.all(underway);
  return lists;
};
