import { fromCanonical } from '../model/read-canonical';
import { type ChangedValues, changedValues } from '../model/changed-values';
import { type DatasetSchema, schemaOf } from '../model/dataset';
import { type FileCounts, formatOperation, type FormatSession } from '../model/entry';
import { wantedColumnIndex } from '../model/operation-choices';
import { unsupportedReason } from '../model/unsupported-reason';
import { toErrorRecord } from '../model/errors';
import { innerCodec, type Operation } from '../model/plan';
import type { MeasuredTrial, TrialOperation, TrialRequest, TrialResult } from '../model/protocol/measure';
import { networkCounts } from '../model/remote/network-requests';
import type { Verification } from '../model/result';
import { timesOfParts } from '../model/statistics/sample-parts';
import { smallestValue } from '../model/statistics/samples';
import { remotePartsOf } from '../open-file/remote-parts';
import { runAtStage, type CandidateSession, openCandidate } from './candidate-session';
import type { Clock } from './clock';
import { conversionTrial } from './conversion-trial';
import { operationTrial, stageOfOperation } from './operation-trial';
import { type EncodedParts, encodeParts } from './encode-parts';
import { placeFileInMemory } from './prepare-operation';
import { readerTrial } from './reader-trial';
import { findFormat } from './registry';
import { sampleSource } from './sample-dataset';
import { sha256Of } from './sha256';
import { resultDigest } from './sink';
import type { VerificationSource } from './source';
import { isPromise } from './timed-calls';
import type { TrialContext } from './trial-context';
import { findDifference, verifyBySecondDecoders } from './verification';
import { verificationFailure } from './verification-failure';

const notAskedYet =
  'No other reader has been asked yet. They are asked in the candidate’s fourth round, or in the last one of a run of fewer rounds.';

/**
 * Runs one trial of one cell: all the work of a fresh measuring worker.
 * @throws FormatlabError if the cell fails.
 */
export async function runTrial(request: TrialRequest, context: TrialContext): Promise<TrialResult> {
  if (request.opening !== undefined) return readerTrial(request, request.opening, context);
  const { candidate } = request;
  const { registry, clock, onStage, onFile, onMeasured, onAsking } = context;
  onStage('load');
  const startedMs = clock.now();
  const whole = fromCanonical(await runAtStage('load', candidate, () => request.dataset.arrayBuffer()));
  const schema = schemaOf(whole);
  const items = findFormat(registry, candidate.format, candidate.implementation)?.implementation.sampleItems?.({
    options: candidate.options,
    innerCodec: innerCodec(candidate)?.id ?? null,
  });
  const { source, sample } = await sampleSource(
    { dataset: whole, sha256: request.sha256, dataBytes: request.dataBytes },
    items ?? null,
  );
  const { dataset } = source;

  onStage('setUp');
  const setUpStart = clock.now();
  const session = await runAtStage('setUp', candidate, () =>
    openCandidate(registry, candidate, schema, source.dataBytes, clock),
  );
  const setUpMs = clock.now() - setUpStart;
  try {
    const unsupported = (operation: Operation) =>
      unsupportedReason(session.format.implementation, formatOperation[operation], schema, {
        options: candidate.options,
        innerCodec: session.context.innerCodec?.id ?? null,
      });
    const reason = unsupported('encode');
    if (reason !== null) return { status: 'unsupported', reason };
    if (session.format.implementation.conversion)
      return await conversionTrial(session, source, setUpMs, request, context);

    onStage('encode');
    const encodeStart = clock.now();
    const { userFile } = request;
    const file = await runAtStage('encode', candidate, async () => {
      const made = userFile === undefined ? session.encode(dataset) : userFile.arrayBuffer().then(asBytes);
      return isPromise(made) ? await made : made;
    });
    // The first call has also trained the dictionary, if there is one.
    const writtenMs = clock.now() - startedMs;
    const encodedMs = Math.max(0, clock.now() - encodeStart - (session.fileCodec?.trained()?.trainingMs ?? 0));
    const coldMs: Partial<Record<Operation, number>> = userFile === undefined ? { encode: encodedMs } : {};

    if (userFile === undefined) onFile?.(file.length);
    const heartbeat = () => onStage('verify');
    heartbeat();
    const encodedSha256 = await sha256Of([file]);
    /** True if an earlier trial has verified these bytes. */
    const isVerified = encodedSha256 === request.verifiedSha256;
    let verification: Verification | null = null;
    let changed: ChangedValues | null = null;
    /** True if only parts are asked for, of a file that was verified. */
    const isForParts = isVerified && request.operations.length === 0;
    if (isForParts) verification = unaskedVerification(session, schema);
    else if (unsupported('decode') === null && session.fileCodec?.entry.implementation.decompresses !== false) {
      onStage('decode');
      const self = await verifySelf(session, file, source, { request, clock, isVerified });
      coldMs.decode = self.coldMs;
      changed = self.changed;
    } else {
      // This implementation cannot read its own file. A second decoder must verify it before anything is timed.
      const asked = await verifyBySecondDecoders(registry, session, file, source, { heartbeat });
      verification = asked.verification;
      // A codec that returns its input bytes says nothing about the format inside. `unchecked` is null only if both were verified.
      if (asked.unchecked !== null)
        throw verificationFailure(
          request,
          'verify',
          verification.rejectedBy[0]?.message ?? verification.reason ?? asked.unchecked,
        );
    }

    const columns = schema.kind === 'table' ? schema.columns.map(({ name }) => name) : [];
    const columnIndex = wantedColumnIndex(request.projectColumn, columns);
    // After the first decoding, which is timed as cold. The counts of the first trial are kept.
    const counting =
      session.fileCodec === null && !isVerified ? countsOf(session, candidate.format, file, columnIndex) : undefined;
    // The counts of our own files must succeed. A foreign file keeps its times if it is of a kind that they do not know.
    const counts = await (userFile === undefined ? counting : counting?.catch(() => undefined));
    let sink = resultDigest(file);
    const operations: Partial<Record<Operation, TrialOperation>> = {};
    for (const operation of request.operations) {
      onStage(stageOfOperation[operation]);
      try {
        const measured = await operationTrial(operation, {
          request,
          context,
          session,
          source,
          file,
          coldMs: coldMs[operation],
          unsupported: unsupported(operation),
          sampled: sample !== null,
        });
        operations[operation] = measured.result;
        sink += measured.sink;
      } catch (thrown) {
        operations[operation] = {
          status: 'failed',
          error: toErrorRecord(thrown, {
            tag: 'internal',
            stage: stageOfOperation[operation],
            format: candidate.format,
          }),
        };
      }
    }

    heartbeat();
    const wasmPeakBytes = session.wasmMemoryBytes();
    let parts: EncodedParts | { readonly partsLeftMs: number } | null = null;
    const measured = (verified: Verification): MeasuredTrial => ({
      status: 'measured',
      sizeBytes: file.length,
      encodedSha256,
      ...(counts === undefined ? {} : { counts }),
      ...(sample === null
        ? {}
        : {
            sample: {
              ...sample,
              fixedBytes: session.fileCodec === null ? (session.formatSession.fixedBytesOf?.(file) ?? 0) : 0,
            },
          }),
      ...(parts ?? {}),
      verification: changed === null ? verified : { ...verified, changedValues: changed },
      operations,
      setUpMs,
      wasmPeakBytes,
      sink: Number.isFinite(sink) ? sink : 0,
    });
    const unasked = unaskedVerification(session, schema);
    if (request.partsOf !== undefined) {
      const { partsLimitMs = Number.POSITIVE_INFINITY } = request;
      const partsMs =
        timesOfParts(candidate, dataset.kind, session.format.format) * fastestCallMs(operations.encode, encodedMs);
      if (partsMs > partsLimitMs) parts = { partsLeftMs: writtenMs + partsMs };
      else {
        // After all measurements, which it must not affect: a session knows the size of the file that it encoded last. They count without the parts, too.
        onMeasured?.(measured(verification ?? unasked));
        parts = await encodeParts(session, source, request.partsOf, file, context);
      }
    }
    // Second decoders run after all measurements, so that their libraries and memory do not affect them.
    if (verification === null && request.secondDecoders) {
      const onReader = (reader: string, soFar: Verification) => onAsking?.({ reader, result: measured(soFar) });
      verification = (
        await verifyBySecondDecoders(registry, session, file, source, { heartbeat, onReader, bounded: true })
      ).verification;
    }
    return measured(verification ?? unasked);
  } finally {
    session.close();
  }
}

