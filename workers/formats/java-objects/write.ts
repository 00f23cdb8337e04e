import { bondOrderAromatic, type Molecules } from '../../model/molecules/molecules';
import {
  atomArrayClass,
  bondArrayClass,
  hashSetClass,
  integerClass,
  linkedHashMapClass,
  orderClass,
  point2dClass,
  stereoClass,
} from '../../libraries/cdk-objects/classes';
import {
  aromaticFlag,
  atomContainerObject,
  atomMapKey,
  atomObject,
  bondObject,
  type CdkField,
  type CdkObject,
  electronCountOf,
  isPseudo,
  orderNames,
  pseudoAtomObject,
  sharedIntegers,
} from '../../libraries/cdk-objects/objects';
import { JavaStreamWriter } from '../../libraries/java-stream/writer';
import { symbolOf } from '../../libraries/molecules/elements';

/** The values of one molecule, atom or bond for the fields that vary. */
type Write = (index: number) => void;

/** Typical sizes in bytes, to guess the stream's size. A wrong guess costs a copy. */
const typicalBytes = { molecule: 140, atom: 62, bond: 58 } as const;

/**
 * Writes one stream with a `writeObject` for each molecule, byte for byte as Java serializes CDK's objects. Integers from -128 to 127, symbols and constants are one shared object in the
 * stream; larger Integers, arrays, maps and points are separate objects. After a molecule only the number of handles is kept, which grows as Java's does without `reset`.
 */
export class CdkObjectWriter {
  readonly #molecules: Molecules;
  readonly #stream: JavaStreamWriter;
  readonly #integers = new Int32Array(sharedIntegers.max - sharedIntegers.min + 1);
  /** The handles of the atoms of the current molecule. */
  #atomHandles = new Int32Array(256);
  readonly #atom: readonly Write[];
  readonly #pseudoAtom: readonly Write[];
  readonly #bond: readonly Write[];
  readonly #container: readonly Write[];

