import { aromaticFlag } from '../../../libraries/cdk-objects/objects';
import { classByNameMark, classNameBytes, objectKindName, objectKinds, objectMarks, registeredIds } from './classes';
import { KryoInput } from './input';
import type { WriteStep } from './steps';

/** Results of {@link GraphInput.object}: a new object follows, or the object is null. */
export const newObject = -1;
export const nullObject = -2;

/** Reads objects with their classes. Class names and objects that occurred earlier in the same molecule are references by number. */
export class GraphInput extends KryoInput {
  /** The kind of each class, by the number of its name. */
  readonly #names = new Int32Array(classNameBytes.length);
  #nameCount = 0;
  /** The kind of each object by its number, and the value that its reader registered. */
  #kinds = new Uint8Array(1_024);
  #values = new Int32Array(1_024);
  #objectCount = 0;

  beginMolecule(): void {
    this.#nameCount = 0;
    this.#objectCount = 0;
  }

  /** Reads a class and returns its kind; −1 for null. `likely` is compared first. */
  class(likely: number): number {
    const start = this.at;
    // Nearly always, the class name has occurred before.
    const known = this.bytes[start + 1];
    if (this.bytes[start] === classByNameMark && known !== undefined && known < this.#nameCount) {
      this.at = start + 2;
      return this.#names[known] as number;
    }
    const id = this.varInt();
    if (id === objectMarks.isNull) return -1;
    if (id === registeredIds.string) return objectKinds.string;
    if (id === registeredIds.int) return objectKinds.integer;
    if (id !== classByNameMark)
      return this.reject(`a molecule refers to the registered class ${id - 2}, but none is registered`, start);
    const name = this.varInt();
    if (name < this.#nameCount) return this.#names[name] as number;
    if (name > this.#nameCount)
      return this.reject(
        `a reference leads to class name ${name}, but only ${this.#nameCount} were read so far`,
        start,
      );
    const nameStart = this.at;
    let kind = this.takes(classNameBytes[likely] as Uint8Array) ? likely : -1;
    for (let other = 0; kind < 0 && other < classNameBytes.length; other += 1)
      if (this.takes(classNameBytes[other] as Uint8Array)) kind = other;
    if (kind < 0)
      return this.reject(`the class ${this.string()} is not one of the CDK classes that Formatlab supports`, nameStart);
    for (let earlier = 0; earlier < this.#nameCount; earlier += 1)
      if (this.#names[earlier] === kind)
        this.reject(`the class name ${objectKindName(kind)} is defined twice`, nameStart);
    this.#names[this.#nameCount] = kind;
    this.#nameCount += 1;
    return kind;
  }

  /** Reads a class that must be this one. */
  expectClass(kind: number, what: string): void {
    const start = this.at;
    const found = this.class(kind);
    if (found !== kind)
      this.reject(
        `${what} is ${found < 0 ? 'null' : `of the class ${objectKindName(found)}`} instead of ${objectKindName(kind)}`,
        start,
      );
  }

  /**
   * Reads a reference to an object of this kind. Returns {@link newObject} if the object comes next (the caller then registers it with `known`), {@link nullObject} for null, or the value of an earlier object.
   */
  object(kind: number, what: string): number {
    const start = this.at;
    const mark = this.varInt();
    if (mark === objectMarks.follows) return newObject;
    if (mark === objectMarks.isNull) return nullObject;
    const object = mark - objectMarks.firstReference;
    if (object >= this.#objectCount)
      return this.reject(`${what} refers to object ${object}, but only ${this.#objectCount} were read so far`, start);
    if (this.#kinds[object] !== kind)
      return this.reject(
        `${what} refers to object ${object}, which is of the class ${objectKindName(this.#kinds[object] as number)} instead of ${objectKindName(kind)}`,
        start,
      );
    return this.#values[object] as number;
  }

  /** Reads an object that cannot have occurred before, such as an array or an atom. */
  expectNew(kind: number, what: string): void {
    const start = this.at;
    if (this.bytes[start] === objectMarks.follows) {
      this.at = start + 1;
      return;
    }
    this.object(kind, what);
    this.reject(
      `${what} is ${this.bytes[start] === objectMarks.isNull ? 'null' : 'a reference to an earlier object'}`,
      start,
    );
  }

  /** Gives a new object the next number. References to it return `value`. */
  known(kind: number, value = 0): void {
    if (this.#objectCount === this.#kinds.length) {
      const [moreKinds, moreValues] = [new Uint8Array(2 * this.#objectCount), new Int32Array(2 * this.#objectCount)];
      moreKinds.set(this.#kinds);
      moreValues.set(this.#values);
      this.#kinds = moreKinds;
      this.#values = moreValues;
    }
    this.#kinds[this.#objectCount] = kind;
    this.#values[this.#objectCount] = value;
    this.#objectCount += 1;
  }

  /** Consumes a null if it comes next, and returns whether it did. */
  skipNull(): boolean {
    if (this.bytes[this.at] !== objectMarks.isNull) return false;
    this.at += 1;
    return true;
  }

  /** Reads a boxed Integer that is not null. Integers are never references. */
  integer(what: string): number {
    const mark = this.u8();
    if (mark !== objectMarks.follows) this.reject(`${what} must be null or an Integer`, this.at - 1);
    return this.int();
  }

  /** Reads the begin of an array and returns its length, which is at least `count`; elements beyond `count` are null. Each element takes at least one byte. */
  beginArray(kind: number, what: string, count: number): number {
    this.expectClass(kind, what);
    this.expectNew(kind, what);
    this.known(kind);
    const start = this.at;
    const length = this.varInt() - 1;
    if (length > this.bytes.length - this.at)
      this.reject(`${what} claims ${length} elements, more than the file can hold`, start);
    if (length < count) this.reject(`${what} has ${length} elements, fewer than the ${count} that are declared`, start);
    return length;
  }

  endArray(what: string, nulls: number): void {
    for (let index = 0; index < nulls; index += 1)
      if (!this.skipNull()) this.reject(`${what} has an element after its declared end`);
  }

  /** Checks fields that are the same in all objects that CDK creates from SMILES; most of them are null. */
  constant(step: WriteStep, className: string): void {
    if (this.takes(step.bytes)) return;
    const start = this.at;
    for (let byte = 0; byte < step.bytes.length; byte += 1) {
      if (this.u8() === step.bytes[byte]) continue;
      const field = step.fields.findLast((one) => one.start <= byte)?.name ?? '';
      this.reject(
        `the field “${field}” of ${className} has a value that CDK’s SMILES parser never writes, and Formatlab can’t store it`,
        start + byte,
      );
    }
  }

  /** 1 if the atom or bond is marked aromatic, otherwise 0. */
  aromaticFlag(what: string): number {
    const start = this.at;
    const flags = this.short();
    if (flags !== 0 && flags !== aromaticFlag)
      this.reject(
        `${what} has the flags ${flags}; Formatlab can store only the flag “aromatic” (${aromaticFlag})`,
        start,
      );
    return flags === 0 ? 0 : 1;
  }
}
