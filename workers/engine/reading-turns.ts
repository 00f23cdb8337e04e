import { toCanonical } from '../model/canonical';
import { schemaOf } from '../model/dataset';
import { FormatlabError, toErrorRecord } from '../model/errors';
import { efforts } from '../model/plan';
import type { KnownReader, ReadingArm, ReadingTurns, ReadingTurnsRequest } from '../model/protocol/reading-turns';
import { smallestValue } from '../model/statistics/samples';
import { checkCandidate } from '../registry/check-plan';
import { callsPerSample, sampleTargetMs } from './batching';
import { openCandidate } from './candidate-session';
import { type Clock, measureTimerStepMs } from './clock';
import { placeFileInMemory } from './prepare-operation';
import { readOwn } from './read-own';
import type { MeasuringRegistry } from './registry';
import { sha256Of } from './sha256';
import { resultDigest } from './sink';
import type { VerificationSource } from './source';
import { isPromise, type TimedCall, timeCalls } from './timed-calls';
import { userFileReaders } from './user-file-decoder';
import { findDifference } from './verification';
import { warmUp } from './warm-up';

/** What is called in turns. */
interface TurnsArm {
  /** Puts the file where the call reads it. Runs outside every clock, since another arm may have used the same memory. */
  readonly place: () => void;
  readonly call: TimedCall;
}

interface TurnsContext {
  readonly clock: Clock;
  /** Called between calls. */
  readonly onBeat: () => void;
}

/**
 * The least time of a sample, in milliseconds. It is shorter than that of rule 2, since the best sample of a round counts: of short ones, some are not
 * interrupted also where other programs take the cores. The timer’s step is at most 1 % of it, as there.
 */
const sampleMs = 1;
/** The least number of turns. It is even, so that each pair of arms is read in both orders equally often. */
const turnsMin = 16;
/** The least time of an arm’s samples in a round, in milliseconds. */
const armMs = 240;
/** No turn is started after this multiple of the time, if there were two. */
const capFactor = 3;

/**
 * Reads files in turns, in one worker: what slows the worker slows them alike, so that a round’s quotient varies much less than that of two workers
 * (duet benchmarking: [Bulej et al. 2020](https://doi.org/10.1145/3358960.3379132)).
 * @throws FormatlabError if nothing reads one of the files
 */
export async function readInTurns(
  { arms, round }: ReadingTurnsRequest,
  registry: MeasuringRegistry,
  context: TurnsContext,
): Promise<ReadingTurns> {
  const opened: OpenedArm[] = [];
  try {
    for (const arm of arms) {
      opened.push(await openArm(arm, registry, context.clock));
      context.onBeat();
    }
    const timerStepMs = measureTimerStepMs(context.clock);
    return { ...(await takeTurns(opened, round, timerStepMs, context)), readers: opened.map(({ known }) => known) };
  } finally {
    for (const { close } of opened) close();
  }
}

/**
 * Warms each arm up, and calls them in turns. A sample of each has as many calls as those of the others. The order is reversed in each second turn, and the
 * first of them changes.
 * @returns milliseconds for each call, for each arm and turn
 */
export async function takeTurns(
  arms: readonly TurnsArm[],
  round: number,
  timerStepMs: number,
  { clock, onBeat }: TurnsContext,
): Promise<Omit<ReadingTurns, 'readers'>> {
  const targetMs = sampleTargetMs(timerStepMs, sampleMs);
  const { warmUpMinMs: minMs, warmUpMinCalls: minCalls, warmUpCapMs: capMs } = efforts.quick;
  let calls = 1;
  for (const { place, call } of arms) {
    place();
    const { fastestCallMs } = await warmUp(clock, call, { minMs, minCalls, capMs, targetMs }, { heartbeat: onBeat });
    calls = Math.max(calls, callsPerSample(fastestCallMs, targetMs));
  }
  const samplesMs: number[][] = arms.map(() => []);
  let passedMs = 0;
  let sink = 0;
  for (let turn = 0; isWanted(turn, passedMs / arms.length); turn += 1) {
    for (const index of orderOf(arms.length, round, turn)) {
      const arm = arms[index];
      if (arm === undefined) continue;
      arm.place();
      const timed = timeCalls(clock, arm.call, calls);
      const { elapsedMs, last } = isPromise(timed) ? await timed : timed;
      samplesMs[index]?.push(elapsedMs / calls);
      passedMs += elapsedMs;
      sink += resultDigest(last);
      onBeat();
    }
  }
  return { samplesMs, sink: Number.isFinite(sink) ? sink : 0 };
}

