import type { Dataset, DatasetSchema } from '../model/dataset';
import type { Codec, FormatContext, FormatLookup, FormatModule, FormatSession } from '../model/entry';
import { type ErrorTag, FormatlabError, type Stage, toErrorRecord } from '../model/errors';
import type { Candidate } from '../model/plan';
import { type CodecEntry, type FormatEntry, findCodec, findFormat, type MeasuringRegistry } from './registry';
import { isPromise } from './timed-calls';

type File = Uint8Array<ArrayBuffer>;

/** A candidate made ready: its format's session, and the codec over the whole file where there is one, as one. */
export interface CandidateSession {
  readonly format: FormatEntry;
  readonly codec: CodecEntry | null;
  readonly formatModule: FormatModule;
  readonly formatSession: FormatSession;
  readonly codecInstance: Codec | null;
  readonly context: FormatContext;
  encode(dataset: Dataset): File | Promise<File>;
  decode(file: File): Dataset | Promise<Dataset>;
  project(file: File, column: string): Dataset | Promise<Dataset>;
  openLookup(file: File): Promise<FormatLookup>;
  /** The format's file inside the codec's; the file itself without a codec. */
  unwrap(file: File): File | Promise<File>;
  /** Bytes of WASM memory held by format and codec, null where neither uses WASM. */
  wasmMemoryBytes(): number | null;
  close(): void;
}

/** A decompressor may give at most this many times the data, plus room for text forms: hostile claims end there. */
export function decompressLimitBytes(dataBytes: number): number {
  return dataBytes * 32 + 64 * 1024 * 1024;
}

export function formatContext(candidate: Candidate, schema: DatasetSchema): FormatContext {
  const { codec } = candidate;
  return { options: candidate.options, innerCodec: codec !== null && codec.granularity !== 'file' ? { id: codec.id, level: codec.level } : null, schema };
}

/** `then` without a microtask where the value is there already. */
function chain<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return isPromise(value) ? value.then((settled) => next(settled as A)) : next(value);
}

/** Loads, compiles and opens everything that the candidate needs: the set-up. */
export async function openCandidate(registry: MeasuringRegistry, candidate: Candidate, schema: DatasetSchema, dataBytes: number): Promise<CandidateSession> {
  const format = findFormat(registry, candidate.format, candidate.implementation);
  if (format === null) throw new FormatlabError({ tag: 'invalidPlan', stage: 'setUp', message: `There is no format ${candidate.format} by ${candidate.implementation}.` });
  const fileCodec = candidate.codec?.granularity === 'file' ? candidate.codec : null;
  const codec = fileCodec === null ? null : findCodec(registry, fileCodec.id, fileCodec.implementation);
  if (fileCodec !== null && codec === null) {
    throw new FormatlabError({ tag: 'invalidPlan', stage: 'setUp', message: `There is no codec ${fileCodec.id} by ${fileCodec.implementation ?? 'no implementation'}.` });
  }
  const context = formatContext(candidate, schema);
  const formatModule = await registry.loadFormat(format.format.id, format.implementation.id);
  const formatSession = await formatModule.open(context);
  const codecInstance = codec === null ? null : await (await registry.loadCodec(codec.codec.id, codec.implementation.id)).create();
  const level = fileCodec?.level ?? null;
  const limitBytes = decompressLimitBytes(dataBytes);

  const missing = (operation: string, stage: Stage) =>
    new FormatlabError({ tag: 'internal', stage, message: `${format.format.label} (${format.implementation.label}) says that it can ${operation}, but its session has no such operation.`, format: format.format.id });
  const unwrap = (file: File) => (codecInstance === null ? file : codecInstance.decompress(file, limitBytes));

  return {
    format,
    codec,
    formatModule,
    formatSession,
    codecInstance,
    context,
    unwrap,
    encode(dataset) {
      if (!formatSession.encode) throw missing('encode', 'encode');
      const file = formatSession.encode(dataset);
      return codecInstance === null ? file : chain(file, (bytes) => codecInstance.compress(bytes, level));
    },
    decode(file) {
      const { decode } = formatSession;
      if (!decode) throw missing('decode', 'decode');
      return chain(unwrap(file), (bytes) => decode.call(formatSession, bytes));
    },
    project(file, column) {
      const { project } = formatSession;
      if (!project) throw missing('project', 'project');
      return chain(unwrap(file), (bytes) => project.call(formatSession, bytes, column));
    },
    async openLookup(file) {
      if (!formatSession.openLookup) throw missing('lookup', 'lookup');
      return formatSession.openLookup(await unwrap(file));
    },
    wasmMemoryBytes() {
      const held = [formatSession.wasmMemoryBytes?.(), codecInstance?.wasmMemoryBytes?.()].filter((bytes) => bytes !== undefined);
      return held.length === 0 ? null : held.reduce((sum, bytes) => sum + bytes, 0);
    },
    close() {
      formatSession.close?.();
    },
  };
}

const tags: Partial<Record<Stage, ErrorTag>> = { encode: 'encodeFailed', decode: 'decodeFailed', project: 'decodeFailed', lookup: 'decodeFailed', store: 'storageFailed', retrieve: 'storageFailed' };

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
