import { fewestRoundsForVerdicts } from '../model/statistics/compare';
import { blockBytesOf } from '../model/block-file';
import { splitCodecOptions, trainingBytes } from '../model/codec-options';
import type { DatasetKind, DatasetSchema } from '../model/dataset';
import type { CodecImplementationMeta, FormatImplementationMeta } from '../model/entry';
import {
  type Candidate,
  type DatasetSpec,
  type Effort,
  efforts,
  innerCodec,
  type Operation,
  type Plan,
  type WrappingCodec,
  wrappingCodec,
} from '../model/plan';
import { compressMBps } from './codec-speed';
import { type Machine, type TrialDuration, trialDuration, unknownMachine } from './duration';
import { findCodecImplementation, findFormatImplementation, workloads } from './metadata';

/**
 * What a plan will take, before it runs. Pure, for the page and the engine alike.
 */
export interface PlanEstimate {
  readonly dataBytes: number;
  readonly timeMs: number;
  readonly peakMemoryBytes: number;
  /** Why a dataset can't be measured here, by its index in the plan. */
  readonly tooLarge: readonly { readonly dataset: number; readonly message: string; readonly remedy: string }[];
}

/** A cell holds the dataset, the module's copy, the encoded file and the decoded copy. */
export const copiesOfData = 4;
/** A wasm32 memory holds the input and the output side by side. */
const copiesInWasm = 2;
const wasm32Bytes = 4 * 1024 ** 3;
/** `navigator.deviceMemory` is told by Chromium alone; elsewhere a tab is taken to have what phones of 2024 have. */
const memoryUnknownGiB = 4;
/** What the page, the browser and the system leave to a tab. */
const usableShare = 0.75;

/** What one cell of a dataset of so many bytes may take together, in bytes. */
export function memoryBudgetBytes(deviceMemoryGiB: number | null): number {
  return Math.floor((deviceMemoryGiB ?? memoryUnknownGiB) * 1024 ** 3 * usableShare);
}

