import { FormatlabError } from '../model/errors';
import { MoleculesBuilder } from '../model/molecules/builder';
import type { Molecules } from '../model/molecules/molecules';
import { pickMolecules } from '../model/molecules/pick';
import { kekuleStructures, withoutKekuleStructure } from '../libraries/molecules/kekulise';
import { extensionEnd } from '../libraries/smiles/extension';
import { SmilesParser } from '../libraries/smiles/parser';
import { type BadRow, type Imported, imported, listedBadRows, type ReadOptions } from './imported';
import { refusal } from './refusal';
import { asUtf8 } from './text-encoding';

/** Longer lines hold no molecule that can be held. */
const maxLineBytes = 1_048_576;
const header = /^(canonical_|isomeric_)?smiles\b/iu;
const decoder = new TextDecoder();

/** Reads a SMILES a line, with what follows the first white space as the title. Empty lines are none, and aromatic rings get a Kekulé structure. Extensions of CXSMILES are left out, and counted in a note. */
export async function readSmilesFile(file: Blob, { fileName, malformed, onStage }: ReadOptions): Promise<Imported> {
  const { file: utf8, encoding, note } = await asUtf8(file);
  onStage('Parsing the SMILES');
  const text = new Uint8Array(await utf8.arrayBuffer());
  const notes = note === null ? [] : [note];
  const reader = new Reader(text, notes, malformed === 'fatal' ? fileName : null);
  const { molecules, badRows, badRowCount } = reader.read();
  if (molecules.moleculeCount === 0) {
    const [first] = badRows;
    throw refusal(
      first === undefined ? 'It has no lines with anything in them.' : `None of its lines is a SMILES. Line ${first.line.toLocaleString('en')}: ${first.message}`,
      'Each line must begin with a SMILES, as CCO ethanol.',
      { format: 'smiles' },
    );
  }
  return { ...imported(molecules, notes), dialect: `one SMILES a line, ${encoding}`, badRows, badRowCount };
}

class Reader {
  readonly #text: Uint8Array;
  readonly #notes: string[];
  /** Name of the file where the first malformed line ends the reading. */
  readonly #fatalIn: string | null;
  readonly #bad: BadRow[] = [];
  #badCount = 0;
  #extensionCount = 0;

  constructor(text: Uint8Array, notes: string[], fatalIn: string | null) {
    this.#text = text;
    this.#notes = notes;
    this.#fatalIn = fatalIn;
  }

  read(): { readonly molecules: Molecules; readonly badRows: readonly BadRow[]; readonly badRowCount: number } {
    const text = this.#text;
    const builder = new MoleculesBuilder({ coordinates: false, expectedMolecules: Math.max(16, Math.ceil(text.length / 64)) });
    const parser = new SmilesParser(builder);
    const lines: number[] = [];
    let line = 0;
    for (let from = 0; from < text.length; ) {
      const feed = text.indexOf(0x0a, from);
      const next = feed < 0 ? text.length : feed;
      line += 1;
      const [start, end] = trimmed(text, from, next);
      if (start < end && !this.#isHeader(line, start, end) && this.#readLine(builder, parser, line, start, end)) lines.push(line);
      from = next + 1;
    }
    const read = builder.finish();
    const { molecules, failures } = kekuleStructures(read);
    for (const failure of failures) this.#complain(lines[failure.molecule] ?? 0, `${sentence(withoutKekuleStructure(read, failure))} Perhaps a hydrogen is missing, as in [nH].`);
    if (this.#extensionCount > 0) this.#notes.push(extensionsLeftOut(this.#extensionCount));
    const failed = new Set(failures.map(({ molecule }) => molecule));
    const kept = failed.size === 0 ? molecules : pickMolecules(molecules, lines.map((_, molecule) => molecule).filter((molecule) => !failed.has(molecule)));
    return { molecules: kept, badRows: this.#bad.sort((left, right) => left.line - right.line).slice(0, listedBadRows), badRowCount: this.#badCount };
  }

  /** The first line of many files names their columns. */
  #isHeader(line: number, start: number, end: number): boolean {
    if (line !== 1 || !header.test(decoder.decode(this.#text.subarray(start, Math.min(end, start + 40))))) return false;
    this.#notes.push(`Line 1 names the columns and was left out: ${decoder.decode(this.#text.subarray(start, Math.min(end, start + 100)))}`);
    return true;
  }

  #readLine(builder: MoleculesBuilder, parser: SmilesParser, line: number, start: number, end: number): boolean {
    const text = this.#text;
    if (end - start > maxLineBytes) {
      this.#complain(line, `It has ${(end - start).toLocaleString('en')} bytes; at most ${maxLineBytes.toLocaleString('en')} of a line can be read.`);
      return false;
    }
    const stop = parser.parse(text, start, end);
    if (stop < 0) {
      const { problem, problemAt } = parser;
      builder.abandonMolecule();
      this.#complain(line, `Column ${(problemAt - start + 1).toLocaleString('en')}: ${problem}.`);
      return false;
    }
    try {
      const [behind] = trimmed(text, stop, end);
      const title = extensionEnd(text, behind, end);
      builder.endMolecule(text.subarray(trimmed(text, title, end)[0], end));
      if (title > behind) this.#extensionCount += 1;
      return true;
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      builder.abandonMolecule();
      this.#complain(line, thrown.message);
      return false;
    }
  }

  #complain(line: number, message: string): void {
    if (this.#fatalIn !== null) {
      throw refusal(`Line ${line.toLocaleString('en')} of ${this.#fatalIn} is no SMILES that can be read. ${message}`, 'Correct the line and choose the file again, or have malformed lines left out and counted.', { format: 'smiles' });
    }
    this.#badCount += 1;
    // Kekulé structures are looked for afterwards, and may belong between.
    if (this.#bad.length < 2 * listedBadRows) this.#bad.push({ line, message });
  }
}

const extensionsLeftOut = (count: number) =>
  `${count === 1 ? 'The extension (|…|) of one SMILES is' : `Extensions (|…|) of ${count.toLocaleString('en')} SMILES are`} left out: what CXSMILES tells there, as labels, coordinates, radicals and groups of configurations, is not read.`;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Where the line begins and ends without white space around it. */
function trimmed(text: Uint8Array, from: number, to: number): [start: number, end: number] {
  let [start, end] = [from, to];
  while (start < end && (text[start] as number) <= 0x20) start += 1;
  while (end > start && (text[end - 1] as number) <= 0x20) end -= 1;
  return [start, end];
}
