import { type ClockScope, clockScopes, formatOperation } from '../model/entry';
import type { Stage } from '../model/errors';
import type { Operation } from '../model/plan';
import type { TrialOperation } from '../model/protocol/measure';
import { runAtStage, type CandidateSession } from './candidate-session';
import { measureOperation } from './measure-operation';
import { type OperationTrial, prepareOperation } from './prepare-operation';
import { privateFilesUnsupported } from './private-file';
import { resultDigest } from './sink';
import { verificationFailure } from './verification-failure';

export const stageOfOperation: Record<Operation, Stage> = {
  encode: 'encode',
  decode: 'decode',
  project: 'project',
  lookup: 'lookup',
  warmLookup: 'lookup',
  store: 'store',
  load: 'retrieve',
};
/** The clock scopes of each operation itself, besides those in the format's metadata. */
const ownScopes: Record<Operation, readonly ClockScope[]> = {
  encode: ['encode'],
  decode: ['decode'],
  project: ['decode'],
  lookup: ['decode'],
  warmLookup: [],
  store: ['encode', 'write'],
  load: ['read', 'decode'],
};
interface OperationOutcome {
  readonly result: TrialOperation;
  readonly sink: number;
}

export async function operationTrial(operation: Operation, trial: OperationTrial): Promise<OperationOutcome> {
  const { request, context, session } = trial;
  const reason =
    trial.unsupported ?? (operation === 'store' || operation === 'load' ? privateFilesUnsupported() : null);
  if (reason !== null) return { result: { status: 'unsupported', reason }, sink: 0 };
  const prepared = await runAtStage(stageOfOperation[operation], request.candidate, () =>
    prepareOperation(operation, trial),
  );
  if (typeof prepared === 'string') return { result: { status: 'unsupported', reason: prepared }, sink: 0 };
  try {
    const { samples, last } = await runAtStage(stageOfOperation[operation], request.candidate, () =>
      measureOperation(context.clock, prepared.call, {
        effort: request.effort,
        timerStepMs: request.timerStepMs,
        round: request.round,
        ...(trial.coldMs === undefined ? {} : { coldMs: trial.coldMs }),
        heartbeat: () => context.onStage(stageOfOperation[operation]),
      }),
    );
    if (
      operation === 'encode' &&
      !(last instanceof Uint8Array && Math.abs(last.length - trial.file.length) <= trial.file.length / 100)
    ) {
      throw verificationFailure(
        request,
        'encode',
        `The timed calls returned ${last instanceof Uint8Array ? last.length : 'no'} bytes, but the verified call ${trial.file.length}.`,
      );
    }
    const meta = session.format.implementation;
    const included = new Set<ClockScope>([...(meta.clock[formatOperation[operation]] ?? []), ...ownScopes[operation]]);
    return {
      result: {
        status: 'measured',
        samples,
        clock: clockScopes.filter((scope) => included.has(scope)),
        wasmCopyInClock:
          session.formatSession.lastCallCopied?.() ?? meta.wasmCopyInClock ?? codecCopyInClock(operation, session),
        detail: prepared.detail,
        itemsPerCall: prepared.itemsPerCall,
      },
      sink: resultDigest(last),
    };
  } finally {
    await prepared.close?.();
  }
}

/** True if the clock includes the copy of the codec's input into its WASM memory; null without a WASM codec. Results are read in place. */
function codecCopyInClock(
  operation: Operation,
  { fileCodec, fileRoom, encodedInPlace }: CandidateSession,
): boolean | null {
  if (fileCodec?.entry.implementation.wasm !== true) return null;
  switch (operation) {
    case 'encode':
    case 'store':
      return !encodedInPlace();
    case 'decode':
    case 'project':
    case 'load':
      return fileRoom === null;
    case 'lookup':
    case 'warmLookup':
      return false;
  }
}
