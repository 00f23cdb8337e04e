import { damageOf } from '../../model/damaged-input';
import { FormatlabError, toErrorRecord } from '../../model/errors';
import type { MoleculesBuilder } from '../../model/molecules/builder';
import type { Molecules } from '../../model/molecules/molecules';

/** Reads and writes texts with one molecule per line, for toolkits whose functions take a notation as a string. */

/** What the reader does with a malformed line: end with an error, or leave the line out and count it. */
export type MalformedLineChoice = 'fatal' | 'skip';

const maxLineBytes = 8 * 1024 * 1024;
const [tab, feed, carriage, space] = [9, 10, 13, 32];
const decoder = new TextDecoder('utf-8', { fatal: true });

interface LineReadingOptions {
  readonly malformed: MalformedLineChoice;
  /** The separator between the notation and the title. */
  readonly separator: 'tab' | 'whiteSpace';
}

/**
 * Reads a text with one molecule per line. `read` gets the notation of each line, and adds the molecule's atoms to `builder` or throws; then the molecule is ended with the title.
 * Returns the number of lines that were left out. @throws `malformedInput` (or `unsupported`, if `read` throws that) with the number of the line, unless such lines are left out
 */
export function readMoleculeLines(
  text: Uint8Array,
  { malformed, separator }: LineReadingOptions,
  builder: MoleculesBuilder,
  read: (notation: string) => void,
): number {
  let skipped = 0;
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    const found = text.indexOf(feed, from);
    const next = found < 0 ? text.length : found;
    const end = next > from && text[next - 1] === carriage ? next - 1 : next;
    try {
      if (end - from > maxLineBytes) throw problem(`it is longer than ${maxLineBytes.toLocaleString('en')} bytes`);
      const stop = endOfNotation(text, from, end, separator);
      read(decode(text.subarray(from, stop)));
      const title = text.subarray(Math.min(stop + 1, end), end);
      if (title.some((code) => code > 127)) decode(title);
      builder.endMolecule(title);
    } catch (thrown) {
      builder.abandonMolecule();
      skipped += 1;
      if (malformed === 'fatal') throw malformedLine(line, thrown, text.subarray(from, Math.min(end, from + 120)));
    }
    from = next + 1;
  }
  return skipped;
}

function endOfNotation(
  text: Uint8Array,
  from: number,
  end: number,
  separator: LineReadingOptions['separator'],
): number {
  let at = from;
  while (at < end && text[at] !== tab && (separator === 'tab' || text[at] !== space)) at += 1;
  return at;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw problem('it is not UTF-8');
  }
}

const problem = damageOf({ subject: '' });

function malformedLine(line: number, thrown: unknown, shown: Uint8Array): FormatlabError {
  const { tag, message } = toErrorRecord(thrown, { tag: 'malformedInput', stage: 'decode' });
  return new FormatlabError(
    {
      // A line that the reader does not support need not be malformed.
      tag: tag === 'unsupported' ? tag : 'malformedInput',
      stage: 'decode',
      message: `Line ${line.toLocaleString('en')}: ${message.replace(/\.$/, '').slice(0, 600)}. It begins with “${new TextDecoder().decode(shown)}”.`,
      remedy: 'Correct the line, or choose to leave malformed lines out.',
    },
    { cause: thrown },
  );
}

const encoder = new TextEncoder();

/** A line for each molecule: the result of `notationOf`, the separator and the title if it has one, and a line feed. @throws `unsupported` if a title has a line break */
export function writeMoleculeLines(
  molecules: Molecules,
  separator: '\t' | ' ',
  notationOf: (molecule: number) => string,
): Uint8Array<ArrayBuffer> {
  const { offsets, data } = molecules.titles;
  let bytes = new Uint8Array(1_024 + data.length + 64 * molecules.moleculeCount);
  let at = 0;
  for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) {
    const notation = notationOf(molecule);
    const title = data.subarray(offsets[molecule], offsets[molecule + 1]);
    if (title.includes(feed) || title.includes(carriage)) throw lineBreak(molecule);
    const most = 3 * notation.length + title.length + 2;
    if (at + most > bytes.length) {
      const larger = new Uint8Array(2 * (at + most));
      larger.set(bytes.subarray(0, at));
      bytes = larger;
    }
    at += encoder.encodeInto(notation, bytes.subarray(at)).written;
    if (title.length > 0) {
      bytes[at] = separator.charCodeAt(0);
      bytes.set(title, at + 1);
      at += 1 + title.length;
    }
    bytes[at] = feed;
    at += 1;
  }
  return bytes.slice(0, at);
}

function lineBreak(molecule: number): FormatlabError {
  return new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `The title of molecule ${(molecule + 1).toLocaleString('en')} has a line break, but each molecule must stay on one line.`,
    remedy: 'Remove the line break from the title.',
  });
}
