import type { Dataset, DatasetSchema } from '../model/dataset';
import {
  type Allocate,
  type FormatContext,
  type FormatLookup,
  type FormatModule,
  type FormatSession,
  type LookupCache,
  moduleWithOptions,
} from '../model/entry';
import { type ErrorTag, FormatlabError, type Stage, toErrorRecord } from '../model/errors';
import { type Candidate, innerCodec, wrappingCodec } from '../model/plan';
import type { Clock } from './clock';
import { type FileCodec, openFileCodec } from './file-codec';
import { type FormatEntry, findFormat, type MeasuringRegistry } from './registry';
import { isPromise } from './timed-calls';

type File = Uint8Array<ArrayBuffer>;

/** A candidate opened for measuring: the format's session, combined with the codec that compresses its file, if any. */
export interface CandidateSession {
  readonly candidate: Candidate;
  readonly format: FormatEntry;
  readonly fileCodec: FileCodec | null;
  readonly formatModule: FormatModule;
  readonly formatSession: FormatSession;
  readonly context: FormatContext;
  /** Encodes the dataset into a new buffer. */
  encode(dataset: Dataset): File | Promise<File>;
  /**
   * Like `encode`, but the result may be a view of the memory of the format or the codec, which the next call of this session overwrites. Use it to write the
   * file to storage, or only to time it.
   */
  encodeView(dataset: Dataset): File | Promise<File>;
  /** Puts the dataset into the library's memory, from which `encode` then reads it: see `FormatSession.place`. Runs outside every clock. */
  place(dataset: Dataset): void;
  /**
   * Decodes the file. The dataset may lie in the memory of the format or the codec, which the next call of this session overwrites: use or copy it before. The
   * same holds for `project`.
   */
  decode(file: File): Dataset | Promise<Dataset>;
  project(file: File, column: string): Dataset | Promise<Dataset>;
  /**
   * Memory of the codec, or of the format without a codec, from which `decode` and `project` read a file in place. Any call may move it, so get it again before each call. The
   * content stays until `encode`. Null if there is none.
   */
  readonly fileRoom: ((sizeBytes: number) => File) | null;
  /** True if the format wrote its last file directly into the codec's memory, so that the codec did not copy its input. */
  encodedInPlace(): boolean;
  /** Opens the decompressed file for look-ups. The session keeps its own copy of it as long as the look-up is open. */
  openLookup(file: File, cache: LookupCache): Promise<FormatLookup>;
  /** For a format that makes no file: see `conversion` in `model/entry.ts`. */
  convert(dataset: Dataset): Dataset | Promise<Dataset>;
  /** The format's file after decompression, in a new buffer; without a codec, the file itself. */
  unwrap(file: File): File | Promise<File>;
  /** Bytes of WASM memory that the format and the codec hold; null if neither uses WASM. */
  wasmMemoryBytes(): number | null;
  close(): void;
}

/**
 * The maximum number of bytes that a decompressor may return: a multiple of the data’s size, plus space for text formats. This stops
 * decompression bombs.
 */
function decompressLimitBytes(dataBytes: number): number {
  return dataBytes * 32 + 64 * 1024 * 1024;
}

/** The settings with which the candidate's format is opened. */
function formatContext(candidate: Candidate, schema: DatasetSchema): FormatContext {
  const inner = innerCodec(candidate);
  return {
    options: candidate.options,
    innerCodec: inner === null ? null : { id: inner.id, level: inner.level },
    schema,
  };
}

/** Like `then`, but without a microtask if the value is not a promise. */
function chain<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return isPromise(value) ? value.then((settled) => next(settled as A)) : next(value);
}

