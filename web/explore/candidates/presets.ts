import { dictionaryOptionId } from '../../../workers/model/codec-options';
import type { DatasetKind, DatasetSchema } from '../../../workers/model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../../workers/model/entry';
import type { OptionValues } from '../../../workers/model/options';
import type { Candidate, CandidateCodec, Operation } from '../../../workers/model/plan';
import { defaultCandidates } from '../../../workers/registry/default-plan';
import { codecs, formats } from '../../../workers/registry/metadata';
import { candidateCodec, innerCodecChoices, makeCandidate, outerCodecChoices, whyUnsupported } from './make-candidates';

/** A named set of candidates that the user chooses with one click. */
export interface CandidatePreset {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** `isForSmallest`: those, too, that take long to write the smallest files. */
  readonly candidates: (schema: DatasetSchema | null, isForSmallest?: boolean) => Candidate[];
  /** The kinds of data for which the page offers the preset. Absent if it is for all. */
  readonly kinds?: readonly DatasetKind[];
  /** The operations to time, if the preset is about certain operations. */
  readonly operations?: readonly Operation[];
  /** True if the preset compares the implementations of one codec, whose name is the label. */
  readonly comparesImplementations?: true;
}

const firstImplementation = (format: FormatMeta): FormatImplementationMeta[] => format.implementations.slice(0, 1);
const of = (
  formatId: string,
  codec: { readonly id: string; readonly level: number | null } | null = null,
  options: OptionValues = {},
): Candidate[] => {
  const format = formats.get(formatId);
  if (format === undefined) return [];
  return firstImplementation(format).map((implementation) => {
    const inner = codec === null ? undefined : innerCodecChoices(implementation).find(({ id }) => id === codec.id);
    return makeCandidate(
      format,
      implementation,
      inner === undefined || codec === null ? null : candidateCodec(inner, codec.level ?? undefined),
      options,
    );
  });
};
const raw = () => of('raw');
const supported = (schema: DatasetSchema | null) => (candidate: Candidate) =>
  whyUnsupported(candidate, schema) === null;

/** A format without a codec, and with each codec that it has inside, at the default level. */
const withInnerCodecs = (format: FormatMeta): Candidate[] =>
  firstImplementation(format).flatMap((implementation) => [
    makeCandidate(format, implementation, null),
    ...innerCodecChoices(implementation).map((choice) => makeCandidate(format, implementation, candidateCodec(choice))),
  ]);

/** A format without a codec, and with one codec that it has inside: Zstandard, or else the first one. */
const withOneInnerCodec = (format: FormatMeta): Candidate[] =>
  firstImplementation(format).flatMap((implementation) => {
    const inner = innerCodecChoices(implementation);
    const chosen = inner.find(({ family }) => family === 'zstd') ?? inner[0];
    return [
      makeCandidate(format, implementation, null),
      ...(chosen === undefined ? [] : [makeCandidate(format, implementation, candidateCodec(chosen))]),
    ];
  });

/** The preferred implementation of each codec, which the metadata lists first. */
const firstOfEachCodec = () =>
  outerCodecChoices().filter((choice, index, all) => all.findIndex(({ id }) => id === choice.id) === index);

/** Candidates of the raw format, which is the data as it lies in memory: one without a codec, and one with each codec given. */
const overRaw = (codecs: readonly CandidateCodec[]): Candidate[] => {
  const format = formats.get('raw');
  if (format === undefined) return [];
  return [
    ...raw(),
    ...firstImplementation(format).flatMap((implementation) =>
      codecs.map((codec) => makeCandidate(format, implementation, codec)),
    ),
  ];
};

const implementationsOf = (id: string): CandidatePreset => ({
  id: `implementations-${id}`,
  label: codecs.get(id)?.label ?? id,
  note: `${codecs.get(id)?.label ?? id} over the file, by each implementation, at its default level.`,
  comparesImplementations: true,
  candidates: (schema) =>
    overRaw(
      outerCodecChoices()
        .filter((choice) => choice.id === id)
        .map((choice) => candidateCodec(choice)),
    ).filter(supported(schema)),
});

/** The first implementation of each codec at every granularity that it supports, and by record with a dictionary if it supports one. */
const granularitiesOf = (ids: readonly string[]): CandidateCodec[] =>
  firstOfEachCodec()
    .filter(({ id }) => ids.includes(id))
    .flatMap((choice) => {
      const level = choice.levels?.default ?? null;
      const hasDictionary = choice.optionsAt('record').some(({ id }) => id === dictionaryOptionId);
      return [
        ...choice.granularities.map((granularity) => candidateCodec(choice, level, granularity)),
        ...(hasDictionary ? [candidateCodec(choice, level, 'record', { [dictionaryOptionId]: 32 })] : []),
      ];
    });

