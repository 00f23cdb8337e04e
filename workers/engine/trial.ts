import { fromCanonical, toCanonical } from '../model/canonical';
import { type ChangedValues, changedValues } from '../model/changed-values';
import { type Dataset, itemCount, schemaOf } from '../model/dataset';
import { type ClockScope, clockScopes, formatOperation, type LookupCache, unsupportedReason } from '../model/entry';
import { FormatlabError, type Stage, toErrorRecord } from '../model/errors';
import { lookupDetail, missingColumn, missingKeys } from '../model/operation-choices';
import { innerCodec, type Operation } from '../model/plan';
import type { AskingReader, MeasuredTrial, TrialOperation, TrialRequest, TrialResult } from '../model/protocol/measure';
import type { Verification } from '../model/result';
import { atStage, type CandidateSession, openCandidate } from './candidate-session';
import type { Clock } from './clock';
import { expectedLookup, hasLookupKey, lookupKeysOf, sameLookup } from './lookup-keys';
import { measureOperation } from './measure-operation';
import { openPrivateFile, privateFilesUnsupported } from './private-file';
import { findFormat, type MeasuringRegistry } from './registry';
import { sampleSource } from './sample-dataset';
import { sha256Of } from './sha256';
import { sinkOf } from './sink';
import { type Call, isPromise } from './timed-calls';
import type { Source } from './source';
import { differenceOf, verifyBySecondDecoders } from './verification';

const stageOf: Record<Operation, Stage> = {
  encode: 'encode',
  decode: 'decode',
  project: 'project',
  lookup: 'lookup',
  warmLookup: 'lookup',
  store: 'store',
  load: 'retrieve',
};
/** The operation itself, beside what the format's metadata says of its clock. */
const ownScopes: Record<Operation, readonly ClockScope[]> = {
  encode: ['encode'],
  decode: ['decode'],
  project: ['decode'],
  lookup: ['decode'],
  warmLookup: [],
  store: ['encode', 'write'],
  load: ['read', 'decode'],
};
/** Look-ups that are compared with the source before any is timed. */
const checkedLookups = 8;

export interface TrialContext {
  readonly registry: MeasuringRegistry;
  readonly clock: Clock;
  /** Told at every change of stage and, between calls, that the work goes on. */
  readonly onStage: (stage: Stage) => void;
  /** Told before each second decoder that is asked when everything is measured. */
  readonly onAsking?: (asking: AskingReader) => void;
}

/** One trial of one cell: everything that a fresh measuring worker does. Throws where the cell fails. */
export async function runTrial(request: TrialRequest, context: TrialContext): Promise<TrialResult> {
  const { candidate } = request;
  const { registry, clock, onStage, onAsking } = context;
  onStage('load');
  const whole = fromCanonical(await atStage('load', candidate, () => request.dataset.arrayBuffer()));
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
  const session = await atStage('setUp', candidate, () =>
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
    const file = await atStage('encode', candidate, async () => {
      const made = session.encode(dataset);
      return isPromise(made) ? await made : made;
    });
    // The dictionary, where there is one, was trained by that first call.
    const coldMs: Partial<Record<Operation, number>> = {
      encode: Math.max(0, clock.now() - encodeStart - (session.fileCodec?.trained()?.trainingMs ?? 0)),
    };

    const heartbeat = () => onStage('verify');
    heartbeat();
    const encodedSha256 = await sha256Of([file]);
    const counts = session.fileCodec === null ? session.formatSession.countsOf?.(file) : undefined;
    let verification: Verification | null = null;
    let changed: ChangedValues | null = null;
    if (unsupported('decode') === null && session.fileCodec?.entry.implementation.decompresses !== false) {
      onStage('decode');
      const self = await verifySelf(session, file, source, request, clock);
      coldMs.decode = self.coldMs;
      changed = self.changed;
    } else {
      // Nobody but a second decoder can tell whether the file is right: it has to, before anything is timed.
      const asked = await verifyBySecondDecoders(registry, session, file, source, { heartbeat });
      verification = asked.verification;
      // A codec that gives its bytes back says nothing of the format inside it: `unchecked` is null only where both were read.
      if (asked.unchecked !== null)
        throw failure(request, 'verify', verification.rejectedBy[0]?.message ?? verification.reason ?? asked.unchecked);
    }

    let sink = sinkOf(file);
    const operations: Partial<Record<Operation, TrialOperation>> = {};
    for (const operation of request.operations) {
      onStage(stageOf[operation]);
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
          error: toErrorRecord(thrown, { tag: 'internal', stage: stageOf[operation], format: candidate.format }),
        };
      }
    }

    heartbeat();
    const wasmPeakBytes = session.wasmMemoryBytes();
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
      verification: changed === null ? verified : { ...verified, changedValues: changed },
      operations,
      setUpMs,
      wasmPeakBytes,
      sink: Number.isFinite(sink) ? sink : 0,
    });
    // After the clock: the other implementations' libraries and memory must not weigh on what is measured.
    if (verification === null && request.secondDecoders) {
      const onReader = (reader: string, soFar: Verification) => onAsking?.({ reader, result: measured(soFar) });
      verification = (
        await verifyBySecondDecoders(registry, session, file, source, { heartbeat, onReader, bounded: true })
      ).verification;
    }
    return measured(
      verification ?? {
        verifiedBy: 'self',
        reason: null,
        loss: [...session.format.implementation.loss(schema, session.context.options)],
        rejectedBy: [],
      },
    );
  } finally {
    session.close();
  }
}

