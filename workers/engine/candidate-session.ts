import type { Dataset, DatasetSchema } from '../model/dataset';
import {
  type Allocate,
  type FormatContext,
  type FormatLookup,
  type FormatModule,
  type FormatSession,
  type LookupCache,
  moduleUnder,
} from '../model/entry';
import { type ErrorTag, FormatlabError, type Stage, toErrorRecord } from '../model/errors';
import { type Candidate, innerCodec, wrappingCodec } from '../model/plan';
import type { Clock } from './clock';
import { type FileCodec, openFileCodec } from './file-codec';
import { type FormatEntry, findFormat, type MeasuringRegistry } from './registry';
import { isPromise } from './timed-calls';

type File = Uint8Array<ArrayBuffer>;

/** A candidate made ready: its format's session, and the codec over its file where there is one, as one. */
export interface CandidateSession {
  readonly candidate: Candidate;
  readonly format: FormatEntry;
  readonly fileCodec: FileCodec | null;
  readonly formatModule: FormatModule;
  readonly formatSession: FormatSession;
  readonly context: FormatContext;
  /** In a buffer of its own. */
  encode(dataset: Dataset): File | Promise<File>;
  /** The same, but it may lie in the codec's memory, where the next call of this session overwrites it: for who writes it somewhere, or only wants it made. */
  encodeView(dataset: Dataset): File | Promise<File>;
  /** The dataset may lie in the codec's memory, where the next call of this session overwrites it: it has to be used, or copied, before. So may what `project` gives. */
  decode(file: File): Dataset | Promise<Dataset>;
  project(file: File, column: string): Dataset | Promise<Dataset>;
  /**
   * Room for a file where `decode` and `project` read it in place: in the codec's memory, which any call may move, so that it is asked for before each; what was written there
   * stays until `encode`. Null where there is none.
   */
  readonly fileRoom: ((sizeBytes: number) => File) | null;
  /** Whether the file that the codec was last given by `encode` or `encodeView` lay in its memory from the beginning. */
  encodedInPlace(): boolean;
  /** Over a copy of the file inside the codec's, which stays for as long as the look-up. */
  openLookup(file: File, cache: LookupCache): Promise<FormatLookup>;
  /** Of a format that makes no file: see `conversion` in `model/entry.ts`. */
  convert(dataset: Dataset): Dataset | Promise<Dataset>;
  /** The format's file inside the codec's, to keep; the file itself without a codec. */
  unwrap(file: File): File | Promise<File>;
  /** Bytes of WASM memory held by format and codec, null where neither uses WASM. */
  wasmMemoryBytes(): number | null;
  close(): void;
}

/** A decompressor may give at most this many times the data, plus room for text forms: hostile claims end there. */
function decompressLimitBytes(dataBytes: number): number {
  return dataBytes * 32 + 64 * 1024 * 1024;
}

export function formatContext(candidate: Candidate, schema: DatasetSchema): FormatContext {
  const inner = innerCodec(candidate);
  return {
    options: candidate.options,
    innerCodec: inner === null ? null : { id: inner.id, level: inner.level },
    schema,
  };
}

/** `then` without a microtask where the value is there already. */
function chain<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return isPromise(value) ? value.then((settled) => next(settled as A)) : next(value);
}

/** Loads, compiles and opens everything that the candidate needs: the set-up. */
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
      message: `There is no format ${candidate.format} by ${candidate.implementation}.`,
    });
  const wrapping = wrappingCodec(candidate);
  const context = formatContext(candidate, schema);
  const formatModule = moduleUnder(
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
      message: `${format.format.label} (${format.implementation.label}) says that it can ${operation}, but its session has no such operation.`,
      format: format.format.id,
    });
  const input = fileCodec?.input ?? null;
  let inPlace = false;
  const allocate: Allocate | undefined = input === null ? undefined : (sizeBytes) => input.view(sizeBytes);
  // Whoever keeps such a file knows what was put into it, and codecs whose streams don't tell (raw LZ4 blocks, deflate) have to be told.
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
    fileRoom: input === null ? null : (sizeBytes) => input.view(sizeBytes),
    encodedInPlace: () => inPlace,
    encode(dataset) {
      if (!formatSession.encode) throw missing('encode', 'encode');
      return chain(formatSession.encode(dataset, allocate), wrap);
    },
    encodeView(dataset) {
      if (!formatSession.encode) throw missing('encode', 'encode');
      return chain(formatSession.encode(dataset, allocate), wrapView);
    },
    decode(file) {
      const { decode } = formatSession;
      if (!decode) throw missing('decode', 'decode');
      return chain(unwrapView(file), (bytes) => decode.call(formatSession, bytes));
    },
    project(file, column) {
      const { project } = formatSession;
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

/** Whatever `work` throws, as a FormatlabError that names the stage, the format and the codec. */
export async function atStage<T>(stage: Stage, candidate: Candidate, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const record = toErrorRecord(thrown, { tag: tags[stage] ?? 'internal', stage });
    const codec = candidate.codec === null ? {} : { codec: candidate.codec.id };
    throw new FormatlabError({ format: candidate.format, ...codec, ...record }, { cause: thrown });
  }
}
