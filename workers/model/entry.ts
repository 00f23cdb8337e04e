import { columnTypeText } from './column-type-text';
import { type ColumnSchema, isPlainSchema, partsOf } from './column-schema';
import type { Dataset, DatasetKind, DatasetSchema, LookupKey, LookupValue } from './dataset';
import type { OptionDescriptor, OptionValues } from './options';
import type { Operation } from './plan';

/**
 * The contracts of the three kinds of registry entry. An entry is one folder: `meta.ts` (eager, both sides) exports `meta`;
 * beside it lie the lazy modules that only workers import. Contract tests run over every entry by themselves.
 */

/** The package whose code does the work, as the results name it. */
export interface LibraryMeta {
  /** npm package, or 'browser' for the platform's own, or 'formatlab' for ours. */
  readonly package: string;
  /** Exactly as in package.json; a contract test compares. Empty for 'browser' and 'formatlab'. */
  readonly version: string;
  /** What runs inside, with version where known: 'libhdf5 1.14.6'. */
  readonly contains?: string;
  readonly license: string;
}

export interface LevelRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

// ── Codecs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `workers/codecs/<id>/meta.ts`; the implementation `<i>` is the module `workers/codecs/<id>/<i>.ts`, which exports `codec`. */
/** The hue of a codec family in the page's two themes. `web/styles/codec-colors.test.ts` checks contrast, and the distance to other families for colour-blind eyes. */
export interface FamilyColors {
  /** Families are listed by rank, that of common use: 1 is the first. */
  readonly rank: number;
  /** The shades of the lowest, a middle and the highest level, as `#rrggbb`. */
  readonly light: readonly [low: string, middle: string, high: string];
  readonly dark: readonly [low: string, middle: string, high: string];
}

export interface CodecMeta {
  readonly id: string;
  readonly label: string;
  /** Codecs of one family share a hue: 'deflate', 'zstd', 'lz4', 'snappy', 'brotli' … */
  readonly family: string;
  /** In the metadata of one codec of each family. */
  readonly familyColors?: FamilyColors;
  /** Why the exported Python script does not measure it, as a sentence; null if it does. */
  readonly notInNativeScript: string | null;
  /** File name ending, without the dot. */
  readonly extension: string;
  /** True where data carry neither their size nor an end (raw LZ4 blocks): cut between two sequences, they decode to less. */
  readonly endless?: true;
  readonly implementations: readonly CodecImplementationMeta[];
}

export interface CodecImplementationMeta {
  readonly id: string;
  readonly label: string;
  readonly library: LibraryMeta;
  readonly compresses: boolean;
  readonly decompresses: boolean;
  /** Null where it has no levels. */
  readonly levels: LevelRange | null;
  /** Beyond the level: window, element size, filter. Absent where there are none. */
  readonly options?: readonly OptionDescriptor[];
  /** True where the work is done in a WASM memory, with copies in and out. */
  readonly wasm?: true;
  /** True where small blocks can share a trained dictionary: `Codec.dictionary` is then there. */
  readonly dictionaries?: true;
  /** Bytes of an element under these (complete) options, where the input has to be a whole number of elements; absent where any length will do. */
  readonly elementBytes?: (options: OptionValues) => number;
  /** False where it is known to write what the codec's reference refuses; `warning` then says what. It is never recommended as something that others can read. */
  readonly conforms?: false;
  /** Roughly, on 8 MB, for the estimate before the first run. */
  readonly estimateMBps: {
    readonly compress: number;
    readonly decompress: number;
    /** Compressing at the highest level, where that is much slower than at the default one. */
    readonly compressAtMax?: number;
  };
  /** What a reader of the figures must know. */
  readonly warning?: string;
}

export interface CodecModule {
  /** A new, independent instance, with everything loaded and compiled. What `options` leave out is as the metadata's defaults; what these don't know throws `invalidPlan`. */
  create(options?: OptionValues): Promise<Codec>;
}