/** Settings of the Tkrzw benchmark (source 002): no alignment, and as many buckets as Tkrzw's rebuild creates. */
const tkrzwCodecs = [null, 'zlib', 'zstd', 'lz4', 'lzma'] as const;
const tkrzwCodec = (id: string | null) => (id === null ? null : { id, level: null });
const hash = (codec: string | null, options: OptionValues = {}) =>
  of('hashdbm', tkrzwCodec(codec), { alignPow: 0, buckets: 'records', ...options });
const tree = (codec: string | null, maxPageSize = 8_130) =>
  of('treedbm', tkrzwCodec(codec), { alignPow: 0, maxPageSize });

/** The largest basket that ROOT's `TTree::OptimizeBaskets` allows, in bytes: after the first 30 MB, it grows baskets of 32,000 bytes up to 100 times, in multiples of 512. ROOT's default level is 1. */
const grownBasketBytes = 3_200_512;
const rootTree = (codec: string, basketBytes: number) => of('root', { id: codec, level: 1 }, { basketBytes });

/** One candidate for each implementation of a format. */
const implementationsOfFormat = (id: string): Candidate[] => {
  const format = formats.get(id);
  return format === undefined
    ? []
    : format.implementations.map((implementation) => makeCandidate(format, implementation, null));
};

const withoutRaw = () => [...formats.values()].filter(({ id }) => id !== 'raw');

