/** @import { CandidateCodec, DatasetSpec } from '../../workers/model/plan' */
/** @import { OptionValues } from '../../workers/model/options' */
/** @import { FormatBenchData } from '../../workers/model/format-bench' */

/**
 * One format with one of its settings.
 * - `native`: what format_bench_cases.py takes.
 * - `data`: the datasets that it is for; all if it is absent.
 * - `slow`: it takes seconds for each megabyte on one of the sides, so that it gets fewer items.
 * @typedef {{ name: string, options: OptionValues, codec: CandidateCodec | null, native: object, data?: readonly FormatBenchData[], slow: boolean }} Setting
 */

/**
 * A format and the native library that it is compared with. `absent` has the reasons why a dataset is not measured, if the native library has no form for it.
 * @typedef {{
 *   implementation: string,
 *   packages: readonly string[],
 *   library: string,
 *   does: string,
 *   settings: readonly Setting[],
 *   absent?: Partial<Record<FormatBenchData, string>>,
 * }} Counterpart
 */

/** @typedef {{ format: string, counterpart: Counterpart, setting: Setting, data: FormatBenchData, dataset: DatasetSpec & { source: 'workload' } }} Case */

const rowGroupRows = 1_048_576;
const batchRows = 65_536;

/** @type {(id: string, level: number | null, granularity: CandidateCodec['granularity']) => CandidateCodec} */
const inner = (id, level, granularity) => ({ id, level, implementation: null, granularity });

/** @type {(name: string, native?: object, options?: OptionValues) => Setting} */
const plain = (name, native = {}, options = {}) => ({ name, options, codec: null, native, slow: false });

/** pyarrow's names of the codecs, with one level that both sides have. */
const parquetCodecs = /** @type {const} */ ([
  ['NONE', null, null, 'none'],
  ['SNAPPY', 'snappy', null, 'Snappy'],
  ['LZ4', 'lz4', null, 'LZ4'],
  ['ZSTD', 'zstd', 1, 'zstd 1'],
  ['ZSTD', 'zstd', 9, 'zstd 9'],
  ['GZIP', 'gzip', 6, 'gzip 6'],
  ['BROTLI', 'brotli', 1, 'brotli 1'],
]);

const parquetSettings = ['PLAIN', 'DICTIONARY'].flatMap((encoding) =>
  parquetCodecs.map(
    /** @returns {Setting} */ ([codec, id, level, name]) => ({
      name: `${encoding} ${name}`,
      options: { encoding, rowGroupRows },
      codec: id === null ? null : inner(id, level, 'page'),
      native: { encoding, codec, level, rowGroupRows },
      slow: level !== null,
    }),
  ),
);

const arrowSettings = /** @type {const} */ ([
  [null, null, 'none'],
  ['lz4', null, 'LZ4'],
  ['zstd', 1, 'zstd 1'],
]).map(
  /** @returns {Setting} */ ([id, level, name]) => ({
    name,
    options: { container: 'file', batchRows: String(batchRows) },
    codec: id === null ? null : inner(id, level, 'buffer'),
    native: { codec: id, level, batchRows },
    slow: false,
  }),
);

/**
 * By format. Those with few settings come first, so that a run that is stopped early has most formats.
 * @type {Readonly<Record<string, Counterpart>>}
 */
