import { aromaticFlag, atomMapKey, orderNames, titleKey } from '../../libraries/cdk-objects/objects';
import type { ObjectPlan } from '../../libraries/java-stream/class-descriptors';
import { unsupportedStream } from '../../libraries/java-stream/protocol';
import type { JavaStreamReader } from '../../libraries/java-stream/reader';
import { valueKinds } from '../../libraries/java-stream/value-stack';
import { elementOf } from '../../libraries/molecules/elements';
import { bondOrderAromatic, bondOrderZero } from '../../model/molecules/molecules';
import { IntegerRows } from './rows';

/** Kinds of CDK's objects, in addition to the reader's own. The value of each is the number of the object's row. */
export const objectKinds = { integer: 16, map: 17, point: 18, atom: 19, bond: 20, array: 21, container: 22 } as const;

export const atomColumns = {
  element: 0,
  hydrogens: 1,
  charge: 2,
  isotope: 3,
  aromatic: 4,
  map: 5,
  point: 6,
  index: 7,
} as const;
export const bondColumns = { begin: 0, end: 1, order: 2, aromatic: 3 } as const;
export const unsetValue = -1;

const silent = 'org.openscience.cdk.silent.';
const atomSlots = [
  'flags',
  'properties',
  'atomicNumber',
  'symbol',
  'massNumber',
  'formalCharge',
  'hydrogenCount',
  'point2d',
] as const;
const bondSlots = ['flags', 'atomCount', 'atoms', 'order'] as const;
export const containerSlots = ['properties', 'atomCount', 'bondCount', 'atoms', 'bonds'] as const;
const ordersByName: ReadonlyMap<string, number> = new Map(orderNames.slice(0, 5).map((name, order) => [name, order]));

/** The ranges of values that a dataset can store. */
const limits = {
  hydrogens: { least: 0, most: 255, name: 'hydrogens' },
  charge: { least: -128, most: 127, name: 'charge' },
  isotope: { least: 0, most: 65_535, name: 'mass number' },
  map: { least: 0, most: 65_535, name: 'atom class' },
} as const;

/** CDK's objects as rows of numbers, and the plans that fill them. Rows of atoms, bonds and arrays are dropped after each molecule; those of maps and points, which are few or small, stay. */
export class ObjectTables {
  readonly atoms = new IntegerRows(8);
  readonly bonds = new IntegerRows(4);
  /** An array is a row with its length, followed by a row for each element: the number of its atom or bond, or {@link unsetValue} for null. */
  readonly elements = new IntegerRows(1);
  /** The atom class (0 if unset) and the offset of the title's text ({@link unsetValue} if unset). */
  readonly #maps = new IntegerRows(2);
  #points = new Float64Array(256);
  #pointCount = 0;
  #reader: JavaStreamReader | null = null;
  readonly #finishContainer: (base: number, offset: number) => number;

  constructor(finishContainer: (base: number, offset: number) => number) {
    this.#finishContainer = finishContainer;
  }

  /** The reader that uses these plans. It needs `planOf` in its constructor, so it is set later. */
  attach(reader: JavaStreamReader): void {
    this.#reader = reader;
  }