export const candidatePresets: readonly CandidatePreset[] = [
  {
    id: 'suggested',
    label: 'Suggested',
    note: 'The candidates to compare first on this kind of data, for the goal of the situation.',
    candidates: (schema, isForSmallest) => (schema === null ? [] : defaultCandidates(schema, isForSmallest)),
  },
  {
    id: 'quick',
    label: 'All formats',
    note: 'Every format without a codec, and with Zstandard or the first codec that it has inside.',
    candidates: (schema) => [...raw(), ...withoutRaw().flatMap(withOneInnerCodec)].filter(supported(schema)),
  },
  {
    id: 'source000',
    kinds: ['keyedVectors'],
    label: 'As in Johin 2024',
    note: 'Pickle, and HDF5 with one dataset per vector, with all vectors in one dataset (bulk), and bulk with gzip 4.',
    candidates: () => [
      ...raw(),
      ...of('pickle'),
      ...of('hdf5', null, { layout: 'each' }),
      ...of('hdf5'),
      ...of('hdf5', { id: 'gzip', level: 4 }),
    ],
  },
  {
    id: 'source001',
    kinds: ['array', 'stringArray', 'list', 'dict'],
    label: 'As in Nozawa et al.',
    note: 'The destination-specific format for Python and for Julia, compared with Pickle 4 and 5, Arrow, npy, npz, JSON, MessagePack, and the browser’s structured clone.',
    candidates: (schema) =>
      [
        ...raw(),
        ...of('destination', null, { destination: 'Python' }),
        ...of('destination', null, { destination: 'Julia' }),
        ...of('pickle', null, { protocol: '4' }),
        ...of('pickle', null, { protocol: '5' }),
        ...['arrow', 'npy', 'npz', 'json', 'messagepack', 'structured-clone'].flatMap((id) => of(id)),
      ].filter(supported(schema)),
  },
  {
    id: 'source002',
    kinds: ['records'],
    label: 'HashDBM and TreeDBM × codecs',
    note: 'The comparison by the developer of Tkrzw: HashDBM compressed by record and TreeDBM by page, each without a codec and with zlib, zstd, LZ4 and LZMA.',
    candidates: (schema) =>
      [...tkrzwCodecs.flatMap((codec) => hash(codec)), ...tkrzwCodecs.flatMap((codec) => tree(codec))].filter(
        supported(schema),
      ),
  },
  {
    id: 'page-sizes',
    kinds: ['records'],
    label: 'Page size 4 KB–256 KB',
    note: 'TreeDBM with zstd and with LZMA, with pages from 4 KiB to 256 KiB. Shows how the page size changes the ratio and the time of a look-up.',
    operations: ['lookup', 'warmLookup'],
    candidates: (schema) =>
      ['zstd', 'lzma']
        .flatMap((codec) => [4, 8, 16, 32, 64, 128, 256].flatMap((kib) => tree(codec, kib * 1_024)))
        .filter(supported(schema)),
  },
  {
    id: 'record-dictionaries',
    kinds: ['records'],
    label: 'zstd with a trained dictionary',
    note: 'HashDBM by record with zstd, without a dictionary and with dictionaries of 16, 64 and 256 KiB, compared with zstd by page.',
    candidates: (schema) =>
      [
        ...hash(null),
        ...hash('zstd'),
        ...[16, 64, 256].flatMap((dictionaryKiB) => hash('zstd-dictionary', { dictionaryKiB })),
        ...tree('zstd'),
      ].filter(supported(schema)),
  },
  {
    id: 'source003',
    kinds: ['molecules'],
    label: 'As in the CDK study, 2015',
    note: 'SMILES by a parser that reads only SMILES and by two full toolkits, compared with SDF, CML, the AtomContainer stream, Java objects and Kryo.',
    candidates: (schema) =>
      [
        ...raw(),
        ...implementationsOfFormat('smiles'),
        ...of('sdf'),
        ...of('cml', null, { ids: 'molecule', aromaticity: 'kekule', hydrogens: 'implied' }),
        ...['atom-container', 'java-objects'].flatMap((id) => of(id)),
        ...['variable-length', 'fixed-width'].flatMap((numbers) => of('kryo', null, { numbers })),
      ].filter(supported(schema)),
  },
  {
    id: 'source004',
    kinds: ['table', 'keyedVectors', 'records', 'array', 'stringArray', 'list', 'dict'],
    label: 'Parquet codecs and ROOT, as in Butsuri no Eki',
    note: 'Parquet without a codec and with each codec that it has inside, and ROOT’s TTree with LZ4 and zstd, in baskets of the size that ROOT chooses.',
    candidates: (schema) =>
      [
        ...raw(),
        ...withoutRaw()
          .filter(({ id }) => id === 'parquet')
          .flatMap(withInnerCodecs),
        ...['lz4', 'zstd'].flatMap((codec) => rootTree(codec, grownBasketBytes)),
      ].filter(supported(schema)),
  },
  {
    id: 'basket-sizes',
    kinds: ['table'],
    label: 'ROOT’s basket size, 4 kB–3.2 MB',
    note: 'ROOT’s TTree with LZ4 and with zstd, with baskets from 4 kB to 3.2 MB. Shows how the basket size changes the ratio and the time to read one column or one row.',
    operations: ['project', 'lookup', 'warmLookup'],
    candidates: (schema) =>
      ['lz4', 'zstd']
        .flatMap((codec) =>
          [4_000, 16_000, 32_000, 100_000, 500_000, grownBasketBytes].flatMap((bytes) => rootTree(codec, bytes)),
        )
        .filter(supported(schema)),
  },
  {
    id: 'codecs',
    label: 'Codecs over the file',
    note: 'The data as it lies in memory, compressed as a whole by the first implementation of each codec.',
    candidates: (schema) =>
      overRaw(firstOfEachCodec().map((choice) => candidateCodec(choice))).filter(supported(schema)),
  },
  {
    id: 'granularities',
    label: 'Whole file, pages, records',
    note: 'Zstandard, LZ4 and gzip applied to the whole file, to pages of 4 KiB and to records of 700 bytes, also with a dictionary.',
    candidates: (schema) => overRaw(granularitiesOf(['zstd', 'lz4', 'gzip'])).filter(supported(schema)),
  },
  ...['zstd', 'gzip', 'lz4', 'snappy'].map(implementationsOf),
];

/** The presets that the page offers for data with this schema. Before the schema is known, only those for all kinds of data. */
export const presetsFor = (schema: DatasetSchema | null): readonly CandidatePreset[] =>
  candidatePresets.filter(({ kinds }) => kinds === undefined || (schema !== null && kinds.includes(schema.kind)));

const wholeDataset: readonly Operation[] = ['encode', 'decode', 'store', 'load'];

/**
 * The operations to time after a preset is chosen: those of the preset, or else those of the plan. If the plan's operations came from a preset
 * that only reads parts, encoding and decoding are added.
 */
export function presetOperations({ operations }: CandidatePreset, planned: readonly Operation[]): Operation[] {
  if (operations !== undefined) return [...operations];
  return planned.some((operation) => wholeDataset.includes(operation))
    ? [...planned]
    : ['encode', 'decode', ...planned];
}
