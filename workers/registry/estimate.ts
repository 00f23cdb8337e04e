import { type Budget, budgetMs, mostRoundsInBudget } from '../model/budget';
import { minRoundsForVerdicts } from '../model/statistics/compare';
import { blockBytesOf } from '../model/block-file';
import { splitCodecOptions, trainingSampleBytes } from '../model/codec-options';
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
  userFileOperations,
  type WrappingCodec,
  wrappingCodec,
} from '../model/plan';
import { compressMBps } from './codec-speed';
import { timesOfParts } from '../model/statistics/sample-parts';
import { encodeCallMs, type Machine, type TrialDuration, trialDuration, unknownMachine } from './duration';
import { findCodecImplementation, findFormatImplementation, formats, workloads } from './metadata';

/** The time and memory that a plan is expected to need. The functions here are pure; the page and the engine both use them. */
export interface PlanEstimate {
  readonly dataBytes: number;
  readonly timeMs: number;
  readonly peakMemoryBytes: number;
  /** Datasets that are too large for this machine, by their index in the plan, with the reason. */
  readonly tooLarge: readonly { readonly dataset: number; readonly message: string; readonly remedy: string }[];
}

/** A cell holds four copies: the dataset, the library's copy, the encoded file, and the decoded dataset. */
const memoryCopiesPerDataset = 4;
/** A WASM memory of 32-bit addresses (4 GiB) holds input and output at the same time. */
const copiesInWasm = 2;
const wasm32Bytes = 4 * 1024 ** 3;
/** Memory to assume if the browser does not report it, as only Chromium does: that of a phone of 2024. */
const memoryUnknownGiB = 4;
/** The share of the device's memory that one tab can use. */
const usableShare = 0.75;

/** The memory in bytes that all copies of one dataset may take together. */
function memoryBudgetBytes(deviceMemoryGiB: number | null): number {
  return Math.floor((deviceMemoryGiB ?? memoryUnknownGiB) * 1024 ** 3 * usableShare);
}

