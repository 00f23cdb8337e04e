import { lookUpAtomSymbol, unknownSymbol } from './atom-symbols';
import type { LineReader } from './lines';
import { damagedRecord, type RecordBuilder } from './record';
import { bondStereoCodes } from './stereo/drawing';

const prefix = 'M  V30 ';
/** A line including its continuation lines. */
const maxLineCharacters = 100_000;

function fail(lines: LineReader, message: string): never {
  throw damagedRecord(lines.line, message);
}

/** The text after the prefix, joined with continuation lines; null at `M  END`. */
function nextLine(lines: LineReader): string | null {
  let text = '';
  for (;;) {
    lines.require('M  END');
    if (lines.startsWith('M  END')) return null;
    if (!lines.startsWith(prefix))
      fail(lines, `a line of the connection table begins with “M  V30”, but this is “${lines.text(0, 40)}”`);
    const part = latin1(lines, prefix.length);
    if (text.length + part.length > maxLineCharacters)
      fail(lines, `the line has more than ${maxLineCharacters.toLocaleString('en')} characters`);
    if (!part.endsWith('-')) return (text + part).trim();
    text += part.slice(0, -1);
  }
}

const decoder = new TextDecoder('latin1');
const latin1 = (lines: LineReader, from: number) =>
  decoder.decode(lines.file.subarray(lines.start + from, lines.end)).trimEnd();

/** Reads a connection table from the counts line, which is the current line, to `M  END`. */
export function readV3000(lines: LineReader, records: RecordBuilder): void {
  records.begin(0, 0, lines.line);
  const counts = { atoms: -1, bonds: -1 };
  let block = '';
  let found = { atoms: 0, bonds: 0 };
  const places = new Map<number, number>();
  for (let text = nextLine(lines); text !== null; text = nextLine(lines)) {
    if (block !== '') {
      if (text === `END ${block}`) block = '';
      else if (block === 'ATOM') {
        found.atoms += 1;
        if (found.atoms > counts.atoms)
          fail(lines, `there are more atoms than the ${counts.atoms} that COUNTS declares`);
        readAtom(lines, records, text, places);
      } else if (block === 'BOND') {
        found.bonds += 1;
        if (found.bonds > counts.bonds)
          fail(lines, `there are more bonds than the ${counts.bonds} that COUNTS declares`);
        readBond(lines, records, text, places);
      }
    } else if (text.startsWith('COUNTS ')) {
      if (counts.atoms >= 0) fail(lines, 'COUNTS is repeated');
      const [atoms, bonds] = text.slice(7).trim().split(/\s+/u).map(Number);
      if (!isCount(atoms) || !isCount(bonds)) fail(lines, `the counts of atoms and bonds are “${text.slice(7, 40)}”`);
      counts.atoms = atoms;
      counts.bonds = bonds;
      records.begin(atoms, bonds, lines.line);
      found = { atoms: 0, bonds: 0 };
    } else if (text.startsWith('BEGIN ') && text !== 'BEGIN CTAB') {
      block = text.slice(6).trim().split(' ')[0] ?? '';
      if (counts.atoms < 0) fail(lines, 'COUNTS, with the counts of atoms and bonds, should come before this');
      if (block === 'TEMPLATE') fail(lines, 'template atoms are not supported');
    }
  }
  if (counts.atoms < 0) fail(lines, 'COUNTS, with the counts of atoms and bonds, is missing');
  if (found.atoms !== counts.atoms || found.bonds !== counts.bonds)
    fail(
      lines,
      `there are ${found.atoms} atoms and ${found.bonds} bonds, but COUNTS declares ${counts.atoms} and ${counts.bonds}`,
    );
}

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0;

function integer(lines: LineReader, text: string | undefined, what: string, lowest: number, highest: number): number {
  const value = text !== undefined && /^-?\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  return value >= lowest && value <= highest
    ? value
    : fail(lines, `${what} must be a whole number from ${lowest} to ${highest}, but is “${(text ?? '').slice(0, 40)}”`);
}

