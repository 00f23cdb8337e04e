import { extensionEnd } from '../file/extension';
import { SmilesParser } from '../file/parser';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { LineFields, type Separator, separators } from './smiles-fields';

/** The columns of a line that are read, counted from 0. */
export interface SmilesColumns {
  readonly separator: Separator;
  readonly smiles: number;
  readonly title: number | null;
  readonly count: number;
  /** The names in the first line; null if the first line is a molecule. */
  readonly names: readonly string[] | null;
}

/** How a file of SMILES is laid out. */
export interface SmilesFileLayout {
  /** True if the first non-empty line holds column names. */
  readonly header: boolean;
  /** The columns of the file. Null if each line is a SMILES, followed by white space and its title. */
  readonly columns: SmilesColumns | null;
}

interface Line {
  readonly from: number;
  readonly end: number;
}

const sampledLines = 50;
/** Longer lines are not used to detect the columns. */
const sampledLineBytes = 65_536;
const decoder = new TextDecoder();
const namesSmiles = /^#?\s*(canonical_|isomeric_)?smiles\b/iu;
/** Names of the SMILES column. Isomeric SMILES come first, since they contain more information. */
const smilesNames: readonly RegExp[] = [
  /isomeric.?smiles/iu,
  /^#?\s*smiles$/iu,
  /smiles/iu,
  /^#?\s*(structure|molecule|mol)$/iu,
];
const titleNames: readonly RegExp[] = [
  /^#?\s*(name|title|(compound|molecule|common|preferred|pref|generic|drug).?name)$/iu,
  /name|title/iu,
  /^#?\s*((.*[_ -])?[cs]?id|cas|rn|molregno|inchi.?key)$/iu,
];

/** Detects the columns from the first lines. Most files have the SMILES first; exports of databases often start with an identifier. */
export function smilesFileLayoutOf(text: Uint8Array): SmilesFileLayout {
  const lines = firstLines(text);
  const [first, ...others] = lines;
  if (first === undefined) return { header: false, columns: null };
  const sample = new Sample(text);
  const named = others.length === 0 ? null : sample.named(first, others);
  if (named !== null)
    return { header: true, columns: named.separator === separators.blank && named.smiles === 0 ? null : named };
  const header = namesSmiles.test(
    decoder.decode(text.subarray(first.from, Math.min(first.end, first.from + 40))).trim(),
  );
  const columns = sample.found(header ? others : lines);
  return { header: header || (columns !== null && columns.names !== null), columns };
}

/** The first non-empty lines, without line ends. */
function firstLines(text: Uint8Array): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length && lines.length < sampledLines; ) {
    const feed = text.indexOf(0x0a, from);
    const next = feed < 0 ? text.length : feed;
    const end = next > from && text[next - 1] === 0x0d ? next - 1 : next;
    if (end - from <= sampledLineBytes && text.subarray(from, end).some((code) => code > 0x20))
      lines.push({ from, end });
    from = next + 1;
  }
  return lines;
}

interface Candidate {
  readonly separator: Separator;
  readonly smiles: number;
  readonly share: number;
  readonly bytes: number;
  readonly count: number;
}

