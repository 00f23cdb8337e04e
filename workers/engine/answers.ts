import { FormatlabError, isLoadFailure, toErrorRecord } from '../model/errors';
import type { Verification } from '../model/result';

/** A second decoder that refused the file or read other values. */
type Rejection = Verification['rejectedBy'][number];

/** The answer of one second decoder about a file. */
export interface DecoderAnswer {
  readonly accepted?: string;
  readonly rejection?: Rejection;
  /**
   * Why the decoder could not be tried, as one sentence; shown if no other decoder accepts the file. It says nothing about the file itself.
   */
  readonly leftOut?: string;
  /** A note to show whatever the other decoders answer. */
  readonly note?: string;
}

/** The answers of all second decoders together. */
export interface DecoderOutcome {
  readonly acceptedBy: readonly string[];
  readonly rejectedBy: readonly Rejection[];
  /** Why some decoders were not tried; null if all were. */
  readonly leftOut: string | null;
  readonly notes: readonly string[];
}

/** A second decoder: its implementation id, and its name in sentences. */
interface SecondDecoder {
  readonly id: string;
  readonly label: string;
}

/** True if a decoder failed before it read anything: its code did not arrive, or may not run under the site's policy. */
const isOwnFailure = (thrown: unknown): boolean =>
  isLoadFailure(thrown) ||
  thrown instanceof EvalError ||
  thrown instanceof WebAssembly.CompileError ||
  thrown instanceof WebAssembly.LinkError ||
  (thrown instanceof FormatlabError && thrown.record.stage === 'load');

/**
 * Runs one second decoder. `read` returns null if the file is correct, else a sentence that says what is wrong. If `read` throws, its
 * message counts as such a sentence, unless the error is about the decoder itself.
 */
export async function runSecondDecoder(
  { id: implementation, label }: SecondDecoder,
  read: () => Promise<string | null>,
): Promise<DecoderAnswer> {
  let message: string | null;
  try {
    message = await read();
  } catch (thrown) {
    const record = toErrorRecord(thrown, { tag: 'decodeFailed', stage: 'verify' });
    if (isOwnFailure(thrown))
      return {
        leftOut: `${label} could not check the file, since it does not work here: ${quoteDecoderMessage(record.message)}`,
      };
    // Only if the codec itself reports that memory ran out. A trap or RangeError that looks like it may also come from a misread file.
    if (thrown instanceof FormatlabError && record.tag === 'outOfMemory')
      return { leftOut: `There was not enough memory for ${implementation} to read the file.` };
    // The decoder does not support such files. This is not a fault of the file.
    if (thrown instanceof FormatlabError && record.tag === 'unsupported')
      return {
        note: `${label} cannot read all of the file, because of its own limits: ${quoteDecoderMessage(record.message)}`,
      };
    message = record.message;
  }
  return message === null
    ? { accepted: implementation }
    : { rejection: { implementation, message: message.slice(0, 1_000) } };
}

/**
 * Quotes a decoder's own message. Shared results of a user's file omit sentences with quotation marks, since such a message may contain
 * data.
 */
export const quoteDecoderMessage = (message: string): string => `“${message.slice(0, 400).replace(/[“”]/g, "'")}”`;

/** Combines the answers of all second decoders. `notAsked` says why none was tried, if so. */
export function combineDecoderAnswers(
  results: readonly DecoderAnswer[],
  notAsked: string | null = null,
): DecoderOutcome {
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

/** Options for running second decoders. */
export interface SecondDecoderOptions {
  /** Reports progress; called before each decoder and between its steps. */
  readonly heartbeat: () => void;
  /** Called before each decoder with its label and the verification so far. */
  readonly onReader?: (reader: string, soFar: Verification) => void;
  /**
   * True if the format's own reader has already checked the file. A decoder that would take long, by its estimate, then reads only a sample
   * or is left out.
   */
  readonly bounded?: boolean;
}

/** Called before a decoder runs, with the answers so far. */
export type OnSecondDecoderStart = (reader: string, answers: readonly DecoderAnswer[]) => void;

/** If a second decoder's estimate exceeds this, it reads a sample instead, if the format can be sampled. */
export const sampleIfReadExceedsMs = 5_000;
/** The estimated time of reading such a sample. A slow machine takes several times as long, and the comparison adds to it. */
export const estimatedSampleReadMs = 2_000;
/** If a format cannot be sampled, a decoder is left out only if its estimate exceeds this. */
export const skipIfReadExceedsMs = 60_000;

/** Why a decoder was left out, or read only a sample. */
export const estimatedTimeText = (estimatedMs: number): string =>
  `would take it about ${Math.round(estimatedMs / 1e3).toLocaleString('en')} s`;