  readonly planOf = (lineage: readonly string[]): ObjectPlan | null => {
    const plan = (kind: number, slots: readonly string[], finish: ObjectPlan['finish']): ObjectPlan => ({
      kind,
      slots,
      finish,
    });
    const is = (name: string) => lineage.includes(name);
    if (is('[Lorg.openscience.cdk.interfaces.IAtom;'))
      return plan(objectKinds.array, [], (base, count, offset) => this.#array(base, count, objectKinds.atom, offset));
    if (is('[Lorg.openscience.cdk.interfaces.IBond;'))
      return plan(objectKinds.array, [], (base, count, offset) => this.#array(base, count, objectKinds.bond, offset));
    if (is(`${silent}PseudoAtom`))
      return plan(objectKinds.atom, atomSlots, (base, _count, offset) => this.#atom(base, offset, true));
    if (is(`${silent}Atom`))
      return plan(objectKinds.atom, atomSlots, (base, _count, offset) => this.#atom(base, offset, false));
    if (is(`${silent}Bond`))
      return plan(objectKinds.bond, bondSlots, (base, _count, offset) => this.#bond(base, offset));
    if (is(`${silent}AtomContainer`))
      return plan(objectKinds.container, containerSlots, (base, _count, offset) => this.#finishContainer(base, offset));
    if (is('java.lang.Integer'))
      return plan(objectKinds.integer, ['value'], (base) => this.#stream.stack.valueAt(base));
    if (is('java.util.HashMap')) return plan(objectKinds.map, [], (base, count) => this.#map(base, count));
    if (is('javax.vecmath.Tuple2d')) return plan(objectKinds.point, ['x', 'y'], (base) => this.#point(base));
    return null;
  };

  get #stream(): JavaStreamReader {
    if (this.#reader === null) throw new Error('The tables have no reader.');
    return this.#reader;
  }

  x(point: number): number {
    return this.#points[2 * point] ?? 0;
  }

  y(point: number): number {
    return this.#points[2 * point + 1] ?? 0;
  }

  /** The offset of the title in a molecule's properties at this place of the stack; {@link unsetValue} if there is no title. */
  titleAt(index: number): number {
    const { stack } = this.#stream;
    return stack.kindAt(index) === objectKinds.map ? this.#maps.get(stack.valueAt(index), 1) : unsetValue;
  }

  /** The row of the array at this place of the stack. */
  arrayAt(index: number, what: string, offset: number): number {
    const { stack } = this.#stream;
    const array = stack.valueAt(index);
    if (stack.kindAt(index) !== objectKinds.array)
      throw unsupportedStream(offset, `${what} that are not in an array of CDK’s`);
    if (!this.elements.holds(array)) throw unsupportedStream(offset, `${what} in an array of an earlier molecule`);
    return array;
  }

  /** Drops the rows that belong to one molecule only. */
  forgetMolecule(): void {
    this.atoms.forget();
    this.bonds.forget();
    this.elements.forget();
  }

  #array(base: number, count: number, kind: number, offset: number): number {
    const { stack } = this.#stream;
    const array = this.elements.add();
    this.elements.set(array, 0, count);
    const rows = kind === objectKinds.atom ? this.atoms : this.bonds;
    const what = kind === objectKinds.atom ? 'atom' : 'bond';
    for (let index = base; index < base + count; index += 1) {
      const found = stack.kindAt(index);
      if (found !== kind && found !== valueKinds.null)
        throw unsupportedStream(offset, `an array of ${what}s that has another object in it`);
      const element = found === valueKinds.null ? unsetValue : stack.valueAt(index);
      if (element !== unsetValue && !rows.holds(element))
        throw unsupportedStream(offset, `a molecule whose ${what} belongs to an earlier molecule`);
      this.elements.set(this.elements.add(), 0, element);
    }
    return array;
  }

  #atom(base: number, offset: number, pseudo: boolean): number {
    const { stack } = this.#stream;
    const { element, hydrogens, charge, isotope, aromatic, map, point } = atomColumns;
    const atom = this.atoms.add();
    this.atoms.set(atom, aromatic, (stack.valueAt(base) & aromaticFlag) === 0 ? 0 : 1);
    this.atoms.set(
      atom,
      map,
      stack.kindAt(base + 1) === objectKinds.map
        ? within(this.#maps.get(stack.valueAt(base + 1), 0), 'map', offset)
        : 0,
    );
    this.atoms.set(atom, element, pseudo ? 0 : this.#element(base + 2, offset));
    this.atoms.set(atom, isotope, within(this.#integer(base + 4, 'mass number', offset), 'isotope', offset));
    this.atoms.set(atom, charge, within(this.#integer(base + 5, 'charge', offset), 'charge', offset));
    this.atoms.set(atom, hydrogens, within(this.#integer(base + 6, 'hydrogen count', offset), 'hydrogens', offset));
    this.atoms.set(atom, point, stack.kindAt(base + 7) === objectKinds.point ? stack.valueAt(base + 7) : unsetValue);
    this.atoms.set(atom, atomColumns.index, unsetValue);
    return atom;
  }

  /** The element by atomic number, or by symbol if the number is not set. */
  #element(index: number, offset: number): number {
    const { stack } = this.#stream;
    const known = stack.kindAt(index) === objectKinds.integer;
    const element = known ? stack.valueAt(index) : elementOf(this.#symbol(index + 1));
    if (element !== undefined && element >= 0 && element <= 118) return element;
    throw unsupportedStream(
      offset,
      `an atom that is not a known element: atomic number ${element ?? 'unset'}, symbol “${this.#symbol(index + 1).slice(0, 20)}”`,
    );
  }

  #symbol(index: number): string {
    const { stack } = this.#stream;
    return stack.kindAt(index) === valueKinds.string ? this.#stream.text(stack.valueAt(index)) : '';
  }

  #bond(base: number, offset: number): number {
    const { stack } = this.#stream;
    const array = this.arrayAt(base + 2, 'a bond’s atoms', offset);
    const count = stack.valueAt(base + 1);
    if (count !== 2 || this.elements.get(array, 0) < 2) throw unsupportedStream(offset, `a bond of ${count} atoms`);
    const bond = this.bonds.add();
    const aromatic = (stack.valueAt(base) & aromaticFlag) === 0 ? 0 : 1;
    this.bonds.set(bond, bondColumns.begin, this.elements.get(array + 1, 0));
    this.bonds.set(bond, bondColumns.end, this.elements.get(array + 2, 0));
    this.bonds.set(bond, bondColumns.aromatic, aromatic);
    this.bonds.set(bond, bondColumns.order, this.#order(base + 3, aromatic === 1, offset));
    return bond;
  }

  #order(index: number, aromatic: boolean, offset: number): number {
    const { stack, enumConstants } = this.#stream;
    const kind = stack.kindAt(index);
    const name =
      kind === valueKinds.null
        ? 'UNSET'
        : kind === valueKinds.enumConstant
          ? (enumConstants[stack.valueAt(index)]?.name ?? '')
          : '';
    const order = ordersByName.get(name);
    if (order === undefined) throw unsupportedStream(offset, `a bond of the unknown order “${name.slice(0, 40)}”`);
    return order === bondOrderZero && aromatic ? bondOrderAromatic : order;
  }

  /** Reads pairs of key and value after the block with the counts. */
  #map(base: number, count: number): number {
    const { stack } = this.#stream;
    let map = 0;
    let title: number = unsetValue;
    for (let index = base + 1; index + 1 < base + count; index += 2) {
      if (stack.kindAt(index) !== valueKinds.string) continue;
      const kind = stack.kindAt(index + 1);
      if (kind !== objectKinds.integer && kind !== valueKinds.string) continue;
      const key = this.#stream.text(stack.valueAt(index));
      if (key === atomMapKey && kind === objectKinds.integer) map = stack.valueAt(index + 1);
      if (key === titleKey && kind === valueKinds.string) title = stack.valueAt(index + 1);
    }
    const row = this.#maps.add();
    this.#maps.set(row, 0, map);
    this.#maps.set(row, 1, title);
    return row;
  }

  #point(base: number): number {
    const { stack } = this.#stream;
    if (2 * this.#pointCount === this.#points.length) {
      const larger = new Float64Array(2 * this.#points.length);
      larger.set(this.#points);
      this.#points = larger;
    }
    this.#points[2 * this.#pointCount] = stack.valueAt(base);
    this.#points[2 * this.#pointCount + 1] = stack.valueAt(base + 1);
    this.#pointCount += 1;
    return this.#pointCount - 1;
  }

  /** The value; 0 if it is not set. */
  #integer(index: number, what: string, offset: number): number {
    const { stack } = this.#stream;
    const kind = stack.kindAt(index);
    if (kind === valueKinds.null) return 0;
    if (kind !== objectKinds.integer) throw unsupportedStream(offset, `an atom whose ${what} is not an Integer`);
    return stack.valueAt(index);
  }
}

function within(value: number, what: keyof typeof limits, offset: number): number {
  const { least, most, name } = limits[what];
  if (value >= least && value <= most) return value;
  throw unsupportedStream(offset, `an atom whose ${name} (${value}) is outside ${least} to ${most}`);
}
