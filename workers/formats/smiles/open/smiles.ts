import { FormatlabError } from '../../../model/errors';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import type { Molecules } from '../../../model/molecules/molecules';
import { pickMolecules } from '../../../model/molecules/pick';
import { kekuleStructures, withoutKekuleStructure } from '../../../libraries/molecules/kekulise';
import { extensionEnd } from '../file/extension';
import { SmilesParser } from '../file/parser';
import {
  type BadRow,
  type ImportResult,
  importResult,
  listedBadRows,
  type ReadOptions,
} from '../../../own-file/imported';
import { unreadableFileError } from '../../../own-file/refusal';
import {
  columnsInWords,
  dialectOf,
  type SmilesFileLayout,
  smilesFileLayoutOf,
  type SmilesColumns,
} from './smiles-columns';
import { LineFields } from './smiles-fields';
import { asUtf8 } from '../../../own-file/text-encoding';

/** The longest line. Longer ones cannot be a molecule that fits our limits. */
const maxLineBytes = 1_048_576;
const decoder = new TextDecoder();

/**
 * Reads one SMILES from each line, with the text after the first white space as its title. If the first lines show a table, it reads the
 * columns with SMILES and titles instead. It skips empty lines, and gives aromatic rings a Kekulé structure. CXSMILES extensions and other
 * columns are left out; notes count them.
 * @throws FormatlabError if the file holds no molecule, or if a line is malformed and `malformed` is `fatal`.
 */
export async function readSmilesFile(file: Blob, { fileName, malformed, onStage }: ReadOptions): Promise<ImportResult> {
  const { file: utf8, encoding, note } = await asUtf8(file);
  onStage('Parsing the SMILES');
  const text = new Uint8Array(await utf8.arrayBuffer());
  endLinesWithFeeds(text);
  const notes = note === null ? [] : [note];
  const layout = smilesFileLayoutOf(text);
  const reader = new Reader(text, layout, notes, malformed === 'fatal' ? fileName : null);
  const { molecules, badRows, badRowCount } = reader.read();
  if (molecules.moleculeCount === 0) {
    const [first] = badRows;
    throw unreadableFileError(
      first === undefined
        ? 'All of its lines are empty.'
        : `None of its lines is a SMILES. Line ${first.line.toLocaleString('en')}: ${first.message}`,
      'Each line must begin with a SMILES, such as CCO ethanol, or all lines must have one in the same column, separated by tabs, commas or semicolons.',
      { format: 'smiles' },
    );
  }
  return {
    ...importResult(molecules, notes),
    dialect: `${layout.columns === null ? 'one SMILES per line' : dialectOf(layout.columns)}, ${encoding}`,
    badRows,
    badRowCount,
  };
}

class Reader {
  readonly #text: Uint8Array;
  readonly #layout: SmilesFileLayout;
  readonly #fields = new LineFields();
  readonly #notes: string[];
  /** The file's name if the first malformed line ends the reading; else null. */
  readonly #fatalIn: string | null;
  readonly #bad: BadRow[] = [];
  #badCount = 0;
  #extensionCount = 0;

  constructor(text: Uint8Array, layout: SmilesFileLayout, notes: string[], fatalIn: string | null) {
    this.#text = text;
    this.#layout = layout;
    this.#notes = notes;
    this.#fatalIn = fatalIn;
  }

  read(): { readonly molecules: Molecules; readonly badRows: readonly BadRow[]; readonly badRowCount: number } {
    const text = this.#text;
    const builder = new MoleculesBuilder({
      coordinates: false,
      expectedMolecules: Math.max(16, Math.ceil(text.length / 64)),
    });
    const parser = new SmilesParser(builder);
    const { columns } = this.#layout;
    if (columns !== null) this.#notes.push(columnsInWords(columns));
    const lines: number[] = [];
    let line = 0;
    let header = this.#layout.header;
    for (let from = 0; from < text.length; ) {
      const feed = text.indexOf(0x0a, from);
      const next = feed < 0 ? text.length : feed;
      line += 1;
      const [start, end] = trimmed(text, from, next);
      if (start < end) {
        if (header) this.#tellHeader(line, start, end);
        else if (
          columns === null
            ? this.#readLine(builder, parser, line, start, end)
            : this.#readFields(builder, parser, line, from, text[next - 1] === 0x0d ? next - 1 : next, columns)
        )
          lines.push(line);
        header = false;
      }
      from = next + 1;
    }
    const read = builder.finish();
    const { molecules, failures } = kekuleStructures(read);
    for (const failure of failures)
      this.#complain(
        lines[failure.molecule] ?? 0,
        `${sentence(withoutKekuleStructure(read, failure))} Perhaps a hydrogen is missing, as in [nH].`,
      );
    if (this.#extensionCount > 0) this.#notes.push(extensionsLeftOut(this.#extensionCount));
    const failed = new Set(failures.map(({ molecule }) => molecule));
    const kept =
      failed.size === 0
        ? molecules
        : pickMolecules(
            molecules,
            lines.map((_, molecule) => molecule).filter((molecule) => !failed.has(molecule)),
          );
    return {
      molecules: kept,
      badRows: this.#bad.sort((left, right) => left.line - right.line).slice(0, listedBadRows),
      badRowCount: this.#badCount,
    };
  }