function mebibytes(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`;
}

export interface MemoryVerdict {
  readonly message: string;
  readonly remedy: string;
}

/** Null where a dataset of `dataBytes` fits, else why not and what would. `usesWasm` where the candidate's library has a memory of its own. */
export function checkMemory(
  dataBytes: number,
  usesWasm: boolean,
  deviceMemoryGiB: number | null,
): MemoryVerdict | null {
  const budget = memoryBudgetBytes(deviceMemoryGiB);
  const fits = Math.floor(
    usesWasm ? Math.min(budget / copiesOfData, wasm32Bytes / copiesInWasm) : budget / copiesOfData,
  );
  if (dataBytes <= fits) return null;
  const wasmIsTheLimit = usesWasm && dataBytes <= budget / copiesOfData;
  return {
    message: wasmIsTheLimit
      ? `The data is ${mebibytes(dataBytes)}, and a WebAssembly library holds its input and output in 4 GiB.`
      : `The data is ${mebibytes(dataBytes)}; measuring takes about ${copiesOfData} times that, and this tab can count on ${mebibytes(budget)}.`,
    remedy: `At most ${mebibytes(fits)} would fit: choose less data.`,
  };
}

function fileCodecOf(candidate: Candidate): { codec: WrappingCodec; implementation: CodecImplementationMeta } | null {
  const codec = wrappingCodec(candidate);
  const found = codec === null ? null : findCodecImplementation(codec.id, codec.implementation);
  return codec === null || found === null ? null : { codec, implementation: found.implementation };
}

/** Whether the library of the candidate’s format, or the codec over its whole file, keeps the data in a WASM memory. */
export function usesWasm(candidate: Candidate): boolean {
  const format = findFormatImplementation(candidate.format, candidate.implementation);
  if (format !== null && format.implementation.wasmCopyInClock !== null) return true;
  const found = fileCodecOf(candidate);
  return found !== null && found.codec.granularity === 'file' && found.implementation.wasm === true;
}

/** Data bytes of a plan's dataset: exact for a workload, the file's size for a file of the user's. */
export function dataBytesOf(spec: DatasetSpec): number {
  return spec.source === 'ownFile'
    ? spec.fileSizeBytes
    : (workloads.get(spec.workload)?.dataBytes(spec.knobs, spec.size) ?? 0);
}

/** Schema of a workload's dataset; null for a file of the user's, which has to be read first. */
export function schemaOfSpec(spec: DatasetSpec): DatasetSchema | null {
  return spec.source === 'ownFile' ? null : (workloads.get(spec.workload)?.schema(spec.knobs, spec.size) ?? null);
}

const generateMBps = 100;
const hashMBps = 250;

function msAt(bytes: number, megabytesPerSecond: number): number {
  return (bytes / 1e6 / Math.max(megabytesPerSecond, 1e-3)) * 1e3;
}

interface CallTimes {
  readonly encodeMs: number;
  readonly decodeMs: number;
}

/** What a call of a codec costs beside its bytes: a library's, and one of the platform's streams, which is asynchronous. */
const codecCallMs = { library: 0.004, browser: 0.15 };
const trainingMBps = 8;

function callsMs({ library }: CodecImplementationMeta, dataBytes: number, blockBytes: number | null): number {
  return blockBytes === null
    ? 0
    : (dataBytes / blockBytes) * (library.package === 'browser' ? codecCallMs.browser : codecCallMs.library);
}

/** What decompressing takes, `blockBytes` by `blockBytes` or whole (null). */
export function decompressMs(
  implementation: CodecImplementationMeta,
  dataBytes: number,
  blockBytes: number | null,
): number {
  return msAt(dataBytes, implementation.estimateMBps.decompress) + callsMs(implementation, dataBytes, blockBytes);
}

/** Of the codec over the file, and what training its dictionary takes before. */
function codecTimes(candidate: Candidate, dataBytes: number): CallTimes & { readonly trainingMs: number } {
  const found = fileCodecOf(candidate);
  if (found === null) return { encodeMs: 0, decodeMs: 0, trainingMs: 0 };
  const { codec, implementation } = found;
  const { own, dictionaryBytes } = splitCodecOptions(codec.options);
  const blockBytes = blockBytesOf(codec.granularity, implementation.elementBytes?.(own));
  return {
    encodeMs:
      msAt(dataBytes, compressMBps(implementation, codec.level)) + callsMs(implementation, dataBytes, blockBytes),
    decodeMs: decompressMs(implementation, dataBytes, blockBytes),
    trainingMs: msAt(Math.min(dataBytes, trainingBytes(dictionaryBytes)), trainingMBps),
  };
}

function formatMBps(
  { estimateMBps }: FormatImplementationMeta,
  kind: DatasetKind,
): { readonly encode: number; readonly decode: number } {
  const ofObjects = kind === 'stringArray' || kind === 'list' || kind === 'dict';
  return (ofObjects ? estimateMBps.objects : undefined) ?? estimateMBps;
}

/** What decoding takes a format's implementation, without a codec around the file. */
export function decodeMs(implementation: FormatImplementationMeta, dataBytes: number, kind: DatasetKind): number {
  return msAt(dataBytes, formatMBps(implementation, kind).decode);
}

/** The longest that one call of the candidate takes: on so many items, or the sample of them that it measures. */
export function longestCallMs(candidate: Candidate, dataBytes: number, itemCount: number, kind: DatasetKind): number {
  const { implementation } = findFormatImplementation(candidate.format, candidate.implementation) ?? {};
  const sampleItems =
    implementation?.sampleItems?.({ options: candidate.options, innerCodec: innerCodec(candidate)?.id ?? null }) ??
    itemCount;
  const {
    encodeMs,
    decodeMs: readMs,
    trainingMs,
  } = callTimes(candidate, dataBytes * Math.min(1, sampleItems / Math.max(1, itemCount)), kind);
  return Math.max(encodeMs + trainingMs, readMs);
}

function callTimes(
  candidate: Candidate,
  dataBytes: number,
  kind: DatasetKind,
): CallTimes & { readonly trainingMs: number } {
  const format = findFormatImplementation(candidate.format, candidate.implementation)?.implementation;
  const speed = format === undefined ? { encode: 100, decode: 100 } : formatMBps(format, kind);
  const codec = codecTimes(candidate, dataBytes);
  return {
    encodeMs: msAt(dataBytes, speed.encode) + codec.encodeMs,
    decodeMs: msAt(dataBytes, speed.decode) + codec.decodeMs,
    trainingMs: codec.trainingMs,
  };
}

/** How long one trial takes, and what the cell's first takes beside. */
export function trialDurationOf(
  candidate: Candidate,
  data: { readonly schema: DatasetSchema | null; readonly dataBytes: number },
  operations: readonly Operation[],
  effort: Effort,
  machine: Machine,
): TrialDuration {
  const { encodeMs, decodeMs: readMs, trainingMs } = callTimes(candidate, data.dataBytes, data.schema?.kind ?? 'table');
  const trial = trialDuration(candidate, data, operations, effort, machine, { encodeMs, decodeMs: readMs });
  return trial.ms === 0 ? trial : { ...trial, ms: trial.ms + machine.slowness * trainingMs };
}

/** Starting the coordinator, measuring the timer's step; the drift kernel before and after each round. */
const startMs = 300;
const kernelsMs = 50;
/** Starting the data worker. */
const makeMs = 80;

/** `machine` is unknown unless it is given; `schema` is of a user's file that has been read. */
export function estimatePlan(
  plan: Plan,
  deviceMemoryGiB: number | null,
  {
    machine = unknownMachine,
    schema = null,
  }: { readonly machine?: Machine; readonly schema?: DatasetSchema | null } = {},
): PlanEstimate {
  const effort = efforts[plan.effort];
  let dataBytes = 0;
  let peakMemoryBytes = 0;
  let trialsMs = 0;
  let controlMs: number | null = null;
  const tooLarge: { dataset: number; message: string; remedy: string }[] = [];
  plan.datasets.forEach((spec, dataset) => {
    const bytes = dataBytesOf(spec);
    dataBytes += bytes;
    peakMemoryBytes = Math.max(peakMemoryBytes, bytes * copiesOfData);
    const refused = checkMemory(bytes, false, deviceMemoryGiB);
    if (refused !== null) {
      tooLarge.push({ dataset, ...refused });
      return;
    }
    const data = { schema: schemaOfSpec(spec) ?? schema, dataBytes: bytes };
    trialsMs += machine.slowness * (makeMs + msAt(bytes, generateMBps) + msAt(bytes, hashMBps));
    for (const candidate of plan.candidates) {
      const { ms, firstMs } = trialDurationOf(candidate, data, plan.operations, effort, machine);
      trialsMs += effort.rounds * ms + firstMs;
      const mayBeControl = candidate.format !== 'raw' || candidate.codec !== null;
      if (ms > 0 && controlMs === null && mayBeControl && effort.rounds >= fewestRoundsForVerdicts)
        controlMs = effort.rounds * trialDurationOf(candidate, data, plan.operations.slice(0, 1), effort, machine).ms;
    }
  });
  const timeMs =
    trialsMs === 0 ? 0 : trialsMs + (controlMs ?? 0) + machine.slowness * (startMs + effort.rounds * kernelsMs);
  return { dataBytes, timeMs, peakMemoryBytes, tooLarge };
}
