import { dictionaryOptionId } from '../../../workers/model/codec-options';
import type { DatasetKind, DatasetSchema } from '../../../workers/model/dataset';
import type { FormatImplementationMeta, FormatMeta } from '../../../workers/model/entry';
import type { OptionValues } from '../../../workers/model/options';
import type { Candidate, CandidateCodec, Operation } from '../../../workers/model/plan';
import { defaultCandidates } from '../../../workers/registry/default-plan';
import { codecs, formats } from '../../../workers/registry/metadata';
import { candidateCodec, innerCodecChoices, makeCandidate, outerCodecChoices, whyUnsupported } from './make-candidates';

/** A set of candidates chosen by one click. */
export interface CandidatePreset {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly candidates: (schema: DatasetSchema | null) => Candidate[];
  /** Offered for data of these kinds alone; absent for all. */
  readonly kinds?: readonly DatasetKind[];
  /** What is timed, where the question is of certain operations. */
  readonly operations?: readonly Operation[];
  /** True where one codec is compared in each of its implementations, and the label is its name. */
  readonly ofImplementations?: true;
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

/** A format with nothing and with each of its own codecs at its default level. */
const withInnerCodecs = (format: FormatMeta): Candidate[] =>
  firstImplementation(format).flatMap((implementation) => [
    makeCandidate(format, implementation, null),
    ...innerCodecChoices(implementation).map((choice) => makeCandidate(format, implementation, candidateCodec(choice))),
  ]);

/** A format with nothing, and with Zstandard or else the first codec that it has inside. */
const briefly = (format: FormatMeta): Candidate[] =>
  firstImplementation(format).flatMap((implementation) => {
    const inner = innerCodecChoices(implementation);
    const chosen = inner.find(({ family }) => family === 'zstd') ?? inner[0];
    return [
      makeCandidate(format, implementation, null),
      ...(chosen === undefined ? [] : [makeCandidate(format, implementation, candidateCodec(chosen))]),
    ];
  });

/** The metadata list first what is to be preferred. */
const firstOfEachCodec = () =>
  outerCodecChoices().filter((choice, index, all) => all.findIndex(({ id }) => id === choice.id) === index);

/** The data as it lies in memory, with nothing and with each of the choices at its default level. */
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
  note: `${codecs.get(id)?.label ?? id} over the file, in each implementation, at its default level.`,
  ofImplementations: true,
  candidates: (schema) =>
    overRaw(
      outerCodecChoices()
        .filter((choice) => choice.id === id)
        .map((choice) => candidateCodec(choice)),
    ).filter(supported(schema)),
});

/** The first implementation of each, whole, by page, by record, and by record with a dictionary where it has them. */
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

/** As source 002 had them: no bytes lost to alignment, and as many buckets as a rebuild makes. */
const tkrzwCodecs = [null, 'zlib', 'zstd', 'lz4', 'lzma'] as const;
const tkrzwCodec = (id: string | null) => (id === null ? null : { id, level: null });
const hash = (codec: string | null, options: OptionValues = {}) =>
  of('hashdbm', tkrzwCodec(codec), { alignPow: 0, buckets: 'records', ...options });
const tree = (codec: string | null, maxPageSize = 8_130) =>
  of('treedbm', tkrzwCodec(codec), { alignPow: 0, maxPageSize });

/** TTree::OptimizeBaskets: ROOT's baskets of 32,000 bytes become at most a hundred times as large after the first 30 MB, in whole 512 bytes. Its level is 1 unless set. */
const grownBasketBytes = 3_200_512;
const rootTree = (codec: string, basketBytes: number) => of('root', { id: codec, level: 1 }, { basketBytes });

/** A format by each of its implementations that writes it. */
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
    note: 'What is worth comparing first on this kind of data.',
    candidates: (schema) => (schema === null ? [] : defaultCandidates(schema)),
  },
  {
    id: 'quick',
    label: 'All formats',
    note: 'Every format once as it is, and once with Zstandard or its own codec.',
    candidates: (schema) => [...raw(), ...withoutRaw().flatMap(briefly)].filter(supported(schema)),
  },
  {
    id: 'source000',
    kinds: ['keyedVectors'],
    label: 'As in Johin 2024',
    note: 'Pickle against HDF5: one dataset per vector, bulk, and bulk with gzip 4.',
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
    label: 'As in 野澤 et al.',
    note: 'The destination-specific format, to Python and to Julia, beside Pickle 4 and 5, Arrow, npy, npz, JSON, MessagePack, and the browser’s structured clone.',
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
    note: 'As the developer of Tkrzw did: its hash by record and its tree by page, each with none, zlib, zstd, LZ4 and LZMA.',
    candidates: (schema) =>
      [...tkrzwCodecs.flatMap((codec) => hash(codec)), ...tkrzwCodecs.flatMap((codec) => tree(codec))].filter(
        supported(schema),
      ),
  },
  {
    id: 'page-sizes',
    kinds: ['records'],
    label: 'Page size 4 KB–256 KB',
    note: 'TreeDBM with zstd and with LZMA, its pages from 4 KiB to 256 KiB: what ratio is gained, and what a look-up then takes, cold and warm.',
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
    note: 'HashDBM by record with zstd alone and with dictionaries of 16, 64 and 256 KiB, beside zstd by page, which the developer of Tkrzw names as a future idea.',
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
    note: 'SMILES by a parser of nothing else and by two full toolkits, against SDF, CML, the AtomContainer stream, Java objects and Kryo.',
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
    label: 'Parquet codecs and ROOT, as in 物理の駅',
    note: 'Parquet with none and with each codec that it has, and ROOT’s TTree with LZ4 and zstd in baskets as ROOT lets them grow.',
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
    note: 'A TTree with LZ4 and with zstd, its baskets from 4 kB to 3.2 MB: what ratio is gained, and what reading one column, or one row cold and warm, then takes.',
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
    note: 'The data as it lies in memory, compressed whole by each codec, in its first implementation.',
    candidates: (schema) =>
      overRaw(firstOfEachCodec().map((choice) => candidateCodec(choice))).filter(supported(schema)),
  },
  {
    id: 'granularities',
    label: 'Bulk, pages, records',
    note: 'Zstandard, LZ4 and gzip over the whole file, by pages of 4 KiB and by records of 700 bytes, and with a trained dictionary where there can be one.',
    candidates: (schema) => overRaw(granularitiesOf(['zstd', 'lz4', 'gzip'])).filter(supported(schema)),
  },
  ...['zstd', 'gzip', 'lz4', 'snappy'].map(implementationsOf),
];

/** The presets that are offered for data of this kind, or before it is known. */
export const presetsFor = (schema: DatasetSchema | null): readonly CandidatePreset[] =>
  candidatePresets.filter(({ kinds }) => kinds === undefined || (schema !== null && kinds.includes(schema.kind)));

const wholeDataset: readonly Operation[] = ['encode', 'decode', 'store', 'load'];

/** What is timed once the preset is chosen: its own operations, else the plan's; those of a preset that asks for look-ups alone don't outlive it. */
export function presetOperations({ operations }: CandidatePreset, planned: readonly Operation[]): Operation[] {
  if (operations !== undefined) return [...operations];
  return planned.some((operation) => wholeDataset.includes(operation))
    ? [...planned]
    : ['encode', 'decode', ...planned];
}
