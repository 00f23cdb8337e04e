import { snippetsFor } from '../../web/decide/snippets/snippets';
import { presetsFor } from '../../web/explore/candidates/presets';
import { toCanonical } from '../../workers/model/canonical';
import { type Dataset, type DatasetSchema, schemaOf } from '../../workers/model/dataset';
import { completeOptions, type OptionValues } from '../../workers/model/options';
import {
  type Candidate,
  type CandidateCodec,
  candidateKey,
  innerCodec,
  wrappingCodec,
  type WrappingCodec,
} from '../../workers/model/plan';
import { findCodecImplementation, findFormatImplementation, workloads } from '../../workers/registry/metadata';
import { belongs, type Depth } from './depth';
import { hostileLines } from './hostile-lines';
import { ownCsv, ownCsvSource, readOwnCsv } from './own-csv';
import { amounts, ledger, nested, visits } from './snippet-tables';
import { loadCodec, loadFormat, loadWorkload } from '../../workers/registry/modules';

/**
 * Writes the files whose snippets test_snippets.py runs, and the list of them with their snippets. The data are large enough that the notes of
 * each writer do not count.
 */

export type Save = (name: string, bytes: Uint8Array) => Promise<void>;

const datasetSpecs: readonly (readonly [name: string, workload: string, knobs: OptionValues, size: number])[] = [
  ['table', 'table', {}, 15_000],
  ['events', 'events', { duplicateShare: 0.5 }, 40_000],
  ['vectors', 'keyedVectors', { dimension: 64, decimals: '3' }, 1_000],
  ['array', 'array', {}, 20_000],
  ['dict', 'dict', {}, 5_000],
];

const inside = (id: string, granularity: 'page' | 'buffer' | 'chunk', level: number | null = null): CandidateCodec => ({
  id,
  level,
  implementation: null,
  granularity,
});
const around = (
  id: string,
  level: number | null,
  options: OptionValues = {},
  implementation = 'native',
): CandidateCodec => ({
  id,
  level,
  implementation,
  granularity: 'file',
  options,
});

interface Case {
  readonly dataset: string;
  readonly format: readonly [format: string, implementation: string];
  readonly options?: OptionValues;
  readonly codec?: CandidateCodec;
}

const parquet = (dataset: string, options: OptionValues, codec?: CandidateCodec): Case => ({
  dataset,
  format: ['parquet', 'arrow-rs'],
  options,
  ...(codec === undefined ? {} : { codec }),
});
const one = (dataset: string, format: Case['format'], options: OptionValues = {}, codec?: CandidateCodec): Case => ({
  dataset,
  format,
  options,
  ...(codec === undefined ? {} : { codec }),
});

