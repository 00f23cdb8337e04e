import { elementsBySymbolBytes, lookUpAtomSymbol, unknownSymbol } from './atom-symbols';
import { unreadableNumber, readInteger, readTenThousandths } from './fields';
import type { LineReader } from './lines';
import { damagedRecord, type RecordBuilder } from './record';

const zeroValence = 15;
/** Charges by the charge field of old files; 4 means a doublet radical. */
const oldCharges = [0, 3, 2, 1, 0, -1, -2, -3];
const doublet = 4;
/** The maximum length of an atom line. */
const maxLineBytes = 1_000;

function fail(lines: LineReader, message: string): never {
  throw damagedRecord(lines.line, message);
}

function whole(lines: LineReader, from: number, to: number, what: string): number {
  const value = readInteger(lines.file, lines.start + from, lines.start + to, lines.end);
  return value === unreadableNumber
    ? fail(lines, `${what} must be a whole number, but is “${lines.text(from, to)}”`)
    : value;
}

function place(lines: LineReader, from: number, what: string): number {
  const value = readTenThousandths(lines.file, lines.start + from, lines.start + from + 10, lines.end);
  return value === unreadableNumber
    ? fail(lines, `${what} must be a number, but is “${lines.text(from, from + 10)}”`)
    : value;
}

/** Reads a connection table from its counts line, which is the current line, to `M  END`. */
export function readV2000(lines: LineReader, records: RecordBuilder): void {
  if (lines.end - lines.start < 6)
    fail(lines, `the counts of atoms and bonds should be here, but the line is “${lines.text(0, 40)}”`);
  const version = lines.text(33, 39);
  if (version !== 'V2000' && version !== '')
    fail(lines, `the connection table is of version “${version}”; Formatlab reads V2000 and V3000`);
  const atomCount = whole(lines, 0, 3, 'the count of atoms');
  const bondCount = whole(lines, 3, 6, 'the count of bonds');
  if (atomCount < 0 || bondCount < 0) fail(lines, `${atomCount} atoms and ${bondCount} bonds are an impossible count`);
  const lists = Math.max(0, whole(lines, 6, 9, 'the count of atom lists'));
  records.begin(atomCount, bondCount, lines.line);
  let oldCharge = false;
  for (let atom = 0; atom < atomCount; atom += 1) {
    lines.require(`atom ${atom + 1} of ${atomCount}`);
    oldCharge = readAtom(lines, records, atom, atomCount) || oldCharge;
  }
  for (let bond = 0; bond < bondCount; bond += 1) {
    lines.require(`bond ${bond + 1} of ${bondCount}`);
    const { file, start, end } = lines;
    if (end - start < 9 || end - start > maxLineBytes)
      fail(lines, `bond ${bond + 1} of ${bondCount} should be here, but the line is “${lines.text(0, 40)}”`);
    const from = readInteger(file, start, start + 3, end);
    const to = readInteger(file, start + 3, start + 6, end);
    const type = readInteger(file, start + 6, start + 9, end);
    if (from === unreadableNumber || to === unreadableNumber || type === unreadableNumber)
      fail(lines, `bond ${bond + 1} of ${bondCount} should be here, but the line is “${lines.text(0, 40)}”`);
    records.addBond(from - 1, to - 1, type, whole(lines, 9, 12, 'the bond’s stereo'), lines.line);
  }
  for (let list = 0; list < lists; list += 1) lines.require('a list of elements');
  readProperties(lines, records, atomCount, bondCount, oldCharge);
}

/** Reads an atom line. Returns whether it has a charge or an unpaired electron, which property lines replace. */
function readAtom(lines: LineReader, records: RecordBuilder, atom: number, atomCount: number): boolean {
  const { file, start, end } = lines;
  if (end - start < 32 || end - start > maxLineBytes)
    fail(lines, `atom ${atom + 1} of ${atomCount} should be here, but the line is “${lines.text(0, 40)}”`);
  const x = place(lines, 0, 'x');
  const y = place(lines, 10, 'y');
  const z = place(lines, 20, 'z');
  const second = end - start > 32 ? (file[start + 32] as number) : 0x20;
  const third = end - start > 33 ? (file[start + 33] as number) : 0x20;
  let element =
    third === 0x20 ? (elementsBySymbolBytes[(file[start + 31] as number) | (second << 8)] as number) - 1 : -1;
  let isotope = 0;
  if (element < 0) {
    const symbol = lines.text(31, 34);
    const known = lookUpAtomSymbol(symbol);
    if (known === undefined) fail(lines, `atom ${atom + 1} ${unknownSymbol(symbol)}`);
    ({ element, isotope } = known);
  }
  const shift = whole(lines, 34, 36, 'the mass difference');
  if (shift !== 0) {
    const usual = usualMass[element];
    if (usual === undefined || usual + shift <= 0)
      fail(
        lines,
        `atom ${atom + 1} has a mass difference of ${shift}, but its element has no reference mass; give the isotope in a line M  ISO`,
      );
    isotope = usual + shift;
  }
  const charge = whole(lines, 36, 39, 'the charge');
  if (charge < 0 || charge > 7) fail(lines, `atom ${atom + 1} has the charge code ${charge}, which must be 0 to 7`);
  const valence = whole(lines, 48, 51, 'the valence');
  if (valence < 0 || valence > zeroValence) fail(lines, `atom ${atom + 1} has the impossible valence ${valence}`);
  const map = whole(lines, 60, 63, 'the atom’s map number');
  records.addAtom(
    element,
    isotope,
    oldCharges[charge] as number,
    Math.max(0, map),
    x,
    y,
    z,
    whole(lines, 39, 42, 'the parity'),
    valence === 0 ? -1 : valence === zeroValence ? 0 : valence,
  );
  if (charge === doublet) records.setRadical(atom, 2);
  return charge !== 0;
}