function isWanted(turn: number, passedMs: number): boolean {
  if (turn % 2 === 1 || turn < 2) return true;
  return passedMs < capFactor * armMs && (turn < turnsMin || passedMs < armMs);
}

/** The order of the arms in a turn. */
function orderOf(arms: number, round: number, turn: number): number[] {
  const first = round + Math.floor(turn / 2);
  const order = Array.from({ length: arms }, (_, index) => (first + index) % arms);
  return turn % 2 === 0 ? order : order.reverse();
}

const burnedSteps = 2 ** 16;
let kept = 1;

/** Xorshift32 (Marsaglia 2003): integers alone, so that neither memory nor the allocator affects its time. */
function burn(steps: number): void {
  let state = kept | 1;
  for (let step = 0; step < steps; step += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  kept = state;
}

/** Adds a loop of a fixed number of steps to the call. Alone, the loop takes `loopMs` milliseconds. */
function withLoop(call: TimedCall, loopMs: number, clock: Clock): TimedCall {
  if (loopMs === 0) return call;
  const times = Array.from({ length: 64 }, () => {
    const start = clock.now();
    burn(burnedSteps);
    return clock.now() - start;
  });
  const steps = Math.max(1, Math.round((loopMs / smallestValue(times)) * burnedSteps));
  const finished = (made: unknown) => {
    burn(steps);
    return made;
  };
  return () => {
    const made = call();
    return isPromise(made) ? made.then(finished) : finished(made);
  };
}

interface OpenedArm extends TurnsArm {
  readonly known: KnownReader;
  readonly close: () => void;
}

async function openArm(arm: ReadingArm, registry: MeasuringRegistry, clock: Clock): Promise<OpenedArm> {
  if (arm.known !== null) return openReader(arm, arm.known, registry, clock);
  const { dataset, report, packing, fileCount } = await readOwn(arm.spec, arm.file);
  const { parts, dataBytes } = toCanonical(dataset);
  const source = { dataset, dataBytes, sha256: await sha256Of(parts) };
  const file = { type: report.type, packing, isOneFile: fileCount === null, isSampleFile: false };
  let failure: unknown = new FormatlabError({
    tag: 'unsupported',
    stage: 'decode',
    message: `No decoder reads ${arm.file.name}, so that its time can’t be measured.`,
    remedy: 'Check a file of another type.',
  });
  for (const reader of userFileReaders(file, report.candidate)) {
    try {
      const known = { reader, schema: schemaOf(dataset), dataBytes };
      const opened = await openReader(arm, known, registry, clock);
      if (await givesData(opened, source)) return opened;
      opened.close();
    } catch (thrown) {
      failure = thrown;
    }
  }
  throw new FormatlabError(toErrorRecord(failure, { tag: 'decodeFailed', stage: 'decode' }), { cause: failure });
}

async function givesData({ place, call }: OpenedArm, source: VerificationSource): Promise<boolean> {
  place();
  return (await findDifference(source, (await call()) as VerificationSource['dataset'], [])) === null;
}

async function openReader(
  { file, spec, loopMs }: ReadingArm,
  known: KnownReader,
  registry: MeasuringRegistry,
  clock: Clock,
): Promise<OpenedArm> {
  const { reader, schema, dataBytes } = known;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (reader.by === 'opener') {
    // In memory, as the files of decoders are.
    const copy = new File([bytes], file.name);
    const call = async () => (await readOwn({ ...spec, sha256: null }, copy, true)).dataset;
    return { known, place: () => undefined, call: withLoop(call, loopMs, clock), close: () => undefined };
  }
  const session = await openCandidate(registry, checkCandidate(reader.candidate), schema, dataBytes, clock);
  let placed = () => bytes;
  return {
    known,
    place: () => {
      placed = placeFileInMemory(session, bytes);
    },
    call: withLoop(() => session.decode(placed()), loopMs, clock),
    close: () => session.close(),
  };
}
