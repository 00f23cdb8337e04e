import type { Calibration } from '../model/calibration';
import type { DatasetSchema } from '../model/dataset';
import { type FormatOperation, formatOperation } from '../model/entry';
import { unsupportedReason } from '../model/unsupported-reason';
import { type Candidate, type Effort, efforts, innerCodec, type Operation } from '../model/plan';
import { findFormatImplementation } from './metadata';
import type { TrialCosts } from './trial-costs';

/** A machine's speed, from the table of trial costs and the machine's calibration. */
export interface Machine {
  /** This machine's times divided by those of the reference machine, on which the table was measured. */
  readonly slowness: number;
  /** How long warm-ups with the effort “quick” take, from the minimum (0) to the cap (1). */
  readonly unsteadiness: number;
  /** The measured costs of trials. Null until the table has been downloaded. */
  readonly costs: TrialCosts | null;
}

/** Limits of a plausible calibration. Values beyond them mean that something else was running. */
const slownessLimits = { least: 0.1, most: 20 };

/** Used until the table of costs has been downloaded: average speed, and call times from the metadata. */
export const unknownMachine: Machine = { slowness: 1, unsteadiness: 0.5, costs: null };

/**
 * That of the candidates' calls on a quiet machine. A calibration has three short warm-ups, which gave 0.07 to 0.4 on one machine within ten minutes: it
 * counts for half.
 */
const typicalUnsteadiness = 0.5;

/** The calibrated machine, or the reference machine if there is no calibration. */
export function machineOf(costs: TrialCosts, calibration: Calibration | null): Machine {
  const reference = costs.calibration;
  const unsteadiness = ((calibration ?? reference).unsteadiness + typicalUnsteadiness) / 2;
  if (calibration === null) return { slowness: 1, unsteadiness, costs };
  const kernels = ['computeMs', 'memoryMs', 'objectsMs', 'startMs'] as const;
  const logs = kernels.map((name) => Math.log(calibration[name] / reference[name]));
  const slowness = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  return {
    slowness: Math.min(slownessLimits.most, Math.max(slownessLimits.least, slowness)),
    unsteadiness,
    costs,
  };
}

/**
 * The minimum length of a sample (workers/engine/batching.ts). `capFactor`: no sample starts after this multiple of the effort's time
 * (sampling.ts).
 */
const sampleMinMs = 5;
const capFactor = 5;

/**
 * The time of one operation in one trial in ms, given the time of a call: warm-up, then samples. If verification has made the first call
 * already, `coldMs` is its time; it counts towards the warm-up and is not repeated.
 */
export function operationMs(
  callMs: number,
  effort: Effort,
  { unsteadiness = 0, coldMs = null }: { readonly unsteadiness?: number; readonly coldMs?: number | null } = {},
): number {
  const sampleMs = Math.max(sampleMinMs, callMs);
  const least = Math.min(Math.max(effort.warmUpMinMs, effort.warmUpMinCalls * callMs), effort.warmUpCapMs);
  // Longer windows agree after fewer of them: of four times the length, half as many.
  const { quick } = efforts;
  const beyondMs =
    unsteadiness * (quick.warmUpCapMs - quick.warmUpMinMs) * Math.sqrt(effort.warmUpMinMs / quick.warmUpMinMs);
  const warmUpMs = Math.min(effort.warmUpCapMs, least + beyondMs);
  // The last batch exceeds the target by half its length on average.
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

/** The expected duration of a trial in ms. */
export interface TrialDuration {
  readonly ms: number;
  /** Time that the cell takes once: downloading libraries, and running second decoders. */
  readonly onceMs: number;
}

const storageMBps = 400;
/** Time to open a private file. */
const storageMs = 15;
/** A look-up decodes a batch of rows if the format has batches, else one record: its share of the time to decode everything. */
const lookupShare = 0.15;
/** Look-ups that are checked before timing (`checkedLookups` in workers/engine/prepare-operation.ts): 8, or 2 that take longer than 100 ms. */
const checkedLookupsMs = (callMs: number): number => Math.max(2 * callMs, Math.min(8 * callMs, 100));
const warmLookupMs = 0.01;
/** Reading one column costs its share of the data, plus a fixed share for reading any part. */
const projectOverheadShare = 0.1;

/**
 * The expected duration of a candidate's trial; 0 if it cannot hold the data, since then no trial runs. `schema` is null if the data have
 * not been read.
 */
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
  if (!can('encode')) return { ms: 0, onceMs: 0 };
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
      // The result is checked by one further call.
      return slowness * cost.decodeColdMs * 0.5 + operationMs(callMs, effort, { unsteadiness });
    },
    lookup: () => {
      const callMs = Math.max(warmLookupMs, decodeMs * lookupShare);
      return slowness * cost.decodeColdMs + checkedLookupsMs(callMs) + operationMs(callMs, effort, { unsteadiness });
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
    onceMs: slowness * cost.onceMs,
  };
}

/** The expected time of a warm call that encodes, in ms; 0 if the candidate cannot hold the data. */
export function encodeCallMs(
  candidate: Candidate,
  { schema, dataBytes }: { readonly schema: DatasetSchema | null; readonly dataBytes: number },
  { costs, slowness }: Machine,
  fallback: { readonly encodeMs: number; readonly decodeMs: number },
): number {
  return slowness * (costs?.of(candidate, schema, dataBytes) ?? unknownCost(fallback, dataBytes)).encodeMs;
}

/** Costs of a candidate that the table does not contain: call times from the metadata, the rest as for most candidates. */
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
    onceMs: 40,
  };
}
