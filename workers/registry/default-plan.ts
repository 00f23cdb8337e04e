import { searchedWriter } from '../model/searched-writer';
import { defaultBudget } from '../model/budget';
import type { DatasetSchema } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import { unsupportedReason } from '../model/unsupported-reason';
import type { OptionValues } from '../model/options';
import { type Candidate, type CandidateCodec, type DatasetSpec, innerCodec, type Plan } from '../model/plan';
import { checkCandidate } from './check-plan';
import { findFormatImplementation, workloads } from './metadata';

/** The plan that the page opens with: a table as people have, whose formats and codecs differ by factors (4.7 MB). */
export function defaultPlan(): Plan {
  const dataset = defaultDataset('table', null);
  return {
    datasets: [dataset],
    candidates: defaultCandidates(schemaOf(dataset)),
    operations: ['encode', 'decode', 'project', 'lookup'],
    effort: 'quick',
    budget: defaultBudget,
    searchesColumns: true,
    seed: 1,
  };
}

/** A workload with its default parameters. If `size` is null, it has its default size. */
export function defaultDataset(workloadId: string, size: number | null): DatasetSpec {
  const workload = workloads.get(workloadId);
  if (workload === undefined)
    throw new FormatlabError({ tag: 'internal', stage: 'parse', message: `There is no workload ${workloadId}.` });
  return {
    source: 'workload',
    workload: workloadId,
    knobs: Object.fromEntries(workload.parameters.map((parameter) => [parameter.id, parameter.default])),
    size: size ?? workload.size.default,
    seed: 1,
  };
}

function schemaOf(spec: DatasetSpec): DatasetSchema {
  const workload = spec.source === 'workload' ? workloads.get(spec.workload) : undefined;
  if (spec.source !== 'workload' || workload === undefined)
    throw new FormatlabError({
      tag: 'internal',
      stage: 'parse',
      message: 'Only a workload tells its schema beforehand.',
    });
  return workload.schema(spec.knobs, spec.size);
}

const wholeFile = (
  id: string,
  implementation: string,
  level: number | null,
  options?: OptionValues,
): CandidateCodec => ({
  id,
  level,
  implementation,
  granularity: 'file',
  ...(options === undefined ? {} : { options }),
});
/** Libraries that are widely used natively: their sizes are what most users get, and their speed comes closest to native. */
const gzip = wholeFile('gzip', 'libdeflate', 6);
const lz4 = wholeFile('lz4', 'native', 1);
const zstd = (level: number) => wholeFile('zstd', 'native', level);
/** Byte shuffle for 8-byte numbers, then Zstandard. */
const blosc = wholeFile('blosc', 'native', 5, { compressor: 'zstd', typesize: 8, shuffle: 'byte' });

const raw: Candidate = { format: 'raw', implementation: 'formatlab', options: {}, codec: null };
const pickle: Candidate = { format: 'pickle', implementation: 'formatlab', options: { protocol: '5' }, codec: null };
const hdf5 = (layout: 'bulk' | 'each', gzipLevel: number | null): Candidate => ({
  format: 'hdf5',
  implementation: 'h5wasm',
  options: { layout },
  codec: gzipLevel === null ? null : { id: 'gzip', level: gzipLevel, implementation: null, granularity: 'chunk' },
});
/** The format that a new candidate has at first, if it holds the data. */
export const usualFormat = searchedWriter.format;
const parquet = (codec: string | null, level: number | null): Candidate => ({
  ...searchedWriter,
  options: {},
  codec: codec === null ? null : { id: codec, level, implementation: null, granularity: 'page' },
});
const arrow = (codec: string | null, level: number | null): Candidate => ({
  format: 'arrow',
  implementation: 'apache-arrow',
  options: {},
  codec: codec === null ? null : { id: codec, level, implementation: null, granularity: 'buffer' },
});
const csv: Candidate = { format: 'csv', implementation: 'csv-core', options: {}, codec: null };
const json: Candidate = { format: 'json', implementation: 'jiter', options: {}, codec: null };
const pickle4: Candidate = { ...pickle, options: { protocol: '4' } };
const npy: Candidate = { format: 'npy', implementation: 'formatlab', options: {}, codec: null };
const npz: Candidate = { format: 'npz', implementation: 'libdeflate', options: {}, codec: null };
const messagepack: Candidate = { format: 'messagepack', implementation: 'rmp', options: {}, codec: null };

/**
 * The comparison of Nozawa, Kono and Imamura (source 001): their format, Pickle, the browser's structured clone in place of PyCall's
 * conversion, and further formats.
 */
const destination = (language: 'Python' | 'Julia'): Candidate => ({
  format: 'destination',
  implementation: 'formatlab',
  options: { destination: language },
  codec: null,
});
const structuredClone: Candidate = { format: 'structured-clone', implementation: 'browser', options: {}, codec: null };
const source001: readonly Candidate[] = [
  destination('Python'),
  destination('Julia'),
  pickle,
  pickle4,
  structuredClone,
  arrow(null, null),
  npy,
  npz,
  json,
  messagepack,
];

/** Settings of the Tkrzw benchmark (source 002): no alignment, and as many buckets as Tkrzw's rebuild creates. */
const tkrzw =
  (format: 'hashdbm' | 'treedbm', options: OptionValues, granularity: 'record' | 'page') =>
  (codec: string | null): Candidate => ({
    format,
    implementation: 'formatlab',
    options: { alignPow: 0, ...options },
    codec: codec === null ? null : { id: codec, level: null, implementation: null, granularity },
  });
