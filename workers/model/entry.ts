import type { ColumnSchema } from './column-schema';
import type { Dataset, DatasetKind, DatasetSchema, LookupKey, LookupValue } from './dataset';
import type { OptionDescriptor, OptionValues } from './options';
import type { Operation } from './plan';
import type { NetworkReads } from './remote/network-requests';
import type { ReaderChanges, Readers } from './tools';

// The contracts of the registry's entries: codecs, formats and workloads. The page and the workers load `meta.ts`; only workers load the other modules.

/** The package that does the work, as results name it. */
export interface LibraryMeta {
  /** npm package; 'browser' for code of the browser, or 'formatlab' for our own. */
  readonly package: string;
  /** The version in package.json; a contract test compares them. Empty for 'browser' and 'formatlab'. */
  readonly version: string;
  /** The library inside the package, with its version if known: 'libhdf5 1.14.6'. */
  readonly contains?: string;
  readonly license: string;
}

/** The compression levels that an implementation accepts, both ends included. */
export interface LevelRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** The colours of a codec family in the page's two themes. `web/styles/codec-colors.test.ts` checks the contrast, and the distance to other families for colour-blind readers. */
export interface FamilyColors {
  /** Families are listed by rank; 1 is the most common one. */
  readonly rank: number;
  /** Shades for the lowest, a middle and the highest level, as `#rrggbb`. */
  readonly light: readonly [low: string, middle: string, high: string];
  readonly dark: readonly [low: string, middle: string, high: string];
}

/** A codec's metadata: `workers/codecs/<id>/meta.ts`. The implementation `<i>` is the module `workers/codecs/<id>/<i>.ts`, which exports `codec`. */
export interface CodecMeta {
  readonly id: string;
  readonly label: string;
  /** Codecs of one family share a hue: 'deflate', 'zstd', 'lz4', 'snappy', 'brotli' … */
  readonly family: string;
  /** Set in the metadata of exactly one codec of each family. */
  readonly familyColors?: FamilyColors;
  /** One sentence why the exported Python script does not measure the codec; null if it does. */
  readonly notInNativeScript: string | null;
  /** The file extension, without the dot. */
  readonly extension: string;
  /** What decompresses a whole file outside Formatlab. A sentence with the reason if nothing does. */
  readonly readers: Readers | string;
  /** True if the compressed bytes contain neither their size nor an end mark (raw LZ4 blocks): truncated bytes may decode to fewer bytes without an error. */
  readonly endless?: true;
  readonly implementations: readonly CodecImplementationMeta[];
}

/** One library's code for a codec. */
export interface CodecImplementationMeta {
  readonly id: string;
  readonly label: string;
  readonly library: LibraryMeta;
  readonly compresses: boolean;
  readonly decompresses: boolean;
  /** The range of levels. Null if the implementation has no levels. */
  readonly levels: LevelRange | null;
  /** Options besides the level: window, element size, filter. Absent if there are none. */
  readonly options?: readonly OptionDescriptor[];
  /** True if the codec runs in WASM memory, so that data are copied in and out. */
  readonly wasm?: true;
  /** True if small blocks can share a trained dictionary; then `Codec.dictionary` exists. */
  readonly dictionaries?: true;
  /** Bytes of one element under these (complete) options, if the input must be a whole number of elements. Absent if any length is allowed. */
  readonly elementBytes?: (options: OptionValues) => number;
  /** False if the reference implementation is known to refuse its output; then `warning` says why. The page never recommends it as readable by others. */
  readonly conforms?: false;
  /** Approximate throughput on 8 MB, for the estimate before the first run. */
  readonly estimateMBps: {
    readonly compress: number;
    readonly decompress: number;
    /** Throughput at the highest level, if compression is much slower there than at the default level. */
    readonly compressAtMax?: number;
  };
  /** A warning about this implementation for users who compare its figures. */
  readonly warning?: string;
}

/** The exports of a codec's module. */
export interface CodecModule {
  /** Creates an independent instance, fully loaded and compiled. Missing options take the defaults of the metadata. @throws `invalidPlan` if an option is unknown. */
  create(options?: OptionValues): Promise<Codec>;
}