const cases: readonly Case[] = [
  parquet('table', {}),
  parquet('table', {}, inside('zstd', 'page', 3)),
  parquet('table', {}, inside('snappy', 'page')),
  parquet('table', {}, inside('gzip', 'page', 6)),
  parquet('table', {}, inside('lz4', 'page')),
  parquet('table', {}, inside('brotli', 'page', 5)),
  parquet('table', { encoding: 'PLAIN' }, inside('zstd', 'page', 9)),
  parquet('table', { encoding: 'PLAIN' }),
  parquet('orders', { encoding: 'PLAIN' }),
  parquet('events', { encoding: 'PLAIN', rowGroupRows: 5_000 }),
  parquet('dict', { encoding: 'PLAIN', rowGroupRows: 1_000 }),
  parquet('table', { encoding: 'DELTA_BINARY_PACKED', pageVersion: '2' }, inside('zstd', 'page', 1)),
  parquet('table', { statistics: 'page', pageKiB: 64, pageRows: 4_000, rowGroupRows: 5_000 }),
  parquet('table', { statistics: 'none', dictionaryKiB: 64 }, inside('zstd', 'page', 1)),
  parquet(
    'table',
    { columns: 'amount: BYTE_STREAM_SPLIT, zstd 9; note: PLAIN, uncompressed' },
    inside('snappy', 'page'),
  ),
  parquet(
    'table',
    { columns: 'amount: zstd 9; note: uncompressed; name: snappy; created: DELTA_BINARY_PACKED' },
    inside('zstd', 'page', 3),
  ),
  parquet('table', { bloomFilter: true }),
  parquet('ledger', { encoding: 'PLAIN' }, inside('zstd', 'page', 3)),
  parquet(
    'ledger',
    {
      columns: 'scores: BYTE_STREAM_SPLIT, zstd 9; place: uncompressed; price: DELTA_BINARY_PACKED',
      bloomFilter: true,
    },
    inside('zstd', 'page', 3),
  ),
  parquet('table', {}, around('zstd', 9)),
  one('table', ['parquet', 'parquet-wasm'], {}, inside('zstd', 'page', 1)),
  one('events', ['parquet', 'hyparquet'], {}, inside('snappy', 'page')),
  parquet('events', { encoding: 'BYTE_STREAM_SPLIT' }, inside('zstd', 'page', 3)),
  parquet('vectors', { encoding: 'BYTE_STREAM_SPLIT' }, inside('zstd', 'page', 3)),
  parquet('dict', { bloomFilter: true }, inside('zstd', 'page', 1)),
  one('table', ['arrow', 'apache-arrow']),
  one('table', ['arrow', 'apache-arrow'], { container: 'stream', batchRows: '8192' }, inside('zstd', 'buffer', 5)),
  one('table', ['arrow', 'apache-arrow'], {}, inside('lz4', 'buffer')),
  one('vectors', ['arrow', 'apache-arrow'], {}, around('xz', 3)),
  one('table', ['csv', 'csv-core']),
  one('events', ['csv', 'csv-core']),
  one('amounts', ['csv', 'csv-core']),
  one('visits', ['csv', 'csv-core'], {}, around('zstd', 9)),
  one('vectors', ['csv', 'csv-core'], {}, around('gzip', 6, {}, 'zlib')),
  one('dict', ['csv', 'csv-core']),
  one('table', ['json', 'jiter'], { layout: 'columns' }),
  one('table', ['json', 'jiter'], { layout: 'records' }),
  one('table', ['json', 'jiter'], { layout: 'lines' }),
  one('visits', ['json', 'jiter'], { layout: 'lines' }),
  one('vectors', ['json', 'jiter'], { layout: 'lines' }, around('brotli', 5)),
  one('table', ['messagepack', 'rmp']),
  one('visits', ['messagepack', 'rmp']),
  one('vectors', ['messagepack', 'rmp'], {}, around('bzip2', 9)),
  one('table', ['pickle', 'formatlab']),
  one('events', ['pickle', 'formatlab'], { protocol: '4' }, around('lz4', 1)),
  one('vectors', ['pickle', 'formatlab']),
  one('array', ['npy', 'formatlab']),
  one('array', ['npy', 'formatlab'], {}, around('blosc', 5, { compressor: 'zstd' })),
  one('array', ['npy', 'formatlab'], {}, around('pco', 8, { element: 'float64' })),
  one('vectors', ['npz', 'libdeflate'], { members: 'stored' }),
  one('dict', ['npz', 'libdeflate'], { members: 'deflated' }),
  one('events', ['hdf5', 'h5wasm']),
  one('events', ['hdf5', 'h5wasm'], { shuffle: true }, inside('gzip', 'chunk', 4)),
  one('vectors', ['hdf5', 'h5wasm'], { shuffle: true, chunkRows: 100 }, inside('gzip', 'chunk', 6)),
  one('table', ['hdf5', 'h5wasm'], { shuffle: true }, inside('gzip', 'chunk', 4)),
  one('orders', ['hdf5', 'h5wasm'], { chunkRows: 4_096 }),
  one('visits', ['hdf5', 'h5wasm'], {}, inside('blosc-zstd', 'chunk', 5)),
  one('nested', ['hdf5', 'h5wasm'], {}, inside('gzip', 'chunk', 4)),
  one('vectors', ['hdf5', 'h5wasm'], { layout: 'each' }),
  one('array', ['hdf5', 'h5wasm'], { chunkRows: 4_096 }, inside('gzip', 'chunk', 1)),
  one('array', ['hdf5', 'h5wasm'], {}, inside('lzf', 'chunk', null)),
  one('array', ['hdf5', 'h5wasm'], { shuffle: true }, inside('zstd', 'chunk', 3)),
  one('vectors', ['hdf5', 'h5wasm'], {}, inside('lz4', 'chunk', null)),
  one('vectors', ['hdf5', 'h5wasm'], { shuffle: true }, inside('blosc-lz4', 'chunk', 5)),
  one('vectors', ['hdf5', 'h5wasm'], {}, inside('bitshuffle-zstd', 'chunk', 3)),
  one('events', ['root', 'formatlab'], {}, inside('zstd', 'page', 5)),
  one('events', ['rntuple', 'formatlab'], {}, inside('zstd', 'page', 5)),
  one('oddNames', ['root', 'formatlab']),
  one('oddNames', ['rntuple', 'formatlab']),
  ...[
    around('gzip', 6, {}, 'zlib'),
    around('gzip', 9, { strategy: 'filtered', windowBits: 13 }, 'zlib'),
    around('gzip', 6, {}, 'libdeflate'),
    around('gzip', 6, {}, 'fflate'),
    around('deflate', 6, { memLevel: 9 }, 'zlib'),
    around('deflate-raw', 1, {}, 'zlib'),
    around('zstd', 3, { longDistance: true }),
    around('zstd', 19),
    around('zstd', 22),
    around('zstd', -5, { checksum: true }),
    around('zstd', 5, { windowLog: '16' }),
    around('lz4', 1),
    around('lz4', -4, { linked: false, blockSize: '7' }),
    around('lz4', 12, { checksum: true }),
    around('lz4-block', 1),
    around('lz4-block', 9),
    around('brotli', 6, { windowLog: '18', mode: 'text' }),
    around('brotli', 5),
    around('xz', 6, { extreme: true, check: 'sha256' }),
    around('lzma', 2),
    around('bzip2', 9),
    around('blosc', 9, { typesize: 1, shuffle: 'none', compressor: 'lz4hc', blockSize: 65_536 }),
    around('snappy', null),
  ].map((codec) => one('bytes', ['raw', 'formatlab'], {}, codec)),
];