/** A trial of what makes no file: `encode` stands for the conversion, and everything else says why it can't be. */
async function conversionTrial(
  session: CandidateSession,
  source: Source,
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
      reason: `${session.format.format.label} makes no bytes that a codec could compress.`,
    };
  context.onStage('encode');
  const start = context.clock.now();
  const converted = await atStage('encode', candidate, async () => await session.convert(source.dataset));
  const coldMs = context.clock.now() - start;
  const difference = await atStage('verify', candidate, () => differenceOf(source, converted, [session.formatModule]));
  if (difference !== null) throw failure(request, 'verify', `The conversion does not give what went in. ${difference}`);
  const operations: Partial<Record<Operation, TrialOperation>> = {};
  let sink = sinkOf(converted);
  for (const operation of request.operations) {
    const reason =
      unsupportedReason(implementation, formatOperation[operation], schemaOf(source.dataset), options) ??
      (operation === 'encode' ? null : 'It makes no file.');
    if (reason !== null) {
      operations[operation] = { status: 'unsupported', reason };
      continue;
    }
    const { samples, last } = await atStage('encode', candidate, () =>
      measureOperation(context.clock, () => session.convert(source.dataset), {
        effort: request.effort,
        timerStepMs: request.timerStepMs,
        round: request.round,
        coldMs,
        heartbeat: () => context.onStage('encode'),
      }),
    );
    sink += sinkOf(last);
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

function failure(request: TrialRequest, stage: Stage, message: string): FormatlabError {
  const codec = request.candidate.codec === null ? {} : { codec: request.candidate.codec.id };
  return new FormatlabError({
    tag: 'verificationFailed',
    stage,
    message: message.slice(0, 2_000),
    format: request.candidate.format,
    ...codec,
  });
}

/** The implementation's own round trip (rule 11): the time of the decode, the first in this worker, and how much of what went in it changed, where it declares a loss. */
async function verifySelf(
  session: CandidateSession,
  file: Uint8Array<ArrayBuffer>,
  source: Source,
  request: TrialRequest,
  clock: Clock,
): Promise<{ readonly coldMs: number; readonly changed: ChangedValues | null }> {
  const placed = placeFile(session, file);
  const start = clock.now();
  const decoded = await atStage('decode', request.candidate, async () => {
    const made = session.decode(placed());
    return isPromise(made) ? await made : made;
  });
  const coldMs = clock.now() - start;
  const difference = await atStage('verify', request.candidate, () =>
    differenceOf(source, decoded, [session.formatModule]),
  );
  if (difference !== null)
    throw failure(request, 'verify', `Decoding does not give back what was encoded. ${difference}`);
  const isLossless = session.formatModule.forget === undefined;
  return { coldMs, changed: isLossless ? null : changedValues(source.dataset, decoded) };
}

interface OperationTrial {
  readonly request: TrialRequest;
  readonly context: TrialContext;
  readonly session: CandidateSession;
  readonly source: Source;
  readonly file: Uint8Array<ArrayBuffer>;
  readonly coldMs: number | undefined;
  readonly unsupported: string | null;
  /** Whether only a sample of the dataset is measured. */
  readonly sampled: boolean;
}

interface OperationOutcome {
  readonly result: TrialOperation;
  readonly sink: number;
}

/** What is called, and what has to be done after it was. */
interface Prepared {
  readonly call: Call;
  readonly detail: string | null;
  readonly itemsPerCall: number;
  readonly close?: () => Promise<void> | void;
}

async function operationTrial(operation: Operation, trial: OperationTrial): Promise<OperationOutcome> {
  const { request, context, session } = trial;
  const reason =
    trial.unsupported ?? (operation === 'store' || operation === 'load' ? privateFilesUnsupported() : null);
  if (reason !== null) return { result: { status: 'unsupported', reason }, sink: 0 };
  const prepared = await atStage(stageOf[operation], request.candidate, () => prepare(operation, trial));
  if (typeof prepared === 'string') return { result: { status: 'unsupported', reason: prepared }, sink: 0 };
  try {
    const { samples, last } = await atStage(stageOf[operation], request.candidate, () =>
      measureOperation(context.clock, prepared.call, {
        effort: request.effort,
        timerStepMs: request.timerStepMs,
        round: request.round,
        ...(trial.coldMs === undefined ? {} : { coldMs: trial.coldMs }),
        heartbeat: () => context.onStage(stageOf[operation]),
      }),
    );
    if (
      operation === 'encode' &&
      !(last instanceof Uint8Array && Math.abs(last.length - trial.file.length) <= trial.file.length / 100)
    ) {
      throw failure(
        request,
        'encode',
        `The timed calls gave ${last instanceof Uint8Array ? last.length : 'no'} bytes where the verified one gave ${trial.file.length}.`,
      );
    }
    const meta = session.format.implementation;
    const included = new Set<ClockScope>([...(meta.clock[formatOperation[operation]] ?? []), ...ownScopes[operation]]);
    return {
      result: {
        status: 'measured',
        samples,
        clock: clockScopes.filter((scope) => included.has(scope)),
        wasmCopyInClock: meta.wasmCopyInClock ?? codecCopyInClock(operation, session),
        detail: prepared.detail,
        itemsPerCall: prepared.itemsPerCall,
      },
      sink: sinkOf(last),
    };
  } finally {
    await prepared.close?.();
  }
}

/** Whether the clock includes copying the codec's input into its WASM memory; null where it has none. What comes out is used where it lies. */
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

/** The file where decoding reads it in place, where there is such a place, as a file that a native program has read lies in its memory: put there now, and to be asked for before each call. */
function placeFile({ fileRoom }: CandidateSession, file: Uint8Array<ArrayBuffer>): () => Uint8Array<ArrayBuffer> {
  if (fileRoom === null) return () => file;
  fileRoom(file.length).set(file);
  return () => fileRoom(file.length);
}

/** What the codec's calls work on, where it is not the whole file; null where it is. */
function blockDetail({ fileCodec }: CandidateSession): string | null {
  if (fileCodec === null || fileCodec.blockBytes === null) return null;
  const blocks = `blocks of ${fileCodec.blockBytes.toLocaleString('en')} bytes`;
  const trained = fileCodec.trained();
  if (trained === null) return blocks;
  const { bytes, sampleBytes, trainingMs } = trained;
  return `${blocks}, dictionary of ${bytes.length.toLocaleString('en')} bytes (trained in ${trainingMs.toFixed(0)} ms from ${sampleBytes.toLocaleString('en')} bytes, before the clock)`;
}

/** Makes an operation ready and checks, outside the clock, that it gives what it should. A string says why it can't be measured. */
async function prepare(operation: Operation, trial: OperationTrial): Promise<Prepared | string> {
  const { session, source, file, request } = trial;
  switch (operation) {
    case 'encode':
      return {
        call: () => session.encodeView(source.dataset),
        detail: blockDetail(session),
        itemsPerCall: source.dataBytes,
      };
    case 'decode': {
      const placed = placeFile(session, file);
      return { call: () => session.decode(placed()), detail: blockDetail(session), itemsPerCall: source.dataBytes };
    }
    case 'project':
      return prepareProject(trial);
    case 'lookup':
      return prepareLookup(trial, 'none');
    case 'warmLookup':
      return prepareLookup(trial, 'all');
    case 'store':
    case 'load': {
      const scratch = await openPrivateFile(request.scratchName);
      const close = () => scratch.close();
      if (operation === 'store') {
        const store = (bytes: Uint8Array<ArrayBuffer>) => {
          scratch.write(bytes);
          return bytes;
        };
        return {
          call: () => {
            const bytes = session.encodeView(source.dataset);
            return isPromise(bytes) ? bytes.then((made) => store(made as Uint8Array<ArrayBuffer>)) : store(bytes);
          },
          detail: blockDetail(session),
          itemsPerCall: source.dataBytes,
          close,
        };
      }
      scratch.write(file);
      return {
        call: () => session.decode(scratch.read(session.fileRoom ?? undefined)),
        detail: blockDetail(session),
        itemsPerCall: source.dataBytes,
        close,
      };
    }
  }
}

async function prepareProject({ session, source, file, request }: OperationTrial): Promise<Prepared | string> {
  if (source.dataset.kind !== 'table' || source.dataset.columns.length === 0) return 'Only a table has columns.';
  const { columns } = source.dataset;
  const wanted = request.projectColumn ?? 0;
  const column = typeof wanted === 'number' ? columns[wanted] : columns.find(({ name }) => name === wanted);
  if (column === undefined)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'project',
      message: missingColumn(
        wanted,
        columns.map(({ name }) => name),
      ),
    });
  const placed = placeFile(session, file);
  const projected = await session.project(placed(), column.name);
  const expected: Dataset = { kind: 'table', rowCount: source.dataset.rowCount, columns: [column] };
  const canonical = toCanonical(expected);
  const difference = await differenceOf(
    { dataset: expected, sha256: await sha256Of(canonical.parts), dataBytes: canonical.dataBytes },
    projected,
    [session.formatModule],
  );
  if (difference !== null)
    throw failure(request, 'project', `Reading one column does not give what was written. ${difference}`);
  return {
    call: () => session.project(placed(), column.name),
    detail: column.name.slice(0, 1_000),
    itemsPerCall: canonical.dataBytes,
  };
}