export interface Codec {
  /** `input` is left untouched; the result is a buffer of its own. A level out of range throws. */
  compress(input: Uint8Array, level: number | null): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /** `limitBytes` bounds the output: hostile input that claims more is rejected. */
  decompress(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /**
   * As `compress` and `decompress`, without the copy: a view of the implementation's own memory, to be read only, and only until the next call of anything of this instance, which
   * overwrites or detaches it. Whoever keeps the bytes for longer, or gives them to somebody who may, takes the others.
   */
  compressView?(input: Uint8Array, level: number | null): Uint8Array<ArrayBuffer>;
  decompressView?(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer>;
  /** Room for input in the implementation's own memory: `compress`, `decompress`, their views and `dictionary` read what lies there in place, where anything else is copied in first. */
  readonly input?: CodecInput;
  /** For blocks by the thousand, where making a buffer for each would cost as much as the work. There where `input` is. */
  readonly blocks?: CodecBlocks;
  /** Bytes of WASM memory now held; it only grows. */
  wasmMemoryBytes?(): number;
  dictionary?: CodecDictionary;
}

/**
 * One area, which the caller fills and no call of the codec writes to or moves. Any call may make the memory grow, which detaches every view of it: whoever calls again asks
 * for the view again. Its content is lost only where more is asked for than ever before, and where a call of the codec trapped.
 */
export interface CodecInput {
  /** The first `sizeBytes` of the area, which begins at a multiple of 8, with whatever was written there before. Throws `outOfMemory`. */
  view(sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** Where in the area `bytes` begin; -1 where they lie elsewhere. */
  offsetOf(bytes: Uint8Array): number;
}

/**
 * Calls as `Codec`'s, each of which leaves its result behind that of the one before in the implementation's own memory and gives its size. `begin` comes first; any call
 * of the codec that is none of these, and not of `input`, loses what was appended, and the next of these throws `internal`.
 */
export interface CodecBlocks {
  /** Forgets what was appended, and makes room for about so many bytes, of which `frontBytes` are left for the caller, before the first result. */
  begin(expectedBytes: number, frontBytes?: number): void;
  compress(input: Uint8Array, level: number | null): number;
  decompress(input: Uint8Array, limitBytes: number): number;
  /** The same of a part of the input area, by its place there: to say that takes less time than to make a view. */
  compressPart(offset: number, sizeBytes: number, level: number | null): number;
  decompressPart(offset: number, sizeBytes: number, limitBytes: number): number;
  /** The front and all that was appended since `begin`, to be used only until the next call of anything of this codec. */
  view(): Uint8Array<ArrayBuffer>;
}

/** What small blocks that resemble each other share, so that each need not tell it anew. */
export interface CodecDictionary {
  /** A dictionary of at most `sizeBytes` from samples as they will be compressed. Throws `encodeFailed` where they are too few or too small. */
  train(samples: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** From now on `compress` and `decompress` use it; null goes back to none. Throws `malformedInput` on what is no dictionary. */
  use(dictionary: Uint8Array | null): void;
}

// ── Formats ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a clock can include. `convert`: from the natural in-memory form to what the library takes, or back. */
export const clockScopes = ['generate', 'convert', 'allocate', 'encode', 'write', 'read', 'decode', 'reduce'] as const;
export type ClockScope = (typeof clockScopes)[number];

/** Operations that a format itself offers; `store` and `load` are encode and decode with the file system, by the engine. */
export type FormatOperation = 'encode' | 'decode' | 'project' | 'lookup' | 'warmLookup';

/** What a format has to offer for an operation to be measured. */
export const formatOperation: Readonly<Record<Operation, FormatOperation>> = {
  encode: 'encode',
  decode: 'decode',
  project: 'project',
  lookup: 'lookup',
  warmLookup: 'warmLookup',
  store: 'encode',
  load: 'decode',
};

/** Granularity at which a codec is applied. */
export type Granularity = 'file' | 'columnChunk' | 'page' | 'chunk' | 'buffer' | 'record';

/** A codec that works inside a format (Parquet pages, HDF5 chunks). */
export interface InnerCodecMeta {
  /** Id of a codec of the registry, or a codec known only inside formats ('snappy'). */
  readonly id: string;
  readonly label: string;
  readonly family: string;
  readonly granularity: Exclude<Granularity, 'file'>;
  readonly levels: LevelRange | null;
}

/** `workers/formats/<id>/meta.ts`; the implementation `<i>` is the module `workers/formats/<id>/<i>.ts`, which exports `format`. */
export interface FormatMeta {
  readonly id: string;
  /** Why the exported Python script does not measure it, as a sentence; null if it does. */
  readonly notInNativeScript: string | null;
  /** True if readers take a set of its files, one for each chunk, as one dataset: the Dask script measures such formats only. */
  readonly readInChunks?: true;
  readonly label: string;
  readonly extension: string;
  readonly mediaType: string;
  /** One or two sentences: what it is, who reads it. */
  readonly description: string;
  /** True for the uncompressed layout that others are compared with: it is no contender itself. */
  readonly isBaseline?: true;
  /** False where `decode` needs the schema told (CSV). */
  readonly selfDescribing: boolean;
  readonly implementations: readonly FormatImplementationMeta[];
}

export interface FormatImplementationMeta {
  readonly id: string;
  /** Why the exported Python script leaves it out although it measures the format: its native counterpart is another library than the script's. */
  readonly notInNativeScript?: string;
  readonly label: string;
  readonly library: LibraryMeta;
  readonly options: readonly OptionDescriptor[];
  readonly innerCodecs: readonly InnerCodecMeta[];
  /**
   * Null where the operation is offered for datasets of this schema under these options and codec, else the reason why not, as a sentence for the table.
   * `encode` false with `decode` true is a reader only: it serves as second decoder.
   */
  readonly unsupported: (
    operation: FormatOperation,
    schema: DatasetSchema,
    context: { readonly options: OptionValues; readonly innerCodec: string | null },
  ) => string | null;
  /** What the clock of each operation includes, beyond the operation itself. */
  readonly clock: Partial<Record<FormatOperation, readonly ClockScope[]>>;
  /** Whether copying between JavaScript and WASM memory is inside the clock; null where there is no WASM. */
  readonly wasmCopyInClock: boolean | null;
  /** What decoding can't give back, in words; empty where everything comes back. `forget` in the module applies it for verification. */
  readonly loss: (schema: DatasetSchema, options: OptionValues) => readonly string[];
  readonly estimateMBps: {
    readonly encode: number;
    readonly decode: number;
    /** Of lists, dictionaries and arrays of texts, whose every value is an object of its own; absent where it is the same. */
    readonly objects?: { readonly encode: number; readonly decode: number };
  };
  /**
   * True where no file is made, only other objects in memory (the browser's structured clone): the session then has `convert` and neither `encode` nor `decode`, the
   * cell has no size, and `unsupported` says so of every operation but `encode`, which stands for the conversion.
   */
  readonly conversion?: true;
  /** True where look-ups can have what they need in memory beforehand (`openLookup` with the cache `all`): only then is `warmLookup` asked for. */
  readonly lookupCache?: true;
  /**
   * How many items are measured at most, where all of them would take minutes (LZMA by record); the cell then says that it is of a sample. Null or absent: all.
   * The sample is evenly spread.
   */
  readonly sampleItems?: (context: {
    readonly options: OptionValues;
    readonly innerCodec: string | null;
  }) => number | null;
  /**
   * Whether it has a place for a column whose type has parameters or parts; absent: for none. Of a list, struct or category each part is asked about, too, unless it is plain.
   * `unsupportedReason` names the first column that it has no place for, and says why where this is a text: what follows `The column “…” is of type …: `, with its full stop.
   */
  readonly holds?: (column: ColumnSchema) => boolean | string;
  /** True where it has a place for molecules; `unsupportedReason` says no for every other. */
  readonly holdsMolecules?: true;
  readonly warning?: string;
}

/** Null where the implementation offers the operation for such data, else why not, as a sentence for the table. */
export function unsupportedReason(
  implementation: FormatImplementationMeta,
  operation: FormatOperation,
  schema: DatasetSchema,
  context: { readonly options: OptionValues; readonly innerCodec: string | null },
): string | null {
  if (schema.kind === 'molecules' && implementation.holdsMolecules !== true)
    return 'It has no place for the graphs of molecules: there is no layout here for them.';
  const homeless = schema.kind === 'table' ? unheldColumn(implementation, schema.columns, '') : null;
  if (homeless !== null && schema.kind === 'table') {
    const { path, column, why } = homeless;
    // Whether it would take the table at all comes first.
    const columns = schema.columns.map((each): ColumnSchema => (isPlainSchema(each) ? each : plainInstead(each)));
    const general = implementation.unsupported(operation, { ...schema, columns }, context);
    if (general !== null) return general;
    return `The column “${path}” is of type ${columnTypeText(column)}${why === null ? ', for which there is no place in it here.' : `: ${why}`}`;
  }
  const reason = implementation.unsupported(operation, schema, context);
  if (reason !== null || operation !== 'warmLookup' || implementation.lookupCache === true) return reason;
  return 'Its look-ups keep nothing that the next could use: warm is as cold.';
}

const plainInstead = ({ name, nullable }: ColumnSchema): ColumnSchema => ({ name, type: 'int64', nullable });

/** The first column, or part of one, that the implementation has no place for; `path` has the names around it. */
function unheldColumn(
  implementation: FormatImplementationMeta,
  columns: readonly ColumnSchema[],
  around: string,
): { readonly path: string; readonly column: ColumnSchema; readonly why: string | null } | null {
  for (const column of columns) {
    const path = `${around}${column.name}`;
    const held = isPlainSchema(column) || (implementation.holds?.(column) ?? false);
    if (held !== true) return { path, column, why: held === false ? null : held };
    const inner = unheldColumn(implementation, partsOf(column), `${path}.`);
    if (inner !== null) return inner;
  }
  return null;
}

/** What is in a file, by name, for the table: `records`, `leafPages`, `innerPages` … */
export type FileCounts = Readonly<Record<string, number>>;

/** Whether what a look-up read stays in memory for the next: `none` keeps nothing (cold), `all` has everything read beforehand (warm). */
export type LookupCache = 'none' | 'all';

export interface FormatContext {
  readonly options: OptionValues;
  readonly innerCodec: { readonly id: string; readonly level: number | null } | null;
  /** Schema of the dataset that is, or was, encoded. Formats that describe themselves must not use it for decoding. */
  readonly schema: DatasetSchema;
}

export interface FormatModule {
  /** Loads and compiles the library and makes what every call needs: outside the clock, reported as set-up. */
  open(context: FormatContext): Promise<FormatSession>;
  /** The dataset less what the format declares it loses under these options (none given: its defaults); absent where nothing is lost. */
  forget?(dataset: Dataset, options?: OptionValues): Dataset;
  /** True where atoms, bonds and stereo elements of a molecule may come back in another order than they were written in: the molecules are then compared as labelled graphs. */
  readonly reorders?: true;
}

/** The module as it is under these options: what it loses may depend on them. */
export function moduleUnder(module: FormatModule, options: OptionValues): FormatModule {
  const { forget } = module;
  return forget === undefined ? module : { ...module, forget: (dataset) => forget.call(module, dataset, options) };
}

/** Exactly so many bytes, with any content: they are not cleared. They may be part of a larger buffer, beginning at a multiple of 8. */
export type Allocate = (sizeBytes: number) => Uint8Array<ArrayBuffer>;

/** Where nobody else has room: a buffer of its own. */
export const allocateBuffer: Allocate = (sizeBytes) => new Uint8Array(sizeBytes);

export interface FormatSession {
  /**
   * The whole dataset as one file, in a buffer of its own. Where the size is known before anything is written, `allocate` (at most one call) may be asked for that buffer, of
   * which every byte is then written: so a codec that comes next finds the file in its own memory.
   */
  encode?(dataset: Dataset, allocate?: Allocate): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  decode?(file: Uint8Array<ArrayBuffer>): Dataset | Promise<Dataset>;
  /** One column of a table, reading no more of the file than the format makes necessary. */
  project?(file: Uint8Array<ArrayBuffer>, column: string): Dataset | Promise<Dataset>;
  /** Opens the file for random look-ups (outside the clock): by row number in a table, by id or key in keyed vectors, dictionaries and records. `cache` is `none` unless told. */
  openLookup?(file: Uint8Array<ArrayBuffer>, cache?: LookupCache): FormatLookup | Promise<FormatLookup>;
  /** The dataset as other objects in memory, allocated anew: see `conversion` in the metadata. */
  convert?(dataset: Dataset): Dataset | Promise<Dataset>;
  /** Counts of what the file is made of, outside every clock. */
  countsOf?(file: Uint8Array<ArrayBuffer>): FileCounts;
  /** Bytes of the file that are the same for more items (a table of buckets of given size): the rest is what a sample's size is scaled by. Absent: none. */
  fixedBytesOf?(file: Uint8Array<ArrayBuffer>): number;
  wasmMemoryBytes?(): number;
  close?(): void;
}

export interface FormatLookup {
  get(key: LookupKey): LookupValue | Promise<LookupValue>;
  /** Records from the first key that is not before `from` on, at most `limit`, in key order: where the format keeps an order. */
  scan?(
    from: string,
    limit: number,
  ):
    | readonly { readonly key: string; readonly value: Uint8Array }[]
    | Promise<readonly { readonly key: string; readonly value: Uint8Array }[]>;
  close?(): void;
}

// ── Workloads ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** `workers/workloads/<id>/meta.ts`; the generator is `workers/workloads/<id>/index.ts`, which exports `workload`. */
export interface WorkloadMeta {
  readonly id: string;
  /** Why Python does not generate it to the same bytes, as a sentence: the exported script then needs a dataset file. Null if it does. */
  readonly notInNativeScript: string | null;
  /** True if Python generates it, but so slowly that the page offers its dataset file, too. */
  readonly slowInPython?: true;
  readonly label: string;
  readonly kind: DatasetKind;
  readonly description: string;
  /** Id of the source that it reproduces, where it does. */
  readonly source?: string;
  readonly parameters: readonly OptionDescriptor[];
  /** What `size` counts: 'vectors', 'rows'. */
  readonly sizeUnit: string;
  readonly size: { readonly min: number; readonly max: number; readonly default: number };
  readonly presets: readonly { readonly label: string; readonly size: number; readonly note?: string }[];
  /** True where `dataBytes` is an expectation (texts differ in length), right within 5 % from 10,000 items on. */
  readonly dataBytesApproximate?: true;
  /** Data bytes of `size` items, exactly unless `dataBytesApproximate`. */
  readonly dataBytes: (parameters: OptionValues, size: number) => number;
  /** Schema that the generator yields for so many items, for candidates to be chosen before anything is generated. */
  readonly schema: (parameters: OptionValues, size: number) => DatasetSchema;
}

export interface WorkloadModule {
  /**
   * Items `from` (inclusive) to `to` (exclusive) of the dataset that `seed` and `parameters` define: a value is a function of seed, column
   * and row alone, so any slice equals that slice of the whole.
   */
  generate(request: {
    readonly parameters: OptionValues;
    readonly seed: number;
    readonly from: number;
    readonly to: number;
    readonly onProgress?: (done: number) => void;
  }): Dataset;
}