/** An instance of a codec. */
export interface Codec {
  /** Compresses `input`, which it does not change, into a new buffer. @throws `invalidPlan` if the level is out of range. */
  compress(input: Uint8Array, level: number | null): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /** Decompresses `input` into a new buffer. @throws `decodeFailed` if the input is damaged; `tooLarge` if the output would exceed `limitBytes`, as hostile input may claim. */
  decompress(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Like `compress` and `decompress`, but without the copy. The result is a read-only view of the codec's own memory. It is valid only until the next call of this instance,
   * which may overwrite or detach it. Callers that keep the bytes, or pass them to code that may keep them, must use `compress` and `decompress`.
   */
  compressView?(input: Uint8Array, level: number | null): Uint8Array<ArrayBuffer>;
  decompressView?(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer>;
  /** An input area in the codec's own memory. `compress`, `decompress`, their views and `dictionary` read bytes in this area in place; they copy all other input first. */
  readonly input?: CodecInput;
  /** Calls for thousands of small blocks, for which a new buffer for each would cost as much as the compression. Present if `input` is. */
  readonly blocks?: CodecBlocks;
  /** Bytes of WASM memory now held. WASM memory never shrinks. */
  wasmMemoryBytes?(): number;
  dictionary?: CodecDictionary;
}

/**
 * An area of the codec's memory that the caller fills. No call of the codec writes to it or moves it. But any call may grow the memory, which detaches all views: get a new view
 * after every call. The content is lost only if a larger area than ever before is requested, or if a call of the codec trapped.
 */
export interface CodecInput {
  /** The first `sizeBytes` of the area, with whatever was written there before. The area starts at a multiple of 8. @throws `outOfMemory` if the memory cannot grow. */
  view(sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** The offset of `bytes` in the area; -1 if they lie elsewhere. */
  offsetOf(bytes: Uint8Array): number;
}

/**
 * Compresses or decompresses many blocks. Each call appends its result to the previous ones in the codec's own memory, and returns the result's size. Call `begin` first. A call
 * of the codec's other methods, except those of `input`, discards the results; the next call here then throws.
 * @throws `internal` if the results were discarded.
 */
export interface CodecBlocks {
  /** Discards all results and makes room for about `expectedBytes`. The first `frontBytes` before the first result are left for the caller. */
  begin(expectedBytes: number, frontBytes?: number): void;
  compress(input: Uint8Array, level: number | null): number;
  decompress(input: Uint8Array, limitBytes: number): number;
  /** Like `compress`, for a part of the input area. Passing the offset is faster than making a view. */
  compressPart(offset: number, sizeBytes: number, level: number | null): number;
  decompressPart(offset: number, sizeBytes: number, limitBytes: number): number;
  /** The front bytes and all results since `begin`. The view is valid until the next call of this codec. */
  view(): Uint8Array<ArrayBuffer>;
}

/** A dictionary that similar small blocks share, so that each block need not repeat the same content. */
export interface CodecDictionary {
  /** Trains a dictionary of at most `sizeBytes` bytes. The samples should be like the blocks to compress. @throws `encodeFailed` if the samples are too few or too small. */
  train(samples: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** Sets the dictionary for all following calls of `compress` and `decompress`; null removes it. @throws `malformedInput` if the bytes are not a dictionary. */
  use(dictionary: Uint8Array | null): void;
}

/** The steps that a clock can include. `convert` is the conversion between the in-memory form and the library's own objects. */
export const clockScopes = ['generate', 'convert', 'allocate', 'encode', 'write', 'read', 'decode', 'reduce'] as const;
export type ClockScope = (typeof clockScopes)[number];

/** The operations that a format offers. The engine adds `store` and `load`, which are encode and decode with the file system. */
export type FormatOperation = 'encode' | 'decode' | 'project' | 'lookup' | 'warmLookup';

/** The format operation that each measured operation needs. */
export const formatOperation: Readonly<Record<Operation, FormatOperation>> = {
  encode: 'encode',
  decode: 'decode',
  project: 'project',
  lookup: 'lookup',
  warmLookup: 'warmLookup',
  store: 'encode',
  load: 'decode',
};

/** The unit to which a codec is applied: the whole file or a part of it. */
export type Granularity = 'file' | 'columnChunk' | 'page' | 'chunk' | 'buffer' | 'record';

/** A codec that a format applies inside its files (Parquet pages, HDF5 chunks). */
export interface InnerCodecMeta {
  /** Id of a codec of the registry, or of a codec that exists only inside formats ('snappy'). */
  readonly id: string;
  readonly label: string;
  readonly family: string;
  readonly granularity: Exclude<Granularity, 'file'>;
  readonly levels: LevelRange | null;
  /** Set in exactly one place for a family that has no codec of the registry. */
  readonly familyColors?: FamilyColors;
}

/** How a format stores one column, or one part of the data if it is no table. The codec is null if the column is not compressed. */
export interface ColumnSettings {
  readonly name: string;
  readonly encoding: string;
  readonly codec: FormatContext['innerCodec'];
}

/** A format's metadata: `workers/formats/<id>/meta.ts`. The implementation `<i>` is the module `workers/formats/<id>/<i>.ts`, which exports `format`. */
export interface FormatMeta {
  readonly id: string;
  /** One sentence why the exported Python script does not measure the format; null if it does. */
  readonly notInNativeScript: string | null;
  /** True if readers treat a set of its files, one for each chunk, as one dataset. The exported Dask script measures only such formats. */
  readonly readInChunks?: true;
  /** True if its columns may have dictionaries, by which the size of a whole file is predicted from a sample's: `dictionaryParts` in `remote.ts`. */
  readonly hasDictionaries?: true;
  /** True if a library reads its files in places, so that a run counts which parts it asks for (`networkReads`). */
  readonly readsParts?: true;
  readonly label: string;
  readonly extension: string;
  readonly mediaType: string;
  /** One or two sentences: what the format is, and who reads it. */
  readonly description: string;
  /** The label of a file inside a codec, if it differs from `label`. */
  readonly labelWithCodec?: string;
  /** True for the uncompressed layout that all candidates are compared with. It does not compete itself. */
  readonly isBaseline?: true;
  /** The place among the formats that need no library to speak of, the plainest with the smallest number; absent if it needs one. */
  readonly plainness?: number;
  /** False if `decode` needs the schema as input (CSV). */
  readonly selfDescribing: boolean;
  /** What reads the files outside Formatlab under common settings. A sentence with the reason if nothing does. */
  readonly readers: Readers | string;
  /** What differs from `readers` under other settings. The schema is null if it is not known. */
  readonly readersWith?: (
    context: Pick<FormatContext, 'options'> & {
      readonly innerCodec: string | null;
      readonly schema: DatasetSchema | null;
    },
  ) => ReaderChanges;
  /** The encoding and the codec of each column, for formats that set them column by column. */
  readonly columnSettings?: (context: FormatContext) => readonly ColumnSettings[];
  readonly implementations: readonly FormatImplementationMeta[];
}

/** One library's code for a format. */
export interface FormatImplementationMeta {
  readonly id: string;
  /** Why the exported Python script omits this implementation although it measures the format: its native counterpart is not the library that the script uses. */
  readonly notInNativeScript?: string;
  readonly label: string;
  readonly library: LibraryMeta;
  readonly options: readonly OptionDescriptor[];
  readonly innerCodecs: readonly InnerCodecMeta[];
  /**
   * Why the implementation does not support the operation for such data, as a sentence. Null if it does. An implementation without `encode` but
   * with `decode` serves as second decoder.
   */
  readonly unsupported: (
    operation: FormatOperation,
    schema: DatasetSchema,
    context: { readonly options: OptionValues; readonly innerCodec: string | null },
  ) => string | null;
  /** The steps that each operation's clock includes, besides the operation itself. */
  readonly clock: Partial<Record<FormatOperation, readonly ClockScope[]>>;
  /** True if the clock includes the copy between JavaScript and WASM memory; null without WASM. */
  readonly wasmCopyInClock: boolean | null;
  /** Sentences that say what decoding cannot restore; empty if nothing is lost. `forget` in the module applies the same loss before verification compares. */
  readonly loss: (schema: DatasetSchema, options: OptionValues) => readonly string[];
  readonly estimateMBps: {
    readonly encode: number;
    readonly decode: number;
    /** Throughput for lists, dictionaries and arrays of texts, whose every value is a separate object; absent if it does not differ. */
    readonly objects?: { readonly encode: number; readonly decode: number };
  };
  /**
   * True if the format makes no file, but other objects in memory (the browser's structured clone). Its session has `convert` instead of `encode` and `decode`, and its cell has
   * no size. `unsupported` refuses every operation but `encode`, which measures the conversion.
   */
  readonly conversion?: true;
  /** True if `openLookup` supports the cache `all`, which loads what look-ups need into memory. Only then is `warmLookup` measured. */
  readonly lookupCache?: true;
  /** The maximum number of items to measure, if all of them would take minutes (LZMA by record); the cell then says that it used an evenly spread sample. Null or absent: all. */
  readonly sampleItems?: (context: {
    readonly options: OptionValues;
    readonly innerCodec: string | null;
  }) => number | null;
  /**
   * True if the format supports a column whose type has parameters or parts; absent if it supports none. The parts of a list, struct or category are checked as well, unless they
   * are plain. A text says why not: it follows `The column “…” is of type …: ` in the message of `unsupportedReason`, and ends with a full stop.
   */
  readonly holds?: (column: ColumnSchema) => boolean | string;
  /** True if the format supports molecules; for all others, `unsupportedReason` says that it does not. */
  readonly holdsMolecules?: true;
  readonly warning?: string;
}

/** Counts of a file's parts, by name, for the table: `records`, `leafPages`, `innerPages` … */
export type FileCounts = Readonly<Record<string, number>>;

/** Which data look-ups keep in memory: `none` (cold) keeps nothing between look-ups; `all` (warm) loads everything before the first one. */
export type LookupCache = 'none' | 'all';

/** The settings with which a session of a format is opened. */
export interface FormatContext {
  readonly options: OptionValues;
  readonly innerCodec: { readonly id: string; readonly level: number | null } | null;
  /** The dataset's schema. Formats that describe themselves must not use it to decode. */
  readonly schema: DatasetSchema;
}

/** The exports of a format's module. */
export interface FormatModule {
  /** Loads and compiles the library. Runs outside the clock; the result reports its time as set-up. */
  open(context: FormatContext): Promise<FormatSession>;
  /** Applies the declared loss of these options (default: the format's defaults) to a dataset, for verification. Absent if nothing is lost. */
  forget?(dataset: Dataset, options?: OptionValues): Dataset;
  /** True if decoding may return a molecule's atoms, bonds and stereo elements in another order. Verification then compares the molecules as labelled graphs. */
  readonly reorders?: true;
}

/** The module for the given options, on which its loss may depend. */
export function moduleWithOptions(module: FormatModule, options: OptionValues): FormatModule {
  const { forget } = module;
  return forget === undefined ? module : { ...module, forget: (dataset) => forget.call(module, dataset, options) };
}

/** Allocates exactly `sizeBytes` bytes with any content; they are not cleared. They may be part of a larger buffer and start at a multiple of 8. */
export type Allocate = (sizeBytes: number) => Uint8Array<ArrayBuffer>;

/** The default allocator: a new buffer. */
export const allocateBuffer: Allocate = (sizeBytes) => new Uint8Array(sizeBytes);

/** A format opened for one dataset and candidate. */
export interface FormatSession {
  /**
   * Encodes the dataset as one file in a new buffer. A format that knows the file's size beforehand may call `allocate` once for that buffer, and must then write every byte of
   * it. The engine can so place the file directly in the memory of the codec that comes next.
   */
  encode?(dataset: Dataset, allocate?: Allocate): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Puts the dataset into the library's own memory, outside every clock, as a native program holds its table in the library's form. `encode` of the same dataset then reads it there.
   * Absent if the library has no memory of its own, or would copy the dataset in any case.
   */
  place?(dataset: Dataset): void;
  /** Like `encode`, `decode` and `project`, but the result may view the session's memory: it is valid until the session's next call. */
  encodeView?(dataset: Dataset): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  decodeView?(file: Uint8Array<ArrayBuffer>): Dataset | Promise<Dataset>;
  projectView?(file: Uint8Array<ArrayBuffer>, column: string): Dataset | Promise<Dataset>;
  /** True if the last call copied its input or output between JavaScript and WASM memory. It overrides `wasmCopyInClock` of the metadata. */
  lastCallCopied?(): boolean;
  /** Memory of the session from which it reads a file in place. The content stays, but any call may move it, so get it again after each call. @throws `outOfMemory` */
  fileRoom?(sizeBytes: number): Uint8Array<ArrayBuffer>;
  decode?(file: Uint8Array<ArrayBuffer>): Dataset | Promise<Dataset>;
  /** Decodes one column of a table. It reads no more of the file than the format requires. */
  project?(file: Uint8Array<ArrayBuffer>, column: string): Dataset | Promise<Dataset>;
  /** Opens the file for look-ups, outside the clock: by row number in a table, else by id or key. The default of `cache` is `none`. */
  openLookup?(file: Uint8Array<ArrayBuffer>, cache?: LookupCache): FormatLookup | Promise<FormatLookup>;
  /** Copies the dataset to new objects in memory: see `conversion` in the metadata. */
  convert?(dataset: Dataset): Dataset | Promise<Dataset>;
  /** Counts the parts of a file. Runs outside every clock. `columnIndex` is the column of a table that is read alone, if the table has it. */
  countsOf?(file: Uint8Array<ArrayBuffer>, columnIndex: number): FileCounts;
  /** What the format's usual library asks for over a network, outside every clock. Absent if a reader always needs the whole file. */
  networkReads?(file: Uint8Array<ArrayBuffer>, columnIndex: number): NetworkReads | Promise<NetworkReads>;
  /** Bytes of the file that do not grow with the number of items (a fixed table of buckets). Only the rest is extrapolated from a sample. Absent: none. */
  fixedBytesOf?(file: Uint8Array<ArrayBuffer>): number;
  wasmMemoryBytes?(): number;
  close?(): void;
}

/** A file that is open for look-ups. */
export interface FormatLookup {
  get(key: LookupKey): LookupValue | Promise<LookupValue>;
  /** Up to `limit` records in key order, from the first key that is not before `from`. Only for formats that keep keys in order. */
  scan?(
    from: string,
    limit: number,
  ):
    | readonly { readonly key: string; readonly value: Uint8Array }[]
    | Promise<readonly { readonly key: string; readonly value: Uint8Array }[]>;
  close?(): void;
}

/** A workload's metadata: `workers/workloads/<id>/meta.ts`. The generator is `workers/workloads/<id>/index.ts`, which exports `workload`. */
export interface WorkloadMeta {
  readonly id: string;
  /** One sentence why Python does not generate the same bytes, so that the exported script needs a dataset file; null if Python does. */
  readonly notInNativeScript: string | null;
  /** True if Python generates the data, but so slowly that the page also offers a dataset file. */
  readonly slowInPython?: true;
  readonly label: string;
  readonly kind: DatasetKind;
  readonly description: string;
  /** Id of the published source whose data the workload reproduces, if any. */
  readonly source?: string;
  readonly parameters: readonly OptionDescriptor[];
  /** The plural noun of the items that `size` counts: 'vectors', 'rows'. */
  readonly sizeUnit: string;
  readonly size: { readonly min: number; readonly max: number; readonly default: number };
  readonly presets: readonly { readonly label: string; readonly size: number; readonly note?: string }[];
  /** True if `dataBytes` is an expected value, since texts differ in length. It is within 5 % from 10,000 items on. */
  readonly dataBytesApproximate?: true;
  /** Bytes of the data for `size` items; exact unless `dataBytesApproximate`. */
  readonly dataBytes: (parameters: OptionValues, size: number) => number;
  /** The schema of the generated dataset, so that candidates can be checked before anything is generated. */
  readonly schema: (parameters: OptionValues, size: number) => DatasetSchema;
}

/** The exports of a workload's module. */
export interface WorkloadModule {
  /** Items `from` (inclusive) to `to` (exclusive). Each value depends only on seed, column and row, so a slice equals the same part of the whole dataset. */
  generate(request: {
    readonly parameters: OptionValues;
    readonly seed: number;
    readonly from: number;
    readonly to: number;
    readonly onProgress?: (done: number) => void;
  }): Dataset;
}