function unaskedVerification({ format, context }: CandidateSession, schema: DatasetSchema): Verification {
  const loss = [...format.implementation.loss(schema, context.options)];
  return { verifiedBy: 'self', reason: notAskedYet, loss, rejectedBy: [] };
}

/** The fastest sample of a call in milliseconds, or the first call if there is none. */
function fastestCallMs(operation: TrialOperation | undefined, firstMs: number): number {
  if (operation?.status !== 'measured') return firstMs;
  return Math.min(firstMs, smallestValue(operation.samples.samplesMs));
}

const asBytes = (buffer: ArrayBuffer) => new Uint8Array(buffer);

/** What the file contains, and what reading parts of it takes. Undefined if nothing is known of it. */
async function countsOf(
  { formatSession }: CandidateSession,
  format: string,
  file: Uint8Array<ArrayBuffer>,
  columnIndex: number,
): Promise<FileCounts | undefined> {
  const counts = formatSession.countsOf?.(file, columnIndex);
  const network = await networkCountsOf(formatSession, format, file, columnIndex);
  return network === undefined ? counts : { ...counts, ...network };
}

async function networkCountsOf(
  session: FormatSession,
  format: string,
  file: Uint8Array<ArrayBuffer>,
  columnIndex: number,
): Promise<FileCounts | undefined> {
  // Where the parts of a file are known, any library's file has its answer.
  const parts = remotePartsOf(format);
  if (parts !== undefined) return parts.networkCounts(file, columnIndex);
  return session.networkReads === undefined ? undefined : networkCounts(await session.networkReads(file, columnIndex));
}

/**
 * Verifies the implementation's own round trip (rule 11). Returns the time of the decode, the first in this worker, and the number of
 * changed values if the format declares a loss. A file that is verified already is decoded, but not compared again.
 */
async function verifySelf(
  session: CandidateSession,
  file: Uint8Array<ArrayBuffer>,
  source: VerificationSource,
  {
    request,
    clock,
    isVerified,
  }: { readonly request: TrialRequest; readonly clock: Clock; readonly isVerified: boolean },
): Promise<{ readonly coldMs: number; readonly changed: ChangedValues | null }> {
  const placed = placeFileInMemory(session, file);
  const start = clock.now();
  const decoded = await runAtStage('decode', request.candidate, async () => {
    const made = session.decode(placed());
    return isPromise(made) ? await made : made;
  });
  const coldMs = clock.now() - start;
  if (isVerified) return { coldMs, changed: null };
  const difference = await runAtStage('verify', request.candidate, () =>
    findDifference(source, decoded, [session.formatModule]),
  );
  if (difference !== null)
    throw verificationFailure(request, 'verify', `Decoding returns other data than was encoded. ${difference}`);
  const isLossless = session.formatModule.forget === undefined;
  return { coldMs, changed: isLossless ? null : changedValues(source.dataset, decoded) };
}
