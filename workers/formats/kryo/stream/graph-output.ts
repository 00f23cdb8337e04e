import { classByNameMark, classNameBytes, objectMarks } from './classes';
import { KryoOutput } from './output';

/** Writes objects with their classes. The numbers of objects and class names restart with each molecule, as Kryo restarts them for each graph of objects. */
export class GraphOutput extends KryoOutput {
  /** The number of each class name within the current molecule; −1 if it has not been written. */
  readonly #nameIds = new Int8Array(classNameBytes.length);
  #nextName = 0;
  /** The next reference as it is written: the object's number plus two. */
  #nextReference = 0;

  beginMolecule(): void {
    this.#nameIds.fill(-1);
    this.#nextName = 0;
    this.#nextReference = objectMarks.firstReference;
  }

  /** Returns the reference for later mentions of the object. */
  newObject(): number {
    this.byte(objectMarks.follows);
    this.#nextReference += 1;
    return this.#nextReference - 1;
  }

  class(kind: number): void {
    this.byte(classByNameMark);
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
