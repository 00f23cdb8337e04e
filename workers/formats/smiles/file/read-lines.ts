import { DamagedInput, damageOf } from '../../../model/damaged-input';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import type { Molecules } from '../../../model/molecules/molecules';
import { SmilesParser } from './parser';

/** What the reader does with a line that is not a SMILES: end with an error, or leave the line out and count it. */
type MalformedSmilesChoice = 'fatal' | 'skip';

/** The maximum size of a line in bytes. The SMILES of the largest allowed molecule with a title is shorter. */
const maxLineBytes = 8 * 1024 * 1024;

interface ReadSmiles {
  readonly molecules: Molecules;
  /** The number of lines that were left out, and a description of the first; null if there were none. */
  readonly skipped: number;
  readonly firstProblem: string | null;
}

/** Reads the text between SMILES and title, from `at` (the white space or the line's end) to `end`. Returns the start of the title. @throws DamagedInput with the byte of the text */
export type ReadTextBeforeTitle = (builder: MoleculesBuilder, text: Uint8Array, at: number, end: number) => number;

/** What is wrong with a line, and its position in the text. */
interface LineProblem {
  readonly at: number;
  readonly problem: string;
}

export const damagedLine = damageOf({ subject: 'A line' });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the molecules of a text with one SMILES per line (LF or CRLF). The text after the first white space is the title, even if it looks like a CXSMILES extension (`|…|`), so that
 * titles come back as they were written. An empty line is a molecule without atoms. @throws `malformedInput` with line and column, unless `malformed` is `skip`
 */
export function readSmiles(
  text: Uint8Array,
  {
    malformed = 'fatal',
    coordinates = false,
    between,
  }: {
    readonly malformed?: MalformedSmilesChoice;
    readonly coordinates?: boolean;
    readonly between?: ReadTextBeforeTitle;
  } = {},
): ReadSmiles {
  const builder = new MoleculesBuilder({ coordinates, expectedMolecules: Math.max(16, Math.ceil(text.length / 64)) });
  const parser = new SmilesParser(builder);
  let skipped = 0;
  let firstProblem: string | null = null;
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    const feed = text.indexOf(10, from);
    const next = feed < 0 ? text.length : feed;
    const end = next > from && text[next - 1] === 13 ? next - 1 : next;
    const problem = readLine(builder, parser, text, from, end, between);
    if (problem !== null) {
      builder.abandonMolecule();
      skipped += 1;
      firstProblem ??= `Line ${line.toLocaleString('en')}, column ${(problem.at - from + 1).toLocaleString('en')}: ${problem.problem}.`;
      if (malformed === 'fatal') throw malformedLine(firstProblem, text, from, end);
    }
    from = next + 1;
  }
  return { molecules: builder.finish(), skipped, firstProblem };
}

function readLine(
  builder: MoleculesBuilder,
  parser: SmilesParser,
  text: Uint8Array,
  from: number,
  end: number,
  between: ReadTextBeforeTitle | undefined,
): LineProblem | null {
  if (end - from > maxLineBytes)
    return { at: from, problem: `the line is longer than ${maxLineBytes.toLocaleString('en')} bytes` };
  const stop = parser.parse(text, from, end);
  if (stop < 0) return { at: parser.problemAt, problem: parser.problem };
  try {
    let title = between === undefined ? stop + 1 : between(builder, text, stop, end);
    if (title > end) title = end;
    let ascii = true;
    for (let at = title; at < end && ascii; at += 1) ascii = (text[at] as number) < 128;
    if (!ascii) requireUtf8(text, title, end);
    builder.endMolecule(text.subarray(title, end));
    return null;
  } catch (thrown) {
    if (thrown instanceof DamagedInput && thrown.byte !== null) return { at: thrown.byte, problem: thrown.problem };
    throw thrown;
  }
}

function requireUtf8(text: Uint8Array, from: number, end: number): void {
  try {
    utf8.decode(text.subarray(from, end));
  } catch {
    throw damagedLine('the title is not UTF-8', from);
  }
}

function malformedLine(message: string, text: Uint8Array, from: number, end: number): DamagedInput {
  const shown = new TextDecoder().decode(text.subarray(from, Math.min(end, from + 120)));
  return new DamagedInput(`The line reads “${shown}${end - from > 120 ? ' …' : ''}”`, {
    subject: message,
    remedy: 'Correct the line, or choose to leave malformed lines out.',
  });
}