function mebibytes(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`;
}

/** Why a dataset does not fit, and what to do. */
interface MemoryVerdict {
  readonly message: string;
  readonly remedy: string;
}

/**
 * Checks that a dataset of `dataBytes` fits into memory. Returns null if it does, else the reason and a remedy. `usesWasm` is true if the
 * candidate's library has its own WASM memory.
 */
export function checkMemory(
  dataBytes: number,
  usesWasm: boolean,
  deviceMemoryGiB: number | null,
): MemoryVerdict | null {
  const budget = memoryBudgetBytes(deviceMemoryGiB);
  const fits = Math.floor(
    usesWasm ? Math.min(budget / memoryCopiesPerDataset, wasm32Bytes / copiesInWasm) : budget / memoryCopiesPerDataset,
  );
  if (dataBytes <= fits) return null;
  const wasmIsTheLimit = usesWasm && dataBytes <= budget / memoryCopiesPerDataset;
  return {
    message: wasmIsTheLimit
      ? `The data is ${mebibytes(dataBytes)}, but a WebAssembly library must hold both input and output in 4 GiB.`
      : `The data is ${mebibytes(dataBytes)}. Measuring takes about ${memoryCopiesPerDataset} times that in memory, and this tab has about ${mebibytes(budget)}.`,
    remedy: `At most ${mebibytes(fits)} would fit: choose less data.`,
  };
}

function fileCodecOf(candidate: Candidate): { codec: WrappingCodec; implementation: CodecImplementationMeta } | null {
  const codec = wrappingCodec(candidate);
  const found = codec === null ? null : findCodecImplementation(codec.id, codec.implementation);
  return codec === null || found === null ? null : { codec, implementation: found.implementation };
}

/** True if the candidate's format, or the codec for its whole file, holds the data in WASM memory. */
export function usesWasm(candidate: Candidate): boolean {
  const format = findFormatImplementation(candidate.format, candidate.implementation);
  if (format !== null && format.implementation.wasmCopyInClock !== null) return true;
  const found = fileCodecOf(candidate);
  return found !== null && found.codec.granularity === 'file' && found.implementation.wasm === true;
}

/** Bytes of data of a plan's dataset: exact for a workload; for a user's file the file's size, or what its sample is to hold. */
export function dataBytesOf(spec: DatasetSpec): number {
  if (spec.source === 'ownFile') return Math.min(spec.fileSizeBytes, spec.sample?.targetBytes ?? spec.fileSizeBytes);
  return workloads.get(spec.workload)?.dataBytes(spec.knobs, spec.size) ?? 0;
}

/** The schema of a workload's dataset; null for a user's file, which must be read first. */
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

/** The fixed cost of a codec call in ms: of a library, and of the browser's compression streams, which are asynchronous. */
const codecCallMs = { library: 0.004, browser: 0.15 };
const trainingMBps = 8;

function callsMs({ library }: CodecImplementationMeta, dataBytes: number, blockBytes: number | null): number {
  return blockBytes === null
    ? 0
    : (dataBytes / blockBytes) * (library.package === 'browser' ? codecCallMs.browser : codecCallMs.library);
}

/** The time in ms to decompress, in blocks of `blockBytes` or as a whole (null). */
export function decompressMs(
  implementation: CodecImplementationMeta,
  dataBytes: number,
  blockBytes: number | null,
): number {
  return msAt(dataBytes, implementation.estimateMBps.decompress) + callsMs(implementation, dataBytes, blockBytes);
}

/** The time of the codec that compresses the file, and of training its dictionary beforehand. */
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
    trainingMs: msAt(Math.min(dataBytes, trainingSampleBytes(dictionaryBytes)), trainingMBps),
  };
}

function formatMBps(
  { estimateMBps }: FormatImplementationMeta,
  kind: DatasetKind,
): { readonly encode: number; readonly decode: number } {
  const ofObjects = kind === 'stringArray' || kind === 'list' || kind === 'dict';
  return (ofObjects ? estimateMBps.objects : undefined) ?? estimateMBps;
}

/** The time in ms in which a format's implementation decodes, without a codec around the file. */
export function decodeMs(implementation: FormatImplementationMeta, dataBytes: number, kind: DatasetKind): number {
  return msAt(dataBytes, formatMBps(implementation, kind).decode);
}

/** The time in ms of the candidate's longest single call, on all items or on the sample that it measures. */
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

/** The expected duration of one trial, and the additional time of the cell's first trial. */
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

/** The time in ms in which parts of a sample are encoded alone, at the end of a candidate's first trial (rule 32). */
export function partsMsOf(
  candidate: Candidate,
  data: { readonly schema: DatasetSchema | null; readonly dataBytes: number },
  machine: Machine,
): number {
  const kind = data.schema?.kind ?? 'table';
  return (
    timesOfParts(candidate, kind, formats.get(candidate.format)) *
    encodeCallMs(candidate, data, machine, callTimes(candidate, data.dataBytes, kind))
  );
}

/** Time in ms to start the coordinator and to measure the timer's step; `kernelsMs` is the drift kernel's time around each round. */
const startMs = 300;
const kernelsMs = 50;
/**
 * The rounds of the leading candidates alone (rule 26) measure two candidates up to half of them, or are not needed: on average about this share
 * of a full round. `fewestCandidates`: with fewer there are none.
 */
const leading = { share: 0.2, fewestCandidates: 4 } as const;
/** Time to start the data worker. */
const makeMs = 80;

/** The rounds until a usual answer is decided, where no budget says when it ends. */
const usualRounds = 8;

/** The most rounds that a plan can have, or, until the answer is decided, usually has. */
function roundsOf(budget: Budget | undefined, effort: Effort): number {
  if (budget === undefined) return effort.rounds;
  return budget === 'untilDecided' ? usualRounds : mostRoundsInBudget;
}

/**
 * Estimates a plan. With a budget, it takes that time and the time to make its data, or less if it has all rounds before. `machine` defaults to an unknown one. `schema` is that of a user's file that has been read. `leads` is true if the run may have
 * rounds of the leading candidates alone.
 */
export function estimatePlan(
  plan: Plan,
  deviceMemoryGiB: number | null,
  {
    machine = unknownMachine,
    schema = null,
    leads = false,
  }: { readonly machine?: Machine; readonly schema?: DatasetSchema | null; readonly leads?: boolean } = {},
): PlanEstimate {
  const effort = efforts[plan.effort];
  const rounds = roundsOf(plan.budget, effort);
  let dataBytes = 0;
  let peakMemoryBytes = 0;
  let makingMs = 0;
  let trialsMs = 0;
  let controlMs: number | null = null;
  const tooLarge: { dataset: number; message: string; remedy: string }[] = [];
  plan.datasets.forEach((spec, dataset) => {
    const bytes = dataBytesOf(spec);
    dataBytes += bytes;
    peakMemoryBytes = Math.max(peakMemoryBytes, bytes * memoryCopiesPerDataset);
    const refused = checkMemory(bytes, false, deviceMemoryGiB);
    if (refused !== null) {
      tooLarge.push({ dataset, ...refused });
      return;
    }
    const data = { schema: schemaOfSpec(spec) ?? schema, dataBytes: bytes };
    makingMs += machine.slowness * (makeMs + msAt(bytes, generateMBps) + msAt(bytes, hashMBps));
    let roundMs = 0;
    let measured = 0;
    for (const candidate of plan.candidates) {
      const { ms, onceMs } = trialDurationOf(candidate, data, plan.operations, effort, machine);
      roundMs += ms;
      if (ms > 0) measured += 1;
      trialsMs += rounds * ms + onceMs;
      if (spec.source === 'ownFile' && spec.sample !== undefined) trialsMs += partsMsOf(candidate, data, machine);
      const mayBeControl = candidate.format !== 'raw' || candidate.codec !== null;
      if (ms > 0 && controlMs === null && mayBeControl && rounds >= minRoundsForVerdicts) controlMs = rounds * ms;
    }
    // The user's file is read in each round as well, which takes about that share of a candidate's trial.
    const readShare = plan.operations.filter((each) => userFileOperations.has(each)).length / plan.operations.length;
    if (spec.source === 'ownFile' && spec.type !== 'bytes' && measured > 0 && plan.operations.includes('decode'))
      trialsMs += rounds * readShare * (roundMs / measured);
    if (leads && plan.datasets.length === 1 && rounds >= minRoundsForVerdicts && measured >= leading.fewestCandidates)
      trialsMs += (minRoundsForVerdicts - 1) * leading.share * roundMs;
  });
  const roundsMs = trialsMs + (controlMs ?? 0) + machine.slowness * rounds * kernelsMs;
  const mostMs = plan.budget === undefined ? roundsMs : Math.min(roundsMs, budgetMs(plan.budget));
  const timeMs = makingMs + trialsMs === 0 ? 0 : makingMs + machine.slowness * startMs + mostMs;
  return { dataBytes, timeMs, peakMemoryBytes, tooLarge };
}