/** The tables that no lines need as Python's own objects, and of which only the cases above are written. */
const onlyTables: readonly string[] = ['oddNames', 'visits', 'ledger', 'amounts', 'nested'];

/** The candidates that the page suggests for such data, and those of its lists for them, besides the cases above. */
function offeredCases(dataset: string, schema: DatasetSchema, known: ReadonlySet<string>): Candidate[] {
  const offered = presetsFor(schema)
    .filter(({ id }) => id === 'suggested' || id === 'quick' || id.startsWith('source'))
    .flatMap(({ candidates }) => candidates(schema));
  const byKey = new Map(offered.map((candidate) => [`${dataset}: ${candidateKey(candidate)}`, candidate]));
  return [...byKey]
    .filter(([key, candidate]) => !known.has(key) && snippetsFor(candidate, schema).some(({ tested }) => tested))
    .map(([, candidate]) => candidate);
}

/**
 * The pairs of what a snippet's lines depend on. The data and the codec are no pair: the lines of a codec are the same for all data, and the cases above
 * have each codec with several data.
 */
function pairsOf(dataset: string, { format, options, codec }: Candidate, tool: string): readonly string[] {
  const written = JSON.stringify([format, options]);
  const coded = JSON.stringify([codec?.id ?? null, codec?.granularity ?? null]);
  return [
    ['data and format', dataset, written],
    ['data and tool', dataset, tool],
    ['format and codec', format, coded],
    ['format and tool', written, tool],
    ['codec and tool', coded, tool],
  ].map((pair) => JSON.stringify(pair));
}

function completed({ format: [format, implementation], options = {}, codec: given }: Case): Candidate {
  const found = findFormatImplementation(format, implementation);
  if (found === null) throw new Error(`There is no format ${format} by ${implementation}.`);
  const codec = given ?? null;
  const wrapping = wrappingCodec({ codec });
  const by = wrapping === null ? null : findCodecImplementation(wrapping.id, wrapping.implementation);
  if (wrapping !== null && by === null)
    throw new Error(`There is no codec ${wrapping.id} by ${wrapping.implementation}.`);
  return {
    format,
    implementation,
    options: completeOptions(found.implementation.options, options, format),
    codec:
      codec === null
        ? null
        : { ...codec, options: completeOptions(by?.implementation.options ?? [], codec.options ?? {}, codec.id) },
  };
}

/** The file of the candidate's format, before a codec compresses it. */
export async function encoded(candidate: Candidate, dataset: Dataset): Promise<Uint8Array<ArrayBuffer>> {
  const module = await loadFormat(candidate.format, candidate.implementation);
  const session = await module.open({
    options: candidate.options,
    innerCodec: innerCodec(candidate),
    schema: schemaOf(dataset),
  });
  try {
    if (session.encode === undefined) throw new Error(`${candidateKey(candidate)} does not encode.`);
    return new Uint8Array(await session.encode(dataset));
  } finally {
    session.close?.();
  }
}

/** The table with other names for its first columns. */
function withNames(dataset: Dataset | undefined, names: readonly string[]): Dataset {
  if (dataset?.kind !== 'table') throw new Error('Only columns of a table have names.');
  const columns = dataset.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  return { ...dataset, columns };
}

async function compressed(codec: WrappingCodec, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const by = await (await loadCodec(codec.id, codec.implementation)).create(codec.options ?? {});
  return await by.compress(bytes, codec.level);
}

/** The formats that people use most. */
const quickFormats = ['csv', 'json', 'parquet', 'arrow', 'hdf5'];

/** What the quick suite writes: the first case of each of them, and a compressed file. */
function isQuick(each: Case): boolean {
  const key = ({ format, codec }: Case) => (codec?.id === 'zstd' && format[0] === 'raw' ? 'raw zstd' : format[0]);
  return (
    [...quickFormats, 'raw zstd'].includes(key(each)) &&
    cases.findIndex((other) => key(other) === key(each)) === cases.indexOf(each)
  );
}