/** Loads, compiles and opens everything that the candidate needs. The time of this is the set-up. */
export async function openCandidate(
  registry: MeasuringRegistry,
  candidate: Candidate,
  schema: DatasetSchema,
  dataBytes: number,
  clock: Clock,
): Promise<CandidateSession> {
  const format = findFormat(registry, candidate.format, candidate.implementation);
  if (format === null)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'setUp',
      message: `The format ${candidate.format} has no implementation ${candidate.implementation}.`,
    });
  const wrapping = wrappingCodec(candidate);
  const context = formatContext(candidate, schema);
  const formatModule = moduleWithOptions(
    await registry.loadFormat(format.format.id, format.implementation.id),
    context.options,
  );
  const formatSession = await formatModule.open(context);
  const fileCodec = wrapping === null ? null : await openFileCodec(registry, wrapping, clock);
  let limitBytes = decompressLimitBytes(dataBytes);

  const missing = (operation: string, stage: Stage) =>
    new FormatlabError({
      tag: 'internal',
      stage,
      message: `${format.format.label} (${format.implementation.label}) declares the operation ${operation}, but does not implement it.`,
      format: format.format.id,
    });
  const input = fileCodec?.input ?? null;
  let inPlace = false;
  const allocate: Allocate | undefined = input === null ? undefined : (sizeBytes) => input.view(sizeBytes);
  // Remember the size of each file: raw LZ4 blocks and deflate streams do not store it, and a program that keeps such files would store it
  // elsewhere.
  const noteFile = (file: File) => {
    limitBytes = file.length;
    inPlace = input !== null && input.offsetOf(file) >= 0;
  };
  const wrap = (file: File) => {
    noteFile(file);
    return fileCodec === null ? file : fileCodec.compress(file);
  };
  const wrapView = (file: File) => {
    noteFile(file);
    return fileCodec === null ? file : fileCodec.compressView(file);
  };
  const unwrap = (file: File) => (fileCodec === null ? file : fileCodec.decompress(file, limitBytes));
  const unwrapView = (file: File) => (fileCodec === null ? file : fileCodec.decompressView(file, limitBytes));

  return {
    candidate,
    format,
    fileCodec,
    formatModule,
    formatSession,
    context,
    unwrap,
    fileRoom:
      input !== null
        ? (sizeBytes) => input.view(sizeBytes)
        : fileCodec === null && formatSession.fileRoom
          ? formatSession.fileRoom.bind(formatSession)
          : null,
    encodedInPlace: () => inPlace,
    encode(dataset) {
      if (!formatSession.encode) throw missing('encode', 'encode');
      return chain(formatSession.encode(dataset, allocate), wrap);
    },
    encodeView(dataset) {
      if (!formatSession.encode) throw missing('encode', 'encode');
      const { encodeView } = formatSession;
      const file =
        encodeView === undefined || input !== null
          ? formatSession.encode(dataset, allocate)
          : encodeView.call(formatSession, dataset);
      return chain(file, wrapView);
    },
    place(dataset) {
      formatSession.place?.(dataset);
    },
    decode(file) {
      const decode = formatSession.decodeView ?? formatSession.decode;
      if (!decode) throw missing('decode', 'decode');
      return chain(unwrapView(file), (bytes) => decode.call(formatSession, bytes));
    },
    project(file, column) {
      const project = formatSession.projectView ?? formatSession.project;
      if (!project) throw missing('project', 'project');
      return chain(unwrapView(file), (bytes) => project.call(formatSession, bytes, column));
    },
    async openLookup(file, cache) {
      if (!formatSession.openLookup) throw missing('lookup', 'lookup');
      return formatSession.openLookup(await unwrap(file), cache);
    },
    convert(dataset) {
      if (!formatSession.convert) throw missing('convert', 'encode');
      return formatSession.convert(dataset);
    },
    wasmMemoryBytes() {
      const held = [formatSession.wasmMemoryBytes?.(), fileCodec?.wasmMemoryBytes()].filter(
        (bytes) => bytes !== undefined && bytes !== null,
      );
      return held.length === 0 ? null : held.reduce((sum, bytes) => sum + bytes, 0);
    },
    close() {
      formatSession.close?.();
    },
  };
}

const tags: Partial<Record<Stage, ErrorTag>> = {
  encode: 'encodeFailed',
  decode: 'decodeFailed',
  project: 'decodeFailed',
  lookup: 'decodeFailed',
  store: 'storageFailed',
  retrieve: 'storageFailed',
};

/**
 * Runs `work` and converts whatever it throws.
 * @throws FormatlabError with the stage, the format and the codec.
 */
export async function runAtStage<T>(stage: Stage, candidate: Candidate, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const record = toErrorRecord(thrown, { tag: tags[stage] ?? 'internal', stage });
    const codec = candidate.codec === null ? {} : { codec: candidate.codec.id };
    throw new FormatlabError({ format: candidate.format, ...codec, ...record }, { cause: thrown });
  }
}