/** The reference mass numbers of mass differences (the rounded atomic weight), for elements with marked isotopes. */
const usualMass: Readonly<Record<number, number>> = {
  1: 1,
  3: 7,
  5: 11,
  6: 12,
  7: 14,
  8: 16,
  9: 19,
  11: 23,
  12: 24,
  14: 28,
  15: 31,
  16: 32,
  17: 35,
  19: 39,
  20: 40,
  26: 56,
  27: 59,
  29: 64,
  30: 65,
  34: 79,
  35: 80,
  43: 98,
  53: 127,
};

function readProperties(
  lines: LineReader,
  records: RecordBuilder,
  atomCount: number,
  bondCount: number,
  oldCharge: boolean,
): void {
  let replaced = !oldCharge;
  for (;;) {
    lines.require('M  END');
    const { file, start } = lines;
    const kind = file[start];
    if (kind === 0x4d && lines.startsWith('M  ')) {
      const name = lines.text(3, 6);
      if (name === 'END') return;
      // The first of these lines replaces all charges and radicals of atom lines.
      if (!replaced && (name === 'CHG' || name === 'RAD')) {
        records.clearCharges();
        replaced = true;
      }
      readProperty(lines, records, name, atomCount, bondCount);
    } else if (kind === 0x41 && lines.startsWith('A  ')) lines.require('the text of an atom');
    else if (kind === 0x47 && lines.startsWith('G  ')) lines.require('the text of a group');
    else if (kind === 0x53 && lines.startsWith('S  SKP')) {
      for (let skipped = whole(lines, 6, 9, 'the count of lines to skip'); skipped > 0; skipped -= 1)
        lines.require('a line to skip');
    } else if (lines.end > start && !lines.startsWith('V  '))
      fail(lines, `M  END or a property should be here, but the line is “${lines.text(0, 40)}”`);
  }
}

function readProperty(
  lines: LineReader,
  records: RecordBuilder,
  name: string,
  atomCount: number,
  bondCount: number,
): void {
  if (name === 'ALS' || name === 'SUB' || name === 'UNS' || name === 'RBC' || name === 'LIN')
    fail(lines, `M  ${name} makes it a query, not a molecule`);
  const set = {
    CHG: (atom: number, value: number) =>
      Math.abs(value) <= 127
        ? records.setCharge(atom, value)
        : fail(lines, `atom ${atom + 1} has the impossible charge ${value}`),
    ISO: (atom: number, value: number) =>
      value >= 0
        ? records.setIsotope(atom, value)
        : fail(lines, `atom ${atom + 1} has the impossible mass number ${value}`),
    RAD: (atom: number, value: number) => records.setRadical(atom, value),
    HYD: (atom: number, value: number) =>
      value >= 0
        ? records.setHydrogens(atom, value)
        : fail(lines, `atom ${atom + 1} has an impossible number of hydrogens (${value})`),
    ZCH: (atom: number, value: number) =>
      Math.abs(value) <= 127
        ? records.setCharge(atom, value)
        : fail(lines, `atom ${atom + 1} has the impossible charge ${value}`),
    ZBO: (bond: number, value: number) => (value === 0 ? records.setZeroOrder(bond) : undefined),
  }[name];
  if (set === undefined) return;
  const count = whole(lines, 6, 9, `the count of M  ${name}`);
  if (count < 0 || lines.end - lines.start > maxLineBytes) fail(lines, `M  ${name} can’t have ${count} entries`);
  const [items, what] = name === 'ZBO' ? [bondCount, 'bond'] : [atomCount, 'atom'];
  for (let entry = 0; entry < count; entry += 1) {
    const from = 9 + 8 * entry;
    if (lines.start + from + 4 >= lines.end) fail(lines, `M  ${name} ends after ${entry} of ${count} entries`);
    const item = whole(lines, from, from + 4, `a number of M  ${name}`);
    if (item < 1 || item > items) fail(lines, `M  ${name} refers to ${what} ${item}, but there are only ${items}`);
    set(item - 1, whole(lines, from + 4, from + 8, `a value of M  ${name}`));
  }
}