function tenThousandths(lines: LineReader, text: string | undefined, what: string): number {
  const value =
    text !== undefined && /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/u.test(text)
      ? Math.round(Number(text) * 10_000)
      : Number.NaN;
  return Math.abs(value) < 2 ** 53
    ? value + 0
    : fail(lines, `${what} must be a number, but is “${(text ?? '').slice(0, 40)}”`);
}

/** Splits a line into words; a word in quotes or parentheses may contain blanks. */
const words = (text: string) => text.match(/"[^"]*"|[^\s"(]*\([^)]*\)|\S+/gu) ?? [];

function readAtom(lines: LineReader, records: RecordBuilder, text: string, places: Map<number, number>): void {
  const [index, symbol = '', x, y, z, map, ...rest] = words(text);
  const number = integer(lines, index, 'the atom’s number', 1, 0x7fffffff);
  if (places.has(number)) fail(lines, `atom ${number} is defined twice`);
  const known = lookUpAtomSymbol(symbol);
  if (known === undefined) fail(lines, `atom ${number} ${unknownSymbol(symbol)}`);
  const atom = records.builder.atomCount;
  places.set(number, atom);
  let [charge, isotope, valence, parity, radical] = [0, known.isotope, -1, 0, 0];
  for (const word of rest) {
    const at = word.indexOf('=');
    const value = word.slice(at + 1);
    switch (word.slice(0, Math.max(0, at))) {
      case 'CHG':
        charge = integer(lines, value, 'the charge', -127, 127);
        break;
      case 'MASS':
        isotope = integer(lines, value, 'the mass number', 0, 65_535);
        break;
      case 'RAD':
        radical = integer(lines, value, 'the radical', 0, 3);
        break;
      case 'CFG':
        parity = integer(lines, value, 'the configuration', 0, 3);
        break;
      case 'VAL':
        valence = integer(lines, value, 'the valence', -1, 127);
        valence = valence === 0 ? -1 : Math.max(0, valence);
        break;
      case 'SUBST':
      case 'UNSAT':
      case 'RBCNT':
      case 'HCOUNT':
        if (value !== '0') fail(lines, `${word.slice(0, 40)} makes it a query, not a molecule`);
    }
  }
  records.addAtom(
    known.element,
    isotope,
    charge,
    integer(lines, map, 'the atom’s map number', 0, 65_535),
    tenThousandths(lines, x, 'x'),
    tenThousandths(lines, y, 'y'),
    tenThousandths(lines, z, 'z'),
    parity,
    valence,
  );
  if (radical !== 0) records.setRadical(atom, radical);
}

/** The bond mark for V3000's configuration of a bond; for a double bond, 2 means that its sides are unknown. */
const marks = [bondStereoCodes.none, bondStereoCodes.up, bondStereoCodes.either, bondStereoCodes.down] as const;

function readBond(lines: LineReader, records: RecordBuilder, text: string, places: ReadonlyMap<number, number>): void {
  const [, type, from, to, ...rest] = words(text);
  const order = integer(lines, type, 'the bond’s type', 0, 10);
  const ends = [from, to].map((end) => {
    const atom = places.get(integer(lines, end, 'an atom of the bond', 1, 0x7fffffff));
    return atom ?? fail(lines, `the bond refers to atom ${end}, which does not exist`);
  }) as [number, number];
  const configuration = rest.find((word) => word.startsWith('CFG='));
  const mark =
    configuration === undefined
      ? bondStereoCodes.none
      : (marks[integer(lines, configuration.slice(4), 'the configuration', 0, 3)] ?? bondStereoCodes.none);
  records.addBond(
    ...ends,
    order,
    order === 2 && mark === bondStereoCodes.either ? bondStereoCodes.crossed : mark,
    lines.line,
  );
}