class Sample {
  readonly #text: Uint8Array;
  readonly #fields = new LineFields();
  readonly #builder = new MoleculesBuilder({ coordinates: false });
  readonly #parser = new SmilesParser(this.#builder);

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  /**
   * Finds the columns by the names in the first line. One of them must be a name of SMILES, and most other lines must have a SMILES there.
   */
  named(first: Line, others: readonly Line[]): SmilesColumns | null {
    for (const separator of [separators.tab, separators.comma, separators.semicolon, separators.blank] as const) {
      const names = this.#names(first, separator);
      if (names.length < 2) continue;
      for (const pattern of smilesNames) {
        const smiles = names.findIndex((name) => pattern.test(name));
        if (smiles >= 0 && this.#candidate(others, separator, smiles).share >= 0.5)
          return { separator, smiles, title: titleOf(names, smiles), count: names.length, names };
      }
    }
    return null;
  }

  /** Finds the columns by the lines alone. Null if most lines start with a SMILES, or no column holds SMILES. */
  found(lines: readonly Line[]): SmilesColumns | null {
    const leading = lines.filter(({ from, end }) => this.#beginsWithSmiles(from, end)).length / lines.length;
    if (lines.length < 2 || leading >= 0.5) return null;
    let best: Candidate | null = null;
    for (const separator of [separators.tab, separators.comma, separators.semicolon, separators.blank] as const) {
      // The first line may be a heading.
      const columnCount = Math.min(64, this.#names(lines[1] as Line, separator).length);
      if (columnCount < 2) continue;
      for (let smiles = 0; smiles < columnCount; smiles += 1) {
        const candidate = this.#candidate(lines, separator, smiles);
        // Words can be valid SMILES by chance, so a few lines, or short ones, prove nothing.
        const blanks = separator === separators.blank;
        if (candidate.share < 0.8 || (blanks && lines.length < 3) || candidate.bytes < (blanks ? 5 : 3) * lines.length)
          continue;
        if (
          best === null ||
          candidate.share > best.share ||
          (candidate.share === best.share && candidate.bytes > best.bytes)
        )
          best = candidate;
      }
    }
    if (best === null) return null;
    const { separator, smiles, count, share } = best;
    // If the first line has no SMILES where all others have one, and has a word there, it holds the column names.
    const names = this.#names(lines[0] as Line, separator);
    const heading =
      share < 1 &&
      share * lines.length > lines.length - 1.5 &&
      names.length === count &&
      /^[\p{L}_ .-]+$/u.test(names[smiles] ?? '') &&
      this.#candidate(lines.slice(0, 1), separator, smiles).share === 0;
    return {
      separator,
      smiles,
      title: heading ? titleOf(names, smiles) : anyOther(count, smiles),
      count,
      names: heading ? names : null,
    };
  }

  #names({ from, end }: Line, separator: Separator): readonly string[] {
    const fields = this.#fields;
    fields.split(this.#text, from, end, separator);
    return Array.from({ length: fields.count }, (_, field) =>
      decoder.decode(this.#text.subarray(fields.starts[field], fields.ends[field])),
    );
  }

  /** The number of lines with a SMILES in the column, and the total length of those. */
  #candidate(lines: readonly Line[], separator: Separator, smiles: number): Candidate {
    const fields = this.#fields;
    let [found, bytes] = [0, 0];
    const counts = new Map<number, number>();
    for (const { from, end } of lines) {
      fields.split(this.#text, from, end, separator);
      if (fields.count <= smiles || !this.#isSmiles(fields.starts[smiles] as number, fields.ends[smiles] as number))
        continue;
      found += 1;
      bytes += (fields.ends[smiles] as number) - (fields.starts[smiles] as number);
      counts.set(fields.count, (counts.get(fields.count) ?? 0) + 1);
    }
    const [count = 0] = [...counts].sort(([, left], [, right]) => right - left)[0] ?? [];
    return { separator, smiles, share: found / lines.length, bytes, count };
  }

  #isSmiles(from: number, end: number): boolean {
    if (from >= end) return false;
    const stop = this.#parse(from, end);
    return stop === end || (stop >= 0 && stop + 1 < end && extensionEnd(this.#text, stop + 1, end) === end);
  }

  #beginsWithSmiles(from: number, end: number): boolean {
    let start = from;
    while (start < end && (this.#text[start] as number) <= 0x20) start += 1;
    return this.#parse(start, end) >= 0;
  }

  #parse(from: number, end: number): number {
    const stop = this.#parser.parse(this.#text, from, end);
    this.#builder.abandonMolecule();
    return stop;
  }
}

function titleOf(names: readonly string[], smiles: number): number | null {
  for (const pattern of titleNames) {
    const title = names.findIndex((name, column) => column !== smiles && pattern.test(name));
    if (title >= 0) return title;
  }
  return anyOther(names.length, smiles);
}

const anyOther = (count: number, smiles: number) => (count < 2 ? null : smiles === 0 ? 1 : 0);

const separatorNames: Readonly<Record<Separator, string>> = {
  [separators.tab]: 'tabs',
  [separators.comma]: 'commas',
  [separators.semicolon]: 'semicolons',
  [separators.blank]: 'white space',
};

/** 'SMILES in column 2 of 4, between tabs' */
export const dialectOf = ({ separator, smiles, count }: SmilesColumns) =>
  `SMILES in column ${smiles + 1} of ${count}, between ${separatorNames[separator]}`;

/** Describes which columns were read and which were not, for the user. */
export function columnsInWords({ separator, smiles, title, count, names }: SmilesColumns): string {
  const column = (index: number) =>
    `column ${index + 1}${names === null ? '' : ` (${(names[index] ?? '').slice(0, 60)})`}`;
  const left = count - (title === null ? 1 : 2);
  const leftOut =
    left <= 0 ? '' : left === 1 ? '; the other column is left out' : `; the other ${left} columns are left out`;
  return `Of ${count} columns between ${separatorNames[separator]}, the SMILES are read from ${column(smiles)}${title === null ? '' : ` and the titles from ${column(title)}`}${leftOut}.`;
}