/** A file of the browser and the snippets that write and read such a file. */
export interface SnippetEntry {
  readonly name: string;
  readonly dataset: string;
  readonly file: string;
  /** The same file before the codec around it; null if it has none. */
  readonly inside: string | null;
  /** True if it is left to the full suite. */
  readonly full: boolean;
  readonly snippets: ReturnType<typeof snippetsFor>;
}

export async function writeSnippetFiles(save: Save, depth: Depth): Promise<SnippetEntry[]> {
  await save('snippet-hostile.json', new TextEncoder().encode(JSON.stringify(hostileLines())));
  const datasets = new Map<string, Dataset>();
  for (const [name, id, given, size] of datasetSpecs) {
    const meta = workloads.get(id);
    if (meta === undefined) throw new Error(`There is no workload ${id}.`);
    const { generate } = await loadWorkload(id);
    const parameters = completeOptions(meta.parameters, given, meta.label);
    datasets.set(name, generate({ parameters, seed: 42, from: 0, to: size }));
  }
  datasets.set('oddNames', withNames(datasets.get('events'), ['a b', 'a_b', 'the_"q"', 'a/b', 'x.y']));
  datasets.set('visits', visits);
  datasets.set('ledger', ledger);
  datasets.set('amounts', amounts);
  datasets.set('nested', nested);
  const textOf = completed({ dataset: 'table', format: ['csv', 'csv-core'] });
  const csv = ownCsv();
  datasets.set('orders', await readOwnCsv(csv));
  await save('snippet-orders.csv', new TextEncoder().encode(csv));
  datasets.set('bytes', { kind: 'bytes', bytes: await encoded(textOf, datasets.get('table') as Dataset) });
  for (const [name, dataset] of datasets) {
    if (!onlyTables.includes(name)) {
      const { parts } = toCanonical(dataset);
      await save(`snippet-${name}.canonical`, new Uint8Array(await new Blob([...parts]).arrayBuffer()));
    }
    if (dataset.kind === 'bytes') continue;
    const arrow = completed({ dataset: name, format: ['arrow', 'apache-arrow'] });
    await save(`snippet-${name}.arrow`, await encoded(arrow, dataset));
  }
  const all = cases.map((each) => ({
    dataset: each.dataset,
    candidate: completed(each),
    isQuick: isQuick(each),
    isOffered: false,
  }));
  const known = new Set(all.map(({ dataset, candidate }) => `${dataset}: ${candidateKey(candidate)}`));
  for (const [name, dataset] of datasets)
    if (dataset.kind !== 'bytes' && !onlyTables.includes(name))
      for (const candidate of offeredCases(name, schemaOf(dataset), known))
        all.push({ dataset: name, candidate, isQuick: false, isOffered: true });
  const entries: SnippetEntry[] = [];
  const seen = new Set<string>();
  const seenPairs = new Set<string>();
  for (const [number, { dataset: of, candidate, isQuick: quick, isOffered }] of all.entries()) {
    const dataset = datasets.get(of);
    if (dataset === undefined) throw new Error(`There is no dataset ${of}.`);
    // Candidates that differ in what a snippet does not tell have the same lines, which are run once.
    const schema = schemaOf(dataset);
    const context = of === 'orders' ? { source: ownCsvSource(schema) } : {};
    const told = snippetsFor(candidate, schema, context).map((snippet) => {
      const lines = JSON.stringify([of, candidate.format, candidate.implementation, snippet]);
      const isNew = !seen.has(lines);
      seen.add(lines);
      return { ...snippet, tested: snippet.tested && isNew };
    });
    // Each tool runs lines of every kind in the cases above: of what is offered besides, the tools take turns, at what has not been together before.
    const tools = told.filter(({ tested }) => tested).map(({ tool }) => tool);
    const turn = tools[number % tools.length];
    const snippets = told.map((snippet) => {
      const pairs = pairsOf(of, candidate, snippet.tool);
      const isChosen = !isOffered || (snippet.tool === turn && pairs.some((pair) => !seenPairs.has(pair)));
      const tested = snippet.tested && isChosen;
      if (tested) for (const pair of pairs) seenPairs.add(pair);
      return { ...snippet, tested };
    });
    if (!belongs(depth, !quick) || !snippets.some(({ tested }) => tested)) continue;
    const wrapping = wrappingCodec(candidate);
    const bytes = await encoded(candidate, dataset);
    const inside = wrapping === null ? null : `snippet-${number}.inside`;
    if (inside !== null) await save(inside, bytes);
    const file = `snippet-${number}.file`;
    await save(file, wrapping === null ? bytes : await compressed(wrapping, bytes));
    entries.push({
      name: `${of}: ${candidateKey(candidate)}`,
      dataset: of,
      file,
      inside,
      full: !quick,
      snippets,
    });
  }
  return entries;
}