  constructor(molecules: Molecules) {
    this.#molecules = molecules;
    const { moleculeCount, atoms, bonds } = molecules;
    this.#stream = new JavaStreamWriter(
      4_096 +
        moleculeCount * typicalBytes.molecule +
        atoms.elements.length * typicalBytes.atom +
        bonds.orders.length * typicalBytes.bond +
        (molecules.coordinates === null ? 0 : 22 * atoms.elements.length),
    );
    this.#atom = this.#fieldsOf(atomObject);
    this.#pseudoAtom = this.#fieldsOf(pseudoAtomObject);
    this.#bond = this.#fieldsOf(bondObject);
    this.#container = this.#fieldsOf(atomContainerObject);
  }

  write(): Uint8Array<ArrayBuffer> {
    for (let molecule = 0; molecule < this.#molecules.moleculeCount; molecule += 1) {
      this.#stream.object(atomContainerObject.javaClass);
      for (const write of this.#container) write(molecule);
    }
    return this.#stream.finish();
  }

  /** The steps that write the fields of an object in order; adjacent nulls are one step. */
  #fieldsOf(object: CdkObject): readonly Write[] {
    const writes: Write[] = [];
    let nulls = 0;
    const endNulls = () => {
      const count = nulls;
      if (count > 0) writes.push(() => this.#stream.nulls(count));
      nulls = 0;
    };
    for (const field of object.fields) {
      if (field.value.kind === 'null') {
        nulls += 1;
        continue;
      }
      endNulls();
      writes.push(this.#writeOf(field, object));
    }
    endNulls();
    return writes;
  }

  #writeOf({ type, value }: CdkField, object: CdkObject): Write {
    const stream = this.#stream;
    const { atoms, bonds, coordinates, atomOffsets, bondOffsets } = this.#molecules;
    switch (value.kind) {
      case 'null':
        return () => stream.nulls(1);
      case 'primitive': {
        const constant = value.value;
        if (type === 'Z') return () => stream.u8(constant);
        if (type === 'S') return () => stream.u16(constant);
        return () => stream.u32(constant);
      }
      case 'flags':
        if (object === bondObject)
          return (bond) =>
            stream.u16(bonds.aromatic[bond] === 1 || bonds.orders[bond] === bondOrderAromatic ? aromaticFlag : 0);
        return (atom) => stream.u16(atoms.aromatic[atom] === 1 ? aromaticFlag : 0);
      case 'integer':
        return () => this.#integer(value.value);
      case 'atomColumn': {
        const column = atoms[value.column];
        if (!value.nullAtZero) return (atom) => this.#integer(column[atom] ?? 0);
        return (atom) => {
          const number = column[atom] ?? 0;
          if (number === 0) stream.nulls(1);
          else this.#integer(number);
        };
      }
      case 'symbol':
        return (atom) => stream.constantString(symbolOf(atoms.elements[atom] ?? 0));
      case 'atomMap':
        return (atom) => this.#atomMap(atoms.maps[atom] ?? 0);
      case 'place':
        if (coordinates === null) return () => stream.nulls(1);
        return (atom) => {
          stream.object(point2dClass);
          stream.f64(coordinates[2 * atom] ?? 0);
          stream.f64(coordinates[2 * atom + 1] ?? 0);
        };
      case 'electronCount':
        return (bond) => this.#integer(electronCountOf(bonds.orders[bond] ?? 0));
      case 'order':
        return (bond) => stream.enumConstant(orderClass, orderNames[bonds.orders[bond] ?? 0] ?? 'UNSET');
      case 'bondStereo':
        return () => stream.enumConstant(stereoClass, value.name);
      case 'ends':
        return (bond) => {
          stream.array(atomArrayClass, 2);
          stream.reference(this.#atomHandles[bonds.begins[bond] ?? 0] ?? 0);
          stream.reference(this.#atomHandles[bonds.ends[bond] ?? 0] ?? 0);
        };
      case 'atomCount':
        return (molecule) => stream.u32((atomOffsets[molecule + 1] ?? 0) - (atomOffsets[molecule] ?? 0));
      case 'bondCount':
        return (molecule) => stream.u32((bondOffsets[molecule + 1] ?? 0) - (bondOffsets[molecule] ?? 0));
      case 'atoms':
        return (molecule) => this.#atoms(atomOffsets[molecule] ?? 0, atomOffsets[molecule + 1] ?? 0);
      case 'bonds':
        return (molecule) => this.#bonds(bondOffsets[molecule] ?? 0, bondOffsets[molecule + 1] ?? 0);
      case 'nulls':
        return () => {
          stream.array(value.arrayClass, value.length);
          stream.nulls(value.length);
        };
      case 'emptySet':
        return () => this.#emptySet();
    }
  }

  #integer(value: number): void {
    if (value < sharedIntegers.min || value > sharedIntegers.max) {
      this.#stream.object(integerClass);
      this.#stream.u32(value);
      return;
    }
    const at = value - sharedIntegers.min;
    const handle = this.#integers[at] ?? 0;
    if (handle !== 0) {
      this.#stream.reference(handle);
      return;
    }
    this.#integers[at] = this.#stream.object(integerClass);
    this.#stream.u32(value);
  }

  #atomMap(map: number): void {
    const stream = this.#stream;
    if (map === 0) {
      stream.nulls(1);
      return;
    }
    stream.object(linkedHashMapClass);
    // HashMap's fields (load factor and threshold), then the data that it writes itself: buckets and entries.
    stream.f32(0.75);
    stream.u32(3);
    stream.blockData(8);
    stream.u32(4);
    stream.u32(1);
    stream.constantString(atomMapKey);
    this.#integer(map);
    stream.endBlockData();
    // LinkedHashMap's field accessOrder: false is the order of insertion.
    stream.u8(0);
  }

  #emptySet(): void {
    const stream = this.#stream;
    stream.object(hashSetClass);
    stream.blockData(12);
    stream.u32(16);
    stream.f32(0.75);
    stream.u32(0);
    stream.endBlockData();
  }

  #atoms(from: number, to: number): void {
    const { elements } = this.#molecules.atoms;
    if (to - from > this.#atomHandles.length) this.#atomHandles = new Int32Array(2 * (to - from));
    this.#stream.array(atomArrayClass, to - from);
    for (let atom = from; atom < to; atom += 1) {
      const pseudo = isPseudo(elements[atom] ?? 0);
      this.#atomHandles[atom - from] = this.#stream.object(pseudo ? pseudoAtomObject.javaClass : atomObject.javaClass);
      for (const write of pseudo ? this.#pseudoAtom : this.#atom) write(atom);
    }
  }

  #bonds(from: number, to: number): void {
    this.#stream.array(bondArrayClass, to - from);
    for (let bond = from; bond < to; bond += 1) {
      this.#stream.object(bondObject.javaClass);
      for (const write of this.#bond) write(bond);
    }
  }
}
