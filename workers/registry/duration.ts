import type { Calibration } from '../model/calibration';
import type { DatasetSchema } from '../model/dataset';
import { type FormatOperation, formatOperation, unsupportedReason } from '../model/entry';
import { type Candidate, type Effort, innerCodec, type Operation } from '../model/plan';
import { findFormatImplementation } from './metadata';
import type { TrialCosts } from './trial-costs';

/** How long trials take on a machine, from the table of costs and the machine's calibration. */
export interface Machine {
  /** Its times over those of the machine that the table was measured on. */
  readonly slowness: number;
  /** How far warm-ups run towards their cap, from 0 to 1. */
  readonly unsteadiness: number;
  /** Null before the table has been fetched. */
  readonly costs: TrialCosts | null;
}

/** Bounds on what a calibration can say: beyond them something else was going on. */
const slownessLimits = { least: 0.1, most: 20 };

/** Before the table of costs has been fetched: calls by the speeds in the metadata, on a machine of which nothing is known. */
export const unknownMachine: Machine = { slowness: 1, unsteadiness: 0.5, costs: null };

/** The machine that the table was measured on, or the one that was calibrated. */
export function machineOf(costs: TrialCosts, calibration: Calibration | null): Machine {
  const reference = costs.calibration;
  if (calibration === null) return { slowness: 1, unsteadiness: reference.unsteadiness, costs };
  const kernels = ['computeMs', 'memoryMs', 'objectsMs', 'startMs'] as const;
  const logs = kernels.map((name) => Math.log(calibration[name] / reference[name]));
  const slowness = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  return {
    slowness: Math.min(slownessLimits.most, Math.max(slownessLimits.least, slowness)),
    unsteadiness: calibration.unsteadiness,
    costs,
  };
}

/** Samples are at least so long, and no more begin after this multiple of the effort's time (workers/engine/batching.ts, sampling.ts). */
const sampleMinMs = 5;
const capFactor = 5;

/**
 * Time of one operation in one trial, ms, given what a call takes: warm-up, then samples. `coldMs` is the first call's, where verification had made it before: it counts towards the
 * warm-up, but is not repeated.
 */
export function operationMs(
  callMs: number,
  effort: Effort,
  { unsteadiness = 0, coldMs = null }: { readonly unsteadiness?: number; readonly coldMs?: number | null } = {},
): number {
  const sampleMs = Math.max(sampleMinMs, callMs);
  const least = Math.min(Math.max(effort.warmUpMinMs, effort.warmUpMinCalls * callMs), effort.warmUpCapMs);
  const warmUpMs = least + unsteadiness * (effort.warmUpCapMs - least);
  // The last batch runs over by half of itself.
  const warmedMs =
    coldMs === null
      ? Math.max(callMs, warmUpMs + sampleMs / 2)
      : warmUpMs <= coldMs
        ? 0
        : warmUpMs - coldMs + sampleMs / 2;
  const wanted = Math.max(effort.samplesMin, Math.ceil(effort.samplesMs / sampleMs));
  const most = Math.max(1, Math.ceil((capFactor * effort.samplesMs) / sampleMs));
  return warmedMs + Math.min(wanted, most) * sampleMs;
}

export interface TrialDuration {
  readonly ms: number;
  /** What the cell's first trial takes beside. */
  readonly firstMs: number;
}

const storageMBps = 400;
/** Opening a private file. */
const storageMs = 15;
/** One look-up decodes a batch of rows where the format has batches, else a record: shares of decoding everything. */
const lookupShare = 0.15;
const warmLookupMs = 0.01;
/** Reading a column costs its share of the data, and what reading any part does. */
const projectOverheadShare = 0.1;

/** Of a candidate that can't hold the data: 0, since it has no trial. `schema` is null where the data have not been read. */
export function trialDuration(
  candidate: Candidate,
  data: { readonly schema: DatasetSchema | null; readonly dataBytes: number },
  operations: readonly Operation[],
  effort: Effort,
  machine: Machine,
  fallback: { readonly encodeMs: number; readonly decodeMs: number },
): TrialDuration {
  const { schema, dataBytes } = data;
  const implementation = findFormatImplementation(candidate.format, candidate.implementation)?.implementation;
  const context = { options: candidate.options, innerCodec: innerCodec(candidate)?.id ?? null };
  const can = (operation: FormatOperation) =>
    schema === null ||
    implementation === undefined ||
    unsupportedReason(implementation, operation, schema, context) === null;
  if (!can('encode')) return { ms: 0, firstMs: 0 };
  const cost = machine.costs?.of(candidate, schema, dataBytes) ?? unknownCost(fallback, dataBytes);
  const { slowness, unsteadiness } = machine;
  const encodeMs = slowness * cost.encodeMs;
  const decodeMs = slowness * cost.decodeMs;
  const columns = schema?.kind === 'table' ? schema.columns.length : 1;
  const diskMs = slowness * (dataBytes / 1e3 / storageMBps);
  const times: Record<Operation, () => number> = {
    encode: () => operationMs(encodeMs, effort, { unsteadiness, coldMs: slowness * cost.encodeColdMs }),
    decode: () => operationMs(decodeMs, effort, { unsteadiness, coldMs: slowness * cost.decodeColdMs }),
    project: () => {
      const callMs = decodeMs * Math.min(1, 1 / Math.max(1, columns) + projectOverheadShare);
      // One call more checks what it gives.
      return slowness * cost.decodeColdMs * 0.5 + operationMs(callMs, effort, { unsteadiness });
    },
    lookup: () => {
      const callMs = Math.max(warmLookupMs, decodeMs * lookupShare);
      return slowness * cost.decodeColdMs + 8 * callMs + operationMs(callMs, effort, { unsteadiness });
    },
    warmLookup: () => slowness * cost.decodeColdMs + operationMs(slowness * warmLookupMs, effort, { unsteadiness }),
    store: () => storageMs * slowness + operationMs(encodeMs + diskMs, effort, { unsteadiness }),
    load: () => storageMs * slowness + diskMs + operationMs(decodeMs + diskMs, effort, { unsteadiness }),
  };
  const fixedMs = slowness * (cost.setUpMs + cost.otherMs + cost.encodeColdMs + cost.decodeColdMs);
  return {
    ms: operations.reduce(
      (sum, operation) => sum + (can(formatOperation[operation]) ? times[operation]() : 0),
      fixedMs,
    ),
    firstMs: slowness * cost.firstMs,
  };
}

/** Of what the table does not know: calls by the metadata's speeds, and the rest as most candidates have it. */
function unknownCost(
  { encodeMs, decodeMs }: { readonly encodeMs: number; readonly decodeMs: number },
  dataBytes: number,
) {
  return {
    encodeMs,
    decodeMs,
    encodeColdMs: 20 + 2 * encodeMs,
    decodeColdMs: 10 + 2 * decodeMs,
    setUpMs: 40,
    otherMs: 70 + (dataBytes / 1e6) * 15,
    firstMs: 40,
  };
}