async function prepareLookup(trial: OperationTrial, cache: LookupCache): Promise<Prepared | string> {
  const { session, source, file, request } = trial;
  const kept = session.formatModule.forget?.(source.dataset) ?? source.dataset;
  const keys = lookupKeysOf(kept, request.seed, request.lookupKeys);
  if (keys.length === 0)
    return itemCount(source.dataset) === 0
      ? 'There is nothing in it to look up.'
      : 'Only tables, dictionaries and records can be looked up by row or key.';
  const given = request.lookupKeys?.choice === 'given';
  const missing = given ? keys.filter((key) => !hasLookupKey(kept, key)) : [];
  if (missing.length > 0) {
    if (trial.sampled)
      return 'It is measured on a sample of the data, which does not hold all that was chosen to be looked up.';
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'lookup',
      message: missingKeys(missing.map(String), kept.kind, itemCount(kept)),
    });
  }
  const lookup = await session.openLookup(file, cache);
  for (const key of keys.slice(0, checkedLookups)) {
    const found = await lookup.get(key);
    const expected = expectedLookup(kept, key);
    if (expected === null || !sameLookup(expected, found))
      throw failure(request, 'lookup', `Looking up ${String(key)} does not give what was written.`);
  }
  let next = 0;
  return {
    call: () => {
      const key = keys[next] ?? 0;
      next = next + 1 === keys.length ? 0 : next + 1;
      return lookup.get(key);
    },
    detail: lookupDetail(request.lookupKeys, kept.kind),
    itemsPerCall: 1,
    close: () => lookup.close?.(),
  };
}