const hashdbm = tkrzw('hashdbm', { buckets: 'records' }, 'record');
const treedbm = tkrzw('treedbm', { maxPageSize: 8_130 }, 'page');

/**
 * The comparison of the study on Java serialization (source 003): SMILES through full toolkits and through a parser that does nothing else,
 * against molecule files and serialized objects.
 */
const own = (format: string): Candidate => ({ format, implementation: 'formatlab', options: {}, codec: null });
const smiles = (implementation: string): Candidate => ({ ...own('smiles'), implementation });
const kryo = (numbers: string): Candidate => ({ ...own('kryo'), options: { numbers } });

/**
 * Candidates by kind of data, the most interesting first. Candidates that cannot hold the data, or that this build does not have, are left
 * out later.
 */
export const preferredCandidates: Record<DatasetSchema['kind'], readonly Candidate[]> = {
  keyedVectors: [
    raw,
    pickle,
    hdf5('each', null),
    hdf5('bulk', null),
    hdf5('bulk', 4),
    { ...pickle, codec: gzip },
    { ...pickle, codec: lz4 },
    { ...pickle, codec: zstd(3) },
    { ...raw, codec: blosc },
    parquet('zstd', 1),
    arrow(null, null),
  ],
  table: [
    raw,
    parquet('snappy', null),
    parquet('zstd', 1),
    parquet('zstd', 9),
    arrow(null, null),
    arrow('zstd', 1),
    hdf5('bulk', 4),
    pickle,
    csv,
    { ...csv, codec: gzip },
    { ...csv, codec: zstd(3) },
    json,
  ],
  array: [
    raw,
    ...source001,
    hdf5('bulk', null),
    hdf5('bulk', 4),
    { ...pickle, codec: gzip },
    { ...pickle, codec: zstd(3) },
    { ...raw, codec: blosc },
  ],
  stringArray: [raw, ...source001, { ...pickle, codec: zstd(3) }],
  list: [raw, ...source001],
  dict: [raw, ...source001, { ...pickle, codec: zstd(3) }],
  records: [
    raw,
    hashdbm(null),
    hashdbm('zstd'),
    treedbm(null),
    treedbm('zlib'),
    treedbm('zstd'),
    treedbm('lz4'),
    treedbm('lzma'),
    parquet('zstd', 1),
    arrow('zstd', 1),
    json,
    { ...raw, codec: zstd(3) },
  ],
  molecules: [
    raw,
    smiles('formatlab'),
    smiles('rdkit'),
    smiles('openchemlib'),
    { ...smiles('formatlab'), codec: zstd(3) },
    own('smiles-coordinates'),
    own('sdf'),
    own('cml'),
    own('java-objects'),
    kryo('variable-length'),
    kryo('fixed-width'),
    own('atom-container'),
    { format: 'rdkit-binary', implementation: 'rdkit', options: {}, codec: null },
    { format: 'openchemlib-idcode', implementation: 'openchemlib', options: {}, codec: null },
  ],
  bytes: [
    raw,
    { ...raw, codec: lz4 },
    { ...raw, codec: wholeFile('snappy', 'native', null) },
    { ...raw, codec: gzip },
    { ...raw, codec: zstd(3) },
    { ...raw, codec: zstd(19) },
    { ...raw, codec: wholeFile('brotli', 'native', 5) },
    { ...raw, codec: wholeFile('xz', 'native', 6) },
  ],
};

/** What is also suggested where the size counts more than the time to write: codecs at a high level, which take long. */
const smallCandidates: Partial<Record<DatasetSchema['kind'], readonly Candidate[]>> = {
  keyedVectors: [{ ...pickle, codec: zstd(19) }],
  table: [parquet('zstd', 19)],
  records: [{ ...raw, codec: zstd(19) }],
  array: [{ ...pickle, codec: zstd(19) }],
  stringArray: [{ ...pickle, codec: zstd(19) }],
  list: [{ ...pickle, codec: zstd(19) }],
  dict: [{ ...pickle, codec: zstd(19) }],
  molecules: [{ ...smiles('formatlab'), codec: zstd(19) }],
};

/**
 * The preferred candidates that can encode datasets of this schema, with every option filled in.
 * @param isForSmallest true if those are wanted, too, that take long to write the smallest files
 */
export function defaultCandidates(schema: DatasetSchema, isForSmallest = false): Candidate[] {
  const also = isForSmallest ? (smallCandidates[schema.kind] ?? []) : [];
  return [...preferredCandidates[schema.kind], ...also].flatMap((preferred) => {
    const candidate = known(preferred);
    if (candidate === null) return [];
    const implementation = findFormatImplementation(candidate.format, candidate.implementation)?.implementation;
    return implementation !== undefined &&
      unsupportedReason(implementation, 'encode', schema, {
        options: candidate.options,
        innerCodec: innerCodec(candidate)?.id ?? null,
      }) === null
      ? [candidate]
      : [];
  });
}

/** The candidate with its defaults; null if this build lacks its format, codec or an option. */
function known(preferred: Candidate): Candidate | null {
  try {
    return checkCandidate(preferred);
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'invalidPlan') return null;
    throw thrown;
  }
}
