import type { Requests } from '../../figures/network-reads';
import type { CompletedRow } from '../../figures/rows';
import { namedSituations } from '../../view/named-situations';
import { readerIds, type Situation } from '../../view/situation';
import type { Contender } from '../contenders';
import type { CandidateFigures } from '../totals';

export const figures = (over: Partial<CandidateFigures> = {}): CandidateFigures => ({
  sizeBytes: 1_000_000,
  encodeMs: 10,
  decodeMs: 5,
  columnMs: 2,
  lookupMs: 0.01,
  columnRequests: null,
  lookupRequests: null,
  ...over,
});

export const message = namedSituations.message.situation;

export function contender(
  base: CandidateFigures,
  options: { rounds?: number; noise?: (round: number) => number; neverWarm?: Contender['neverWarm'] } = {},
): Contender {
  const { rounds = 8, noise = () => 1, neverWarm = new Set() } = options;
  const best = (ms: number | null) =>
    new Map(Array.from({ length: rounds }, (_, round) => [round, (ms ?? 0) * noise(round)] as const));
  return {
    row: { predicted: null, wholeFile: null } as CompletedRow,
    figures: base,
    roundBestMs: {
      encode: best(base.encodeMs),
      decode: best(base.decodeMs),
      ...(base.columnMs === null ? {} : { project: best(base.columnMs) }),
      ...(base.lookupMs === null ? {} : { lookup: best(base.lookupMs) }),
    },
    neverWarm,
    assumptions: [],
    unknownRequests: {},
  };
}

/** A random situation, in which each part is absent at times. */
export function randomSituation(next: () => number, options: { readonly reader?: boolean } = {}): Situation {
  const often = (max: number) => (next() < 0.3 ? 0 : max ** next());
  const speed = () => (next() < 0.2 ? null : 1e4 * 1e6 ** next());
  return {
    ...message,
    goal: next() < 0.5 ? 'time' : 'money',
    writes: often(1_000),
    reads: often(1_000),
    columnReads: often(1_000),
    lookups: often(1e6),
    uploadBytesPerSecond: speed(),
    downloadBytesPerSecond: speed(),
    latencyMs: often(100),
    pipelined: next() < 0.5,
    ...(options.reader === true ? randomReader(next) : {}),
    months: often(100),
    storagePerGbMonth: 0.02 * next(),
    egressPerGb: 0.1 * next(),
    corePerHour: 0.05 * next(),
    needsOneColumn: next() < 0.2,
    needsOneRow: next() < 0.2,
  };
}

/** A reader, with prices of what it asks for. */
const randomReader = (next: () => number) => ({
  reader: readerIds[Math.floor(next() * readerIds.length)] ?? 'none',
  requestsAtOnce: 1 + Math.floor(next() * 8),
  keepsFooter: next() < 0.5,
  per1000Reads: 0.01 * next(),
  per1000Writes: 0.01 * next(),
  retrievalPerGb: next() < 0.5 ? 0 : 0.05 * next(),
});

const randomRequests = (next: () => number, sizeBytes: number): Requests => {
  const steps = 1 + Math.floor(next() * 3);
  return { steps, requests: steps + Math.floor(next() * 10), bytes: Math.round(sizeBytes * next()) };
};

export const randomFigures = (next: () => number): CandidateFigures => {
  const sizeBytes = Math.round(1e5 * 100 ** next());
  const requests = () => randomRequests(next, sizeBytes);
  return {
    ...randomTimes(next),
    sizeBytes,
    columnRequests: next() < 0.4 ? null : requests(),
    lookupRequests: next() < 0.4 ? null : { open: requests(), each: requests() },
  };
};

const randomTimes = (next: () => number) => ({
  encodeMs: 0.5 * 1_000 ** next(),
  decodeMs: 0.5 * 1_000 ** next(),
  columnMs: next() < 0.3 ? null : 0.1 * 1_000 ** next(),
  lookupMs: next() < 0.3 ? null : 1e-4 * 1_000 ** next(),
});
