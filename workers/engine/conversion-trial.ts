import { schemaOf } from '../model/dataset';
import { type ClockScope, clockScopes, formatOperation } from '../model/entry';
import { unsupportedReason } from '../model/unsupported-reason';
import type { Operation } from '../model/plan';
import type { TrialOperation, TrialRequest, TrialResult } from '../model/protocol/measure';
import { runAtStage, type CandidateSession } from './candidate-session';
import { measureOperation } from './measure-operation';
import { resultDigest } from './sink';
import type { VerificationSource } from './source';
import type { TrialContext } from './trial-context';
import { findDifference } from './verification';
import { verificationFailure } from './verification-failure';

/** Runs a trial of a format that makes no file. `encode` measures the conversion; every other operation reports why it is unsupported. */
export async function conversionTrial(
  session: CandidateSession,
  source: VerificationSource,
  setUpMs: number,
  request: TrialRequest,
  context: TrialContext,
): Promise<TrialResult> {
  const { candidate } = request;
  const { implementation } = session.format;
  const options = { options: candidate.options, innerCodec: null };
  if (session.fileCodec !== null)
    return {
      status: 'unsupported',
      reason: `${session.format.format.label} makes no file that a codec could compress.`,
    };
  context.onStage('encode');
  const start = context.clock.now();
  const converted = await runAtStage('encode', candidate, async () => await session.convert(source.dataset));
  const coldMs = context.clock.now() - start;
  const difference = await runAtStage('verify', candidate, () =>
    findDifference(source, converted, [session.formatModule]),
  );
  if (difference !== null)
    throw verificationFailure(request, 'verify', `The conversion changes the data. ${difference}`);
  const operations: Partial<Record<Operation, TrialOperation>> = {};
  let sink = resultDigest(converted);
  for (const operation of request.operations) {
    const reason =
      unsupportedReason(implementation, formatOperation[operation], schemaOf(source.dataset), options) ??
      (operation === 'encode' ? null : 'It makes no file.');
    if (reason !== null) {
      operations[operation] = { status: 'unsupported', reason };
      continue;
    }
    const { samples, last } = await runAtStage('encode', candidate, () =>
      measureOperation(context.clock, () => session.convert(source.dataset), {
        effort: request.effort,
        timerStepMs: request.timerStepMs,
        round: request.round,
        coldMs,
        heartbeat: () => context.onStage('encode'),
      }),
    );
    sink += resultDigest(last);
    const included = new Set<ClockScope>(implementation.clock.encode ?? []);
    operations[operation] = {
      status: 'measured',
      samples,
      clock: clockScopes.filter((scope) => included.has(scope)),
      wasmCopyInClock: null,
      detail: 'the conversion, to objects and back',
      itemsPerCall: source.dataBytes,
    };
  }
  return {
    status: 'measured',
    sizeBytes: null,
    encodedSha256: null,
    verification: {
      verifiedBy: 'self',
      reason: 'No file is made that another implementation could read.',
      loss: [...implementation.loss(schemaOf(source.dataset), session.context.options)],
      rejectedBy: [],
    },
    operations,
    setUpMs,
    wasmPeakBytes: null,
    sink: Number.isFinite(sink) ? sink : 0,
  };
}