  #tellHeader(line: number, start: number, end: number): void {
    this.#notes.push(
      `Line ${line} names the columns and was left out: ${decoder.decode(this.#text.subarray(start, Math.min(end, start + 100)))}`,
    );
  }

  #readLine(builder: MoleculesBuilder, parser: SmilesParser, line: number, start: number, end: number): boolean {
    const text = this.#text;
    if (!this.#fits(line, start, end)) return false;
    const stop = parser.parse(text, start, end);
    if (stop < 0) {
      builder.abandonMolecule();
      this.#complain(line, `Column ${(parser.problemAt - start + 1).toLocaleString('en')}: ${parser.problem}.`);
      return false;
    }
    const [behind] = trimmed(text, stop, end);
    const title = extensionEnd(text, behind, end);
    if (!this.#end(builder, line, text.subarray(trimmed(text, title, end)[0], end))) return false;
    if (title > behind) this.#extensionCount += 1;
    return true;
  }

  /** Reads a line of columns, from `start` to its end, including white space: a column may be empty. */
  #readFields(
    builder: MoleculesBuilder,
    parser: SmilesParser,
    line: number,
    start: number,
    end: number,
    columns: SmilesColumns,
  ): boolean {
    const text = this.#text;
    if (!this.#fits(line, start, end)) return false;
    const fields = this.#fields;
    fields.split(text, start, end, columns.separator);
    const [from = 0, to = 0] =
      columns.smiles < fields.count ? [fields.starts[columns.smiles], fields.ends[columns.smiles]] : [];
    if (from === to) {
      this.#complain(line, `Column ${columns.smiles + 1}, from which the SMILES are read, is empty.`);
      return false;
    }
    const stop = parser.parse(text, from, to);
    const [behind] = stop < 0 ? [to] : trimmed(text, stop, to);
    const extended = extensionEnd(text, behind, to);
    if (stop < 0 || extended < to) {
      builder.abandonMolecule();
      const [at, problem] =
        stop < 0 ? [parser.problemAt, parser.problem] : [extended, 'the column has more text after its SMILES'];
      this.#complain(
        line,
        `Character ${(at - start + 1).toLocaleString('en')}, in column ${columns.smiles + 1}: ${problem}.`,
      );
      return false;
    }
    if (!this.#end(builder, line, this.#title(columns, end))) return false;
    if (extended > behind) this.#extensionCount += 1;
    return true;
  }

  #title({ title, count }: SmilesColumns, end: number): Uint8Array | string {
    const { starts, ends, quoted, count: found } = this.#fields;
    if (title === null || title >= found) return '';
    const from = starts[title] as number;
    if (quoted[title] === 1) return decoder.decode(this.#text.subarray(from, ends[title])).replaceAll('""', '"');
    // A separator in the last column is part of the title, as in 2,4-dinitrotoluene.
    return this.#text.subarray(
      from,
      title === count - 1 && found > count ? trimmed(this.#text, from, end)[1] : ends[title],
    );
  }

  #fits(line: number, start: number, end: number): boolean {
    if (end - start <= maxLineBytes) return true;
    this.#complain(
      line,
      `The line has ${(end - start).toLocaleString('en')} bytes; the maximum is ${maxLineBytes.toLocaleString('en')}.`,
    );
    return false;
  }

  #end(builder: MoleculesBuilder, line: number, title: Uint8Array | string): boolean {
    try {
      builder.endMolecule(title);
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
      throw unreadableFileError(
        `Line ${line.toLocaleString('en')} of ${this.#fatalIn} is not a SMILES that can be read. ${message}`,
        'Correct the line and choose the file again, or choose to leave malformed lines out and count them.',
        { format: 'smiles' },
      );
    }
    this.#badCount += 1;
    // The Kekulé structures are computed later, and their failures are sorted in between.
    if (this.#bad.length < 2 * listedBadRows) this.#bad.push({ line, message });
  }
}

const extensionsLeftOut = (count: number) =>
  `${count === 1 ? 'The extension (|…|) of one SMILES is' : `Extensions (|…|) of ${count.toLocaleString('en')} SMILES are`} left out: Formatlab does not read what CXSMILES adds, such as labels, coordinates, radicals and groups of configurations.`;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The start and end of the line without surrounding white space. */
function trimmed(text: Uint8Array, from: number, to: number): [start: number, end: number] {
  let [start, end] = [from, to];
  while (start < end && (text[start] as number) <= 0x20) start += 1;
  while (end > start && (text[end - 1] as number) <= 0x20) end -= 1;
  return [start, end];
}

/** Makes a line feed of each carriage return that stands alone: what is after it is another line, not the rest of a title. */
function endLinesWithFeeds(text: Uint8Array): void {
  for (let at = text.indexOf(0x0d); at >= 0; at = text.indexOf(0x0d, at + 1))
    if (text[at + 1] !== 0x0a) text[at] = 0x0a;
}
