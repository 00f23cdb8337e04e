import { type ClassDescriptor, type DescribedField, flagsProblem } from './class-descriptors';
import type { BigEndianReader } from '../bytes/byte-reader';
import { readUtf } from './contents';
import type { Handles } from './handles';
import { checkDepth, contentTags, malformedStream, unsupportedStream } from './protocol';
import { valueKinds } from './value-stack';

/** Reads the parts of a stream that are inside a class descriptor but belong to the object reader. */
interface Surroundings {
  /** Reads the next content and returns its kind. */
  readonly content: (depth: number) => number;
  /** Skips the data that a class loader wrote, up to its end mark. */
  readonly annotation: (depth: number) => void;
}

/** Reads class descriptors. A class is described at its first occurrence and referred to later. */
export class ClassReader {
  readonly #reader: BigEndianReader;
  readonly #handles: Handles;
  readonly #surroundings: Surroundings;
  readonly #descriptors: ClassDescriptor[] = [];

  constructor(reader: BigEndianReader, handles: Handles, surroundings: Surroundings) {
    this.#reader = reader;
    this.#handles = handles;
    this.#surroundings = surroundings;
  }

  get count(): number {
    return this.#descriptors.length;
  }

  /** The class that is described or referred to here; null for null. */
  reference(depth: number): ClassDescriptor | null {
    const reader = this.#reader;
    const offset = reader.at;
    const tag = reader.u8();
    if (tag === contentTags.null) return null;
    if (tag !== contentTags.reference) {
      reader.at = offset;
      return this.#descriptors[this.describe(depth)] ?? null;
    }
    const index = this.#handles.indexOf(reader.i32(), offset);
    const descriptor =
      this.#handles.kinds[index] === valueKinds.descriptor
        ? this.#descriptors[this.#handles.values[index] ?? 0]
        : undefined;
    if (descriptor === undefined) throw malformedStream(offset, 'a reference to a class leads to something else');
    if (!descriptor.complete)
      throw malformedStream(offset, `the description of the class ${descriptor.name} refers to itself`);
    return descriptor;
  }

  /** Reads the descriptor at the current position and returns its index. */
  describe(depth: number): number {
    const reader = this.#reader;
    const offset = reader.at;
    checkDepth(depth, offset);
    const tag = reader.u8();
    if (tag === contentTags.proxyClassDescriptor)
      throw unsupportedStream(offset, 'a proxy class, which only a running Java program can create');
    if (tag !== contentTags.classDescriptor)
      throw malformedStream(offset, `a class begins with the unknown tag 0x${tag.toString(16).padStart(2, '0')}`);
    const name = readUtf(reader);
    // The serialVersionUID is not needed: Java uses it to compare the class with its own.
    reader.skip(8);
    const index = this.#descriptors.length;
    this.#handles.add(valueKinds.descriptor, index);
    const flagsAt = reader.at;
    const flags = reader.u8();
    const fieldCount = reader.u16();
    const problem = flagsProblem(flags, fieldCount);
    if (problem !== null) throw malformedStream(flagsAt, `the class ${name} has ${problem}`);
    const fields: DescribedField[] = [];
    const descriptor: ClassDescriptor = {
      name,
      flags,
      fields,
      superclass: null,
      complete: false,
      offset,
      layout: null,
    };
    this.#descriptors.push(descriptor);
    for (let field = 0; field < fieldCount; field += 1) fields.push(this.#field(depth));
    this.#surroundings.annotation(depth);
    descriptor.superclass = this.reference(depth + 1);
    descriptor.complete = true;
    return index;
  }

  #field(depth: number): DescribedField {
    const reader = this.#reader;
    const offset = reader.at;
    const typeCode = String.fromCharCode(reader.u8());
    if (!'BCDFIJSZ[L'.includes(typeCode)) throw malformedStream(offset, `a field has the unknown type ${typeCode}`);
    const name = readUtf(reader);
    if (typeCode === '[' || typeCode === 'L') {
      const typeAt = reader.at;
      if (this.#surroundings.content(depth + 1) !== valueKinds.string)
        throw malformedStream(typeAt, 'the type of a field is not a string');
    }
    return { name, typeCode };
  }
}
