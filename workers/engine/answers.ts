import { FormatlabError, toErrorRecord } from '../model/errors';
import type { Verification } from '../model/result';

/** What second decoders said of a file. */
type Rejection = Verification['rejectedBy'][number];

export interface Answer {
  readonly accepted?: string;
  readonly rejection?: Rejection;
  /** Where it could not be asked, as a sentence for where nobody else accepts: that tells nothing of the file. */
  readonly leftOut?: string;
  /** What is to be said whatever the others answer. */
  readonly note?: string;
}

export interface Outcome {
  readonly acceptedBy: readonly string[];
  readonly rejectedBy: readonly Rejection[];
  /** Why some were not asked; null where all were. */
  readonly leftOut: string | null;
  readonly notes: readonly string[];
}

/** Who is asked, and how it is called in a sentence. */
export interface Asked {
  readonly id: string;
  readonly label: string;
}

/** What `read` gives is null where the file is as it should be, else what is wrong with it, as a sentence; so is what it throws, unless that is about the reader. */
export async function asks({ id: implementation, label }: Asked, read: () => Promise<string | null>): Promise<Answer> {
  let message: string | null;
  try {
    message = await read();
  } catch (thrown) {
    const record = toErrorRecord(thrown, { tag: 'decodeFailed', stage: 'verify' });
    // Only where a codec says so itself: a trap or RangeError that looks like it may come of a file that was misread.
    if (thrown instanceof FormatlabError && record.tag === 'outOfMemory')
      return { leftOut: `There was no memory to let ${implementation} read it.` };
    // Its own limit, and no fault of the file's.
    if (thrown instanceof FormatlabError && record.tag === 'unsupported')
      return { note: `${label} has no place for all that is in it, by its own limits: ${quoted(record.message)}` };
    message = record.message;
  }
  return message === null
    ? { accepted: implementation }
    : { rejection: { implementation, message: message.slice(0, 1_000) } };
}

/** A reader's own words, which may tell of the data: what is shared of an own file's result leaves out sentences with quotation marks. */
export const quoted = (message: string): string => `“${message.slice(0, 400).replace(/[“”]/g, "'")}”`;

export function gather(results: readonly Answer[], notAsked: string | null = null): Outcome {
  const leftOut = [notAsked, ...results.map((result) => result.leftOut ?? null)].filter(
    (sentence) => sentence !== null,
  );
  return {
    acceptedBy: results.flatMap(({ accepted }) => (accepted === undefined ? [] : [accepted])),
    rejectedBy: results.flatMap(({ rejection }) => (rejection === undefined ? [] : [rejection])),
    leftOut: leftOut.length === 0 ? null : leftOut.join(' '),
    notes: results.flatMap(({ note }) => (note === undefined ? [] : [note])),
  };
}

/** How the second decoders are asked. */
export interface Asking {
  /** Tells that the work goes on, before each of them and between its steps. */
  readonly heartbeat: () => void;
  /** Told the label of each before it is asked, with what those before it made of the file. */
  readonly onReader?: (reader: string, soFar: Verification) => void;
  /** Where the file was checked by its own reader: whoever would take long by the estimate then reads a sample, or is left out. */
  readonly bounded?: boolean;
}

/** Told before a reader is asked, with the answers by then. */
export type BeforeReader = (reader: string, answers: readonly Answer[]) => void;

/** Beyond so long, by the estimate, a second decoder reads a sample of what can be sampled. */
export const sampledFromMs = 5_000;
/** What it then reads takes so long by the estimate: on a slow machine several times that, and the comparison comes to it. */
export const sampleReadMs = 2_000;
/** What can't be sampled is read whole unless even the estimate says that it takes this long. */
export const leftOutFromMs = 60_000;

/** Why a reader was left out, or read a sample only. */
export const wouldTake = (estimatedMs: number): string =>
  `would take it about ${Math.round(estimatedMs / 1e3).toLocaleString('en')} s`;
