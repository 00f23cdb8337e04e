import { unsupportedStream } from '../../libraries/java-stream/protocol';
import { JavaStreamReader } from '../../libraries/java-stream/reader';
import { valueKinds } from '../../libraries/java-stream/value-stack';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { maxAtoms, maxBonds, type Molecules } from '../../model/molecules/molecules';
import { pickMolecules } from '../../model/molecules/pick';
import { atomColumns, bondColumns, containerSlots, unsetValue, objectKinds, ObjectTables } from './object-tables';

const slot = Object.fromEntries(containerSlots.map((name, index) => [name, index])) as Readonly<
  Record<(typeof containerSlots)[number], number>
>;

interface ReadMolecules {
  readonly molecules: Molecules;
  /** The number of objects, texts, arrays and classes with a handle in the stream. */
  readonly handleCount: number;
  readonly classCount: number;
}

/**
 * Reads the molecules of a stream of CDK's silent objects, no matter which program wrote it. Each content of the stream is an AtomContainer or a reference to an earlier one. 2D points, atom
 * classes and titles are read; lone pairs, radicals and other properties are ignored, because a dataset cannot hold them.
 * @throws `malformedInput` with the offset, or `unsupported` if the stream holds other objects
 */
export function readMolecules(file: Uint8Array): ReadMolecules {
  const made = new MadeMolecules();
  const tables = new ObjectTables((base, offset) => made.add(base, offset));
  const reader = new JavaStreamReader(file, tables.planOf);
  tables.attach(reader);
  made.attach(reader, tables);
  // The index of each content's molecule: a reference to an earlier object is the same molecule again.
  const order: number[] = [];
  while (true) {
    const offset = reader.offset;
    const before = made.count;
    if (!reader.next()) break;
    if (reader.kind !== objectKinds.container)
      throw unsupportedStream(
        offset,
        `${nameOf(reader)} instead of a molecule (org.openscience.cdk.silent.AtomContainer)`,
      );
    if (made.count > before + 1) throw unsupportedStream(offset, 'a molecule inside another');
    order.push(reader.value);
  }
  const molecules = made.finish();
  const inOrder = order.every((molecule, index) => molecule === index);
  return {
    molecules: inOrder ? molecules : pickMolecules(molecules, order),
    handleCount: reader.handleCount,
    classCount: reader.classCount,
  };
}

function nameOf({ kind }: JavaStreamReader): string {
  switch (kind) {
    case valueKinds.null:
      return 'null';
    case valueKinds.string:
      return 'a text';
    case valueKinds.blockData:
      return 'bytes outside any object';
    case valueKinds.enumConstant:
      return 'an enum constant';
    case objectKinds.atom:
    case objectKinds.bond:
      return 'an atom or bond without a molecule';
    default:
      return 'another object';
  }
}

/** The molecules read so far. */
class MadeMolecules {
  readonly #builder = new MoleculesBuilder({ coordinates: false });
  #coordinates = new Float64Array(256);
  #atomCount = 0;
  #unplaced = 0;
  #parts: { readonly reader: JavaStreamReader; readonly tables: ObjectTables } | null = null;

  attach(reader: JavaStreamReader, tables: ObjectTables): void {
    this.#parts = { reader, tables };
  }

  get count(): number {
    return this.#builder.moleculeCount;
  }

  /** Reads the molecule whose fields begin at `base` of the stack and returns its index. */
  add(base: number, offset: number): number {
    if (this.#parts === null) throw new Error('There is no reader.');
    const { reader, tables } = this.#parts;
    this.#addAtoms(
      tables,
      tables.arrayAt(base + slot.atoms, 'atoms', offset),
      reader.stack.valueAt(base + slot.atomCount),
      offset,
    );
    this.#addBonds(
      tables,
      tables.arrayAt(base + slot.bonds, 'bonds', offset),
      reader.stack.valueAt(base + slot.bondCount),
      offset,
    );
    const title = tables.titleAt(base + slot.properties);
    this.#builder.endMolecule(title === unsetValue ? '' : reader.text(title).replace(/[\r\n]+/gu, ' '));
    tables.forgetMolecule();
    return this.#builder.moleculeCount - 1;
  }

  /** Coordinates, if every atom has a point. @throws if only some atoms have one */
  finish(): Molecules {
    const molecules = this.#builder.finish();
    if (this.#unplaced === this.#atomCount) return molecules;
    if (this.#unplaced > 0)
      throw unsupportedStream(
        0,
        `molecules in which ${this.#unplaced.toLocaleString('en')} atoms have no coordinates, though the others have`,
      );
    return { ...molecules, coordinates: this.#coordinates.slice(0, 2 * this.#atomCount) };
  }

  #addAtoms({ atoms, elements }: ObjectTables, array: number, count: number, offset: number): void {
    if (count < 0 || count > Math.min(maxAtoms, elements.get(array, 0)))
      throw unsupportedStream(
        offset,
        `a molecule of ${count.toLocaleString('en')} atoms whose array has ${elements.get(array, 0).toLocaleString('en')} elements; Formatlab holds at most ${maxAtoms.toLocaleString('en')}`,
      );
    const column = atomColumns;
    for (let index = 0; index < count; index += 1) {
      const atom = elements.get(array + 1 + index, 0);
      if (atom === unsetValue || atoms.get(atom, column.index) !== unsetValue)
        throw unsupportedStream(
          offset,
          `a molecule whose atom ${index} is ${atom === unsetValue ? 'missing' : 'listed twice'}`,
        );
      atoms.set(atom, column.index, index);
      this.#builder.addAtom(
        atoms.get(atom, column.element),
        atoms.get(atom, column.hydrogens),
        atoms.get(atom, column.charge),
        atoms.get(atom, column.isotope),
        atoms.get(atom, column.aromatic),
        atoms.get(atom, column.map),
      );
      this.#place(atoms.get(atom, column.point));
    }
  }

  #addBonds({ atoms, bonds, elements }: ObjectTables, array: number, count: number, offset: number): void {
    if (count < 0 || count > Math.min(maxBonds, elements.get(array, 0)))
      throw unsupportedStream(
        offset,
        `a molecule of ${count.toLocaleString('en')} bonds whose array has ${elements.get(array, 0).toLocaleString('en')} elements; Formatlab holds at most ${maxBonds.toLocaleString('en')}`,
      );
    const indexOf = (atom: number) => (atom === unsetValue ? unsetValue : atoms.get(atom, atomColumns.index));
    for (let index = 0; index < count; index += 1) {
      const bond = elements.get(array + 1 + index, 0);
      const begin = bond === unsetValue ? unsetValue : indexOf(bonds.get(bond, bondColumns.begin));
      const end = bond === unsetValue ? unsetValue : indexOf(bonds.get(bond, bondColumns.end));
      if (begin === unsetValue || end === unsetValue || begin === end)
        throw unsupportedStream(offset, `a molecule whose bond ${index} does not join two of its atoms`);
      this.#builder.addBond(begin, end, bonds.get(bond, bondColumns.order), bonds.get(bond, bondColumns.aromatic));
    }
  }

  #place(point: number): void {
    const at = 2 * this.#atomCount;
    this.#atomCount += 1;
    if (point === unsetValue) {
      this.#unplaced += 1;
      return;
    }
    if (at + 2 > this.#coordinates.length) {
      const larger = new Float64Array(2 * (at + 2));
      larger.set(this.#coordinates);
      this.#coordinates = larger;
    }
    const tables = this.#parts?.tables;
    this.#coordinates[at] = tables?.x(point) ?? 0;
    this.#coordinates[at + 1] = tables?.y(point) ?? 0;
  }
}
