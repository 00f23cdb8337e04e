import type { TrialOperation, TrialRequest, TrialResult, UserFileOpening } from '../model/protocol/measure';
import { isFileSet, type UserData } from '../model/user-data';
import { measureOperation } from './measure-operation';
import { type OwnFileSpec, readOwn } from './read-own';
import { resultDigest } from './sink';
import type { TrialContext } from './trial-context';
import { findDifference } from './verification';
import { verificationFailure } from './verification-failure';
import { fromCanonical } from '../model/read-canonical';

/**
 * Runs a trial that reads the user's file with the reader that opened it (rule 27). It reads everything: its decoding is timed, and neither single columns
 * nor look-ups.
 * @throws FormatlabError if the reader fails, or gives other data than were measured
 */
export async function readerTrial(
  request: TrialRequest,
  opening: UserFileOpening,
  { clock, onStage }: TrialContext,
): Promise<TrialResult> {
  onStage('load');
  const setUpStart = clock.now();
  const file = await inMemory(opening.data);
  const plain = asOpened(opening);
  const setUpMs = clock.now() - setUpStart;
  const read = async () => (await readOwn(plain, file, true)).dataset;
  onStage('decode');
  const start = clock.now();
  const first = await read();
  const coldMs = clock.now() - start;
  if (request.verifiedSha256 === null) {
    onStage('verify');
    const dataset = fromCanonical(await request.dataset.arrayBuffer());
    const { sha256, dataBytes } = request;
    const difference = await findDifference({ dataset, sha256, dataBytes }, first, []);
    if (difference !== null)
      throw verificationFailure(
        request,
        'verify',
        `The file now gives other data than when it was opened. ${difference}`,
      );
  }
  onStage('decode');
  const { samples, last } = await measureOperation(clock, read, {
    effort: request.effort,
    timerStepMs: request.timerStepMs,
    round: request.round,
    coldMs,
    heartbeat: () => onStage('decode'),
  });
  const decode: TrialOperation = {
    status: 'measured',
    samples,
    // The file's bytes come from a Blob, which the browser may keep in another process.
    clock: ['read', 'decode'],
    wasmCopyInClock: null,
    detail: null,
    itemsPerCall: request.dataBytes,
  };
  const readsAll: TrialOperation = {
    status: 'unsupported',
    reason: 'The reader that opened the file reads all of it.',
  };
  return {
    status: 'measured',
    sizeBytes: file.size,
    // What the reader gave stands for the file, of which a set has no bytes of its own.
    encodedSha256: request.sha256,
    verification: { verifiedBy: 'self', reason: null, loss: [], rejectedBy: [] },
    operations: Object.fromEntries(
      request.operations.map((operation) => [operation, operation === 'decode' ? decode : readsAll]),
    ),
    setUpMs,
    wasmPeakBytes: null,
    sink: resultDigest(first) + resultDigest(last),
  };
}

/** How the user's file is opened again. A sample that is already a file or a set of files of its own is not cut again, and no file of it is left out. */
function asOpened({ spec: { sample, ...whole }, data, isSampleFile }: UserFileOpening): OwnFileSpec {
  const spec = isSampleFile || sample === undefined ? whole : { ...whole, sample };
  if (!isSampleFile || !isFileSet(data) || spec.reading?.leftOutFiles === undefined) return { ...spec, sha256: null };
  const { leftOutFiles: __, ...reading } = spec.reading;
  return { ...spec, sha256: null, reading };
}

/** The data without what the disk takes, as the file of a candidate is. */
async function inMemory(data: UserData): Promise<UserData> {
  if (!isFileSet(data)) return copyOf(data);
  const files = await Promise.all(data.files.map(async ({ path, file }) => ({ path, file: await copyOf(file) })));
  return { ...data, files };
}

const copyOf = async (file: Blob): Promise<Blob> => {
  const bytes = await file.arrayBuffer();
  return file instanceof File ? new File([bytes], file.name) : new Blob([bytes]);
};
