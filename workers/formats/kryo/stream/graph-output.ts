import { byName, classNameBytes, objectMarks } from './classes';
import { KryoOutput } from './output';

/** Writes objects with their classes: numbers of objects and of class names begin anew with each molecule, as Kryo begins anew with each graph of objects. */
export class GraphOutput extends KryoOutput {
  /** Of each class whose name this molecule has, its number; −1 of the others. */
  readonly #nameIds = new Int8Array(classNameBytes.length);
  #nextName = 0;
  /** As it is written: two more than the number of the object. */
  #nextReference = 0;

  beginMolecule(): void {
    this.#nameIds.fill(-1);
    this.#nextName = 0;
    this.#nextReference = objectMarks.firstReference;
  }

  /** Gives the reference that later mentions have. */
  newObject(): number {
    this.byte(objectMarks.follows);
    this.#nextReference += 1;
    return this.#nextReference - 1;
  }

  class(kind: number): void {
    this.byte(byName);
    const known = this.#nameIds[kind] as number;
    if (known >= 0) {
      this.byte(known);
      return;
    }
    this.#nameIds[kind] = this.#nextName;
    this.byte(this.#nextName);
    this.#nextName += 1;
    this.raw(classNameBytes[kind] as Uint8Array);
  }

  array(kind: number, length: number): void {
    this.class(kind);
    this.newObject();
    this.varInt(length + 1);
  }
}