export const counterparts = {
  csv: {
    implementation: 'csv-core',
    packages: ['pandas'],
    library: 'pandas',
    does: 'DataFrame.to_csv to memory and pandas.read_csv(engine="c"), which is told the types (dtype, parse_dates), as the browser is. pandas’ parser may miss the last bit of a float; the browser’s does not.',
    settings: [{ ...plain('with header'), slow: true }],
  },
  json: {
    implementation: 'jiter',
    packages: [],
    library: 'CPython’s json',
    does: 'json.dumps and json.loads of a dict of lists. Times and dates are texts before the clock starts, and stay texts; categories are texts. The browser also turns columns into text and back into typed columns.',
    settings: [{ ...plain('one object of lists', {}, { layout: 'columns' }), slow: true }],
  },
  messagepack: {
    implementation: 'rmp',
    packages: ['msgpack'],
    library: 'msgpack',
    does: 'packb and unpackb of a dict of lists, with moments as datetimes; dates are texts before the clock starts, and stay texts. The browser also turns columns into values and back into typed columns.',
    settings: [{ ...plain('one map of lists'), slow: true }],
  },
  pickle: {
    implementation: 'formatlab',
    packages: [],
    library: 'CPython’s pickle',
    does: 'pickle.dumps and pickle.loads of a dict of numpy arrays, and of lists of str. Python makes an object for each text; the browser keeps texts as one buffer.',
    settings: [5, 4].map((protocol) =>
      plain(`protocol ${protocol}`, { protocol }, { protocol: String(protocol), numpy: '2' }),
    ),
  },
  npy: {
    implementation: 'formatlab',
    packages: ['numpy'],
    library: 'NumPy',
    does: 'numpy.save to memory and numpy.load of it, which copies the values once. One array of float64 stands for the vectors, since the format holds one array.',
    settings: [plain('one array')],
    absent: {
      events: 'An .npy file holds one array of one type, not the columns of a table.',
      table: 'An .npy file holds one array of one type, not the columns of a table.',
    },
  },
  npz: {
    implementation: 'libdeflate',
    packages: ['numpy'],
    library: 'NumPy',
    does: 'numpy.savez and savez_compressed of the ids and the vectors, gathered within the clock, and numpy.load of both arrays. NumPy compresses by zlib at level 6 and checks its CRC-32, the browser by libdeflate at level 6.',
    settings: [
      plain('stored', { compressed: false }, { members: 'stored' }),
      { ...plain('deflated', { compressed: true }, { members: 'deflated' }), slow: true },
    ],
    absent: {
      events: 'Formatlab has no .npz layout for tables.',
      table: 'Formatlab has no .npz layout for tables.',
    },
  },
  hdf5: {
    implementation: 'h5wasm',
    packages: ['h5py'],
    library: 'h5py',
    does: 'h5py writes a file image in memory, by whichever of its two ways is faster here, and reads it to numpy arrays. Vectors are the two datasets seqids and embeds, gathered within the clock, or a dataset each; a table is a dataset per column. Ids stay bytes.',
    settings: [
      plain('no codec', { gzip: null }, { layout: 'bulk' }),
      {
        name: 'gzip 4',
        options: { layout: 'bulk' },
        codec: inner('gzip', 4, 'chunk'),
        native: { gzip: 4 },
        slow: true,
      },
      { ...plain('one dataset a vector', { gzip: null, each: true }, { layout: 'each' }), data: ['vectors'] },
    ],
    absent: { table: 'h5py has no form for nulls and categories, so there is no native file to compare with.' },
  },
  arrow: {
    implementation: 'apache-arrow',
    packages: ['pyarrow'],
    library: 'pyarrow',
    does: 'pyarrow writes an Arrow table in batches of 65,536 rows. It reads the file and joins the batches to one array a column (combine_chunks), since the browser’s columns are single arrays, too. Both sides view the values of a file of one batch where they lie. Vectors become a dict of ids and views of the matrix; the browser gathers them within the clock when it writes.',
    settings: arrowSettings,
  },
  parquet: {
    implementation: 'arrow-rs',
    packages: ['pyarrow'],
    library: 'pyarrow',
    does: 'pyarrow writes an Arrow table to memory and reads the file as one. With 1,048,576 rows a row group, pages of version 1 and its default page size; it computes statistics and no page index.',
    settings: parquetSettings,
  },
};

/** Formats that another command compares with native. */
export const elsewhere = [
  { format: 'root', native: 'uproot', command: 'npm run bench:root' },
  { format: 'rntuple', native: 'uproot', command: 'npm run bench:root' },
  { format: 'hashdbm', native: 'tkrzw_dbm_util', command: 'npm run bench:tkrzw' },
  { format: 'treedbm', native: 'tkrzw_dbm_util', command: 'npm run bench:tkrzw' },
  { format: 'destination', native: 'Pickle', command: 'npm run bench:destination' },
];

/** The workload of each dataset, and its items: fewer for slow settings. */
const workloads = {
  events: { workload: 'events', size: 500_000, slowSize: 200_000 },
  table: { workload: 'table', size: 100_000, slowSize: 50_000 },
  vectors: { workload: 'keyedVectors', size: 3_000, slowSize: 1_000 },
};
const vectorLength = 1_280;

/** @type {(format: string, data: FormatBenchData, slow: boolean, divisor: number) => Case['dataset']} */
function datasetOf(format, data, slow, divisor) {
  const { workload, size, slowSize } = workloads[data];
  const items = (slow ? slowSize : size) / divisor;
  const isArray = format === 'npy' && data === 'vectors';
  return {
    source: 'workload',
    workload: isArray ? 'array' : workload,
    knobs: {},
    size: isArray ? items * vectorLength : items,
    seed: 1,
  };
}

/** @type {(setting: Setting, datasets: readonly FormatBenchData[]) => readonly FormatBenchData[]} */
const datasetsOf = ({ data }, datasets) => datasets.filter((one) => data?.includes(one) ?? true);

/** @param {{ format: string, setting: Setting }} what */
const settingName = ({ format, setting }) => `${format} ${setting.name}`;

/**
 * The cases that the filters select: `only` has beginnings of names ('parquet', 'parquet PLAIN zstd'), in any case. `divisor` shortens all data.
 * @param {{ only: readonly string[] | null, datasets: readonly FormatBenchData[], divisor: number }} filters
 * @returns {Case[]}
 */
export function casesOf({ only, datasets, divisor }) {
  const all = Object.entries(counterparts).flatMap(([format, counterpart]) =>
    counterpart.settings.map((setting) => ({ format, counterpart, setting })),
  );
  const chosen = all.filter(
    (one) =>
      only === null || only.some((start) => settingName(one).toLowerCase().startsWith(start.trim().toLowerCase())),
  );
  if (chosen.length === 0)
    throw new Error(
      `--only is “${only?.join(',')}”, but no setting has a name that starts with it: ${all.map(settingName).join(', ')}.`,
    );
  return chosen.flatMap((one) =>
    datasetsOf(one.setting, datasets).map((data) => ({
      ...one,
      data,
      dataset: datasetOf(one.format, data, one.setting.slow, divisor),
    })),
  );
}
