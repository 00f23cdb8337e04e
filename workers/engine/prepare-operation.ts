import { toCanonical } from '../model/canonical';
import { type Dataset, itemCount } from '../model/dataset';
import type { LookupCache } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { lookupDetail, missingColumnMessage, missingKeysMessage, wantedColumnIndex } from '../model/operation-choices';
import type { Operation } from '../model/plan';
import type { TrialRequest } from '../model/protocol/measure';
import type { CandidateSession } from './candidate-session';
import { expectedLookup, hasLookupKey, lookupKeysOf, sameLookup } from './lookup-keys';
import { openPrivateFile } from './private-file';
import { sha256Of } from './sha256';
import type { VerificationSource } from './source';
import { type TimedCall, isPromise } from './timed-calls';
import type { TrialContext } from './trial-context';
import { findDifference } from './verification';
import { verificationFailure } from './verification-failure';

/** Look-ups that are compared with the source before timing: fewer where they are slow, since each takes the time of a call. */
const checkedLookups = { least: 2, most: 8, ms: 100 };

export interface OperationTrial {
  readonly request: TrialRequest;
  readonly context: TrialContext;
  readonly session: CandidateSession;
  readonly source: VerificationSource;
  readonly file: Uint8Array<ArrayBuffer>;
  readonly coldMs: number | undefined;
  readonly unsupported: string | null;
  /** True if only a sample of the dataset is measured. */
  readonly sampled: boolean;
}

/** The call to measure, and the clean-up after it. */
interface PreparedOperation {
  readonly call: TimedCall;
  readonly detail: string | null;
  readonly itemsPerCall: number;
  readonly close?: () => Promise<void> | void;
}

/**
 * Places the file where decoding reads it in place, if there is such a place, just as a native program has its file in memory. Returns a
 * function that gives the file before each call.
 */
export function placeFileInMemory(
  { fileRoom }: CandidateSession,
  file: Uint8Array<ArrayBuffer>,
): () => Uint8Array<ArrayBuffer> {
  if (fileRoom === null) return () => file;
  fileRoom(file.length).set(file);
  return () => fileRoom(file.length);
}

/** Describes the blocks on which the codec works; null if it works on the whole file. */
function blockDetail({ fileCodec }: CandidateSession): string | null {
  if (fileCodec === null || fileCodec.blockBytes === null) return null;
  const blocks = `blocks of ${fileCodec.blockBytes.toLocaleString('en')} bytes`;
  const trained = fileCodec.trained();
  if (trained === null) return blocks;
  const { bytes, sampleBytes, trainingMs } = trained;
  return `${blocks}, dictionary of ${bytes.length.toLocaleString('en')} bytes (trained in ${trainingMs.toFixed(0)} ms from ${sampleBytes.toLocaleString('en')} bytes, before the clock)`;
}

/**
 * Prepares an operation and checks, outside the clock, that its result is correct. Returns a string that says why, if it cannot be
 * measured.
 */
export async function prepareOperation(
  operation: Operation,
  trial: OperationTrial,
): Promise<PreparedOperation | string> {
  const { session, source, file, request } = trial;
  switch (operation) {
    case 'encode':
      session.place(source.dataset);
      return {
        call: () => session.encodeView(source.dataset),
        detail: blockDetail(session),
        itemsPerCall: source.dataBytes,
      };
    case 'decode': {
      const placed = placeFileInMemory(session, file);
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
        session.place(source.dataset);
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

async function prepareProject({ session, source, file, request }: OperationTrial): Promise<PreparedOperation | string> {
  if (source.dataset.kind !== 'table' || source.dataset.columns.length === 0) return 'Only a table has columns.';
  const { columns } = source.dataset;
  const names = columns.map(({ name }) => name);
  const column = columns[wantedColumnIndex(request.projectColumn, names)];
  if (column === undefined)
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'project',
      message: missingColumnMessage(request.projectColumn ?? 0, names),
    });
  const placed = placeFileInMemory(session, file);
  const projected = await session.project(placed(), column.name);
  const expected: Dataset = { kind: 'table', rowCount: source.dataset.rowCount, columns: [column] };
  const canonical = toCanonical(expected);
  const difference = await findDifference(
    { dataset: expected, sha256: await sha256Of(canonical.parts), dataBytes: canonical.dataBytes },
    projected,
    [session.formatModule],
  );
  if (difference !== null)
    throw verificationFailure(
      request,
      'project',
      `Reading one column returns other values than were written. ${difference}`,
    );
  return {
    call: () => session.project(placed(), column.name),
    detail: column.name.slice(0, 1_000),
    itemsPerCall: canonical.dataBytes,
  };
}

async function prepareLookup(trial: OperationTrial, cache: LookupCache): Promise<PreparedOperation | string> {
  const { session, source, file, request } = trial;
  const { clock } = trial.context;
  const kept = session.formatModule.forget?.(source.dataset) ?? source.dataset;
  const keys = lookupKeysOf(kept, request.seed, request.lookupKeys);
  if (keys.length === 0)
    return itemCount(source.dataset) === 0
      ? 'The data has nothing to look up.'
      : 'Only tables, dictionaries and records can be looked up by row or key.';
  const given = request.lookupKeys?.choice === 'given';
  const missing = given ? keys.filter((key) => !hasLookupKey(kept, key)) : [];
  if (missing.length > 0) {
    if (trial.sampled) return 'Only a sample of the data is measured, and it does not contain all chosen rows or keys.';
    throw new FormatlabError({
      tag: 'invalidPlan',
      stage: 'lookup',
      message: missingKeysMessage(missing.map(String), kept.kind, itemCount(kept)),
    });
  }
  const lookup = await session.openLookup(file, cache);
  const checkingStart = clock.now();
  for (const [index, key] of keys.slice(0, checkedLookups.most).entries()) {
    if (index >= checkedLookups.least && clock.now() - checkingStart >= checkedLookups.ms) break;
    const found = await lookup.get(key);
    const expected = expectedLookup(kept, key);
    if (expected === null || !sameLookup(expected, found))
      throw verificationFailure(request, 'lookup', `Looking up ${String(key)} returns another value than was written.`);
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
