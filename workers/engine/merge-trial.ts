import type { ErrorRecord } from '../model/errors';
import type { Operation } from '../model/plan';
import type { MeasuredTrial, TrialOperation, TrialResult } from '../model/protocol/measure';
import type { CellResult, CompletedCell, FileDecode, OperationResult } from '../model/result';
import type { LedgerOutcome } from './supervised-trial';

function asResult(operation: TrialOperation): OperationResult {
  if (operation.status !== 'measured') return operation;
  const { samples, ...rest } = operation;
  return { ...rest, rounds: [samples] };
}

/** An operation that failed in one round counts as failed: the figures of its other rounds are not shown. */
function mergeOperation(before: OperationResult | undefined, tried: TrialOperation): OperationResult {
  if (before === undefined) return asResult(tried);
  if (before.status !== 'measured') return before;
  if (tried.status !== 'measured') return tried;
  return { ...before, rounds: [...before.rounds, tried.samples] };
}

/**
 * Adds another trial's samples to the cell. Size and hash are those of the first trial. So is the verification, until the trial that asks second
 * decoders.
 */
export function mergeTrial(
  before: CompletedCell | null,
  trial: MeasuredTrial,
  place: {
    readonly dataset: number;
    readonly candidate: number;
    readonly discardedRounds: number;
    /** True if the trial asked second decoders. */
    readonly secondDecoders: boolean;
  },
): CompletedCell {
  const entries = Object.entries(trial.operations) as [Operation, TrialOperation][];
  if (before === null) {
    return {
      status: 'completed',
      dataset: place.dataset,
      candidate: place.candidate,
      sizeBytes: trial.sizeBytes,
      encodedSha256: trial.encodedSha256,
      ...(trial.counts === undefined ? {} : { counts: trial.counts }),
      ...(trial.sample === undefined ? {} : { sample: trial.sample }),
      ...partsFoundBy(trial),
      verification: trial.verification,
      operations: Object.fromEntries(entries.map(([name, operation]) => [name, asResult(operation)])),
      setUpMs: trial.setUpMs,
      wasmPeakBytes: trial.wasmPeakBytes,
      discardedRounds: place.discardedRounds,
    };
  }
  const operations = entries.map(([name, operation]): [string, OperationResult] => [
    name,
    mergeOperation(before.operations[name], operation),
  ]);
  return {
    ...before,
    ...partsFoundBy(trial),
    verification: place.secondDecoders ? verifiedBySecondDecoders(before, trial) : before.verification,
    operations: Object.fromEntries(operations),
    setUpMs: Math.min(before.setUpMs, trial.setUpMs),
    wasmPeakBytes:
      trial.wasmPeakBytes === null ? before.wasmPeakBytes : Math.max(before.wasmPeakBytes ?? 0, trial.wasmPeakBytes),
    discardedRounds: place.discardedRounds,
  };
}

/** What the parts of a sample have, if the trial encoded them. */
export const partsFoundBy = ({
  partsBytes,
  brokenBytes,
  wholeBytes,
}: MeasuredTrial): Pick<CompletedCell, 'partsBytes' | 'brokenBytes' | 'wholeBytes'> => ({
  ...(partsBytes === undefined ? {} : { partsBytes }),
  ...(brokenBytes === undefined ? {} : { brokenBytes }),
  ...(wholeBytes === undefined ? {} : { wholeBytes }),
});

/** How a cell ends whose trial has no figures. Null if it has. */
export function endedCell(
  place: { readonly dataset: number; readonly candidate: number },
  outcome: Extract<LedgerOutcome, { type: 'done' | 'failed' | 'timedOut' }>,
): CellResult | null {
  if (outcome.type === 'failed') return { status: 'failed', ...place, error: outcome.error };
  if (outcome.type === 'timedOut')
    return { status: 'timedOut', ...place, stage: outcome.stage, limitMs: outcome.limitMs };
  const { result } = outcome;
  return result.status === 'unsupported' ? { status: 'unsupported', ...place, reason: result.reason } : null;
}

/** What second decoders say of a file, with what the file loses: a trial counts that only if no earlier one has. */
const verifiedBySecondDecoders = (
  { verification: { changedValues } }: CompletedCell,
  { verification }: MeasuredTrial,
): CompletedCell['verification'] => ({ ...(changedValues === undefined ? {} : { changedValues }), ...verification });

/**
 * The user's file after another trial that read it. What goes wrong in the first one says why the file has no time: the file itself has been read
 * already. What goes wrong later ends the trials, and the rounds before it count; but not after a trial that read other data, since then no time is one of
 * reading these data.
 */
export function userFileResult(
  before: FileDecode | undefined,
  reader: string | null,
  outcome:
    | { readonly type: 'done'; readonly result: TrialResult }
    | { readonly type: 'failed'; readonly error: ErrorRecord }
    | { readonly type: 'timedOut' },
): FileDecode {
  const without = (reason: string): FileDecode => ({ reader, result: { status: 'unsupported', reason } });
  const isOther = outcome.type === 'failed' && outcome.error.tag === 'verificationFailed';
  if (before?.result.status === 'measured' && outcome.type !== 'done' && !isOther)
    return { ...before, endedBy: outcome.type };
  if (outcome.type === 'timedOut') return without('reading it took too long.');
  if (outcome.type === 'failed') {
    return without(isOther ? 'reading it again gives other data than were measured.' : 'reading it again failed.');
  }
  if (outcome.result.status === 'unsupported') return without(outcome.result.reason);
  const { operations } = outcome.result;
  // Only the trial that verifies the file counts its requests.
  const counts = outcome.result.counts ?? before?.counts;
  const merged = (earlier: OperationResult | undefined, tried: TrialOperation | undefined) =>
    tried === undefined ? earlier : mergeOperation(earlier, tried);
  const result = merged(before?.result, operations.decode);
  if (result === undefined) return without('the reader reads no file.');
  const project = merged(before?.parts?.project, operations.project);
  const lookup = merged(before?.parts?.lookup, operations.lookup);
  return {
    reader,
    result,
    parts: { ...(project === undefined ? {} : { project }), ...(lookup === undefined ? {} : { lookup }) },
    ...(counts === undefined ? {} : { counts }),
  };
}
