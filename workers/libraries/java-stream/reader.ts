import type { FormatlabError } from '../../model/errors';
import {
  type ClassDescriptor,
  describedLineage,
  layoutOf,
  layoutSteps,
  type ObjectLayout,
  type ObjectPlan,
} from './class-descriptors';
import { ClassReader } from './class-reader';
import { blockDataAt, readPrimitive, skipBlockData, skipString, stringAt } from './contents';
import { BigEndianReader } from '../bytes/byte-reader';
import { Handles } from './handles';
import { primitiveBytes } from './java-class';
import { checkDepth, classFlags, contentTags, malformedStream, streamMagic, streamVersion } from './protocol';
import { ValueStack, valueKinds } from './value-stack';

/**
 * Reads the format of `java.io.ObjectInputStream` without executing or trusting anything. Classes are only what the stream describes; objects go to the plans of the classes that the
 * caller wants, and all others are skipped. Lengths are checked against the remaining bytes, and nesting against a limit. Every error gives the offset.
 */
export class JavaStreamReader {
  readonly #reader: BigEndianReader;
  readonly #bytes: Uint8Array;
  readonly #handles = new Handles();
  readonly #classes: ClassReader;
  readonly enumConstants: { readonly className: string; readonly name: string }[] = [];
  readonly #planOf: (lineage: readonly string[]) => ObjectPlan | null;
  /** The stack of values, which `finish` of a plan reads. */
  readonly stack = new ValueStack();
  /** The value that was read last. */
  kind = 0;
  value = 0;

  /** `planOf` is called once for each class, with its name and the names of its superclasses, topmost first; for arrays with the array's name (`[Ljava.lang.Integer;`). @throws if the header is wrong */
  constructor(bytes: Uint8Array, planOf: (lineage: readonly string[]) => ObjectPlan | null) {
    this.#bytes = bytes;
    this.#reader = new BigEndianReader(bytes, (problem, at) => malformedStream(at, `it ${problem}`));
    this.#planOf = planOf;
    this.#classes = new ClassReader(this.#reader, this.#handles, {
      content: (depth) => {
        this.#content(depth);
        return this.kind;
      },
      annotation: (depth) => this.#annotation(depth, false),
    });
    if (bytes.length < 4 || this.#reader.u16() !== streamMagic)
      throw malformedStream(0, 'it does not begin with the bytes AC ED');
    const version = this.#reader.u16();
    if (version !== streamVersion) throw malformedStream(2, `its version is ${version} instead of ${streamVersion}`);
  }

  get offset(): number {
    return this.#reader.at;
  }

  /** The number of distinct classes in the stream. */
  get classCount(): number {
    return this.#classes.count;
  }

  /** The number of objects, texts, arrays and classes with a handle so far. */
  get handleCount(): number {
    return this.#handles.count;
  }

  /** Reads the next content of the stream into `kind` and `value`; false at the end. */
  next(): boolean {
    while (this.#reader.at < this.#bytes.length && this.#bytes[this.#reader.at] === contentTags.reset) {
      this.#handles.clear();
      this.#reader.at += 1;
    }
    if (this.#reader.at === this.#bytes.length) return false;
    const tag = this.#bytes[this.#reader.at];
    if (tag === contentTags.blockData || tag === contentTags.longBlockData) this.#blockData();
    else this.#content(0);
    return true;
  }

  /** The text with its tag at this offset. */
  text(offset: number): string {
    return stringAt(this.#reader, offset);
  }

  /** The bytes that a class wrote itself, with their tag at this offset. */
  blockData(offset: number): DataView {
    return blockDataAt(this.#reader, offset);
  }

  /** Like `#content`, but faster for most fields and elements: null, or a reference to an earlier object. */
  #reference(depth: number): void {
    const reader = this.#reader;
    const { at } = reader;
    const tag = this.#bytes[at];
    if (tag === contentTags.null) {
      reader.at = at + 1;
      this.#found(valueKinds.null, 0);
    } else if (tag === contentTags.reference) {
      reader.at = at + 1;
      const index = this.#handles.indexOf(reader.i32(), at);
      this.#found(this.#handles.kinds[index] ?? 0, this.#handles.values[index] ?? 0);
    } else this.#content(depth);
  }

  #content(depth: number): void {
    const offset = this.#reader.at;
    checkDepth(depth, offset);
    const tag = this.#reader.u8();
    switch (tag) {
      case contentTags.null:
      case contentTags.reference:
        this.#reader.at = offset;
        this.#reference(depth);
        return;
      case contentTags.string:
      case contentTags.longString:
        this.#reader.at = offset;
        skipString(this.#reader);
        this.#handles.add(valueKinds.string, offset);
        this.#found(valueKinds.string, offset);
        return;
      case contentTags.object:
        this.#object(offset, depth);
        return;
      case contentTags.array:
        this.#array(offset, depth);
        return;
      case contentTags.enumConstant:
        this.#enumConstant(offset, depth);
        return;
      case contentTags.class:
        this.#classes.reference(depth);
        this.#handles.add(valueKinds.other, 0);
        this.#found(valueKinds.other, 0);
        return;
      case contentTags.classDescriptor:
      case contentTags.proxyClassDescriptor:
        this.#reader.at = offset;
        this.#found(valueKinds.descriptor, this.#classes.describe(depth));
        return;
      case contentTags.exception:
        throw this.#exception(offset, depth);
      default:
        throw malformedStream(offset, `an object begins with the unknown tag 0x${tag.toString(16).padStart(2, '0')}`);
    }
  }

  #object(offset: number, depth: number): void {
    const descriptor = this.#classes.reference(depth);
    if (descriptor === null) throw malformedStream(offset, 'an object has no class');
    if ((descriptor.flags & classFlags.isEnum) !== 0)
      throw malformedStream(offset, `the enum ${descriptor.name} is written as an object`);
    const handle = this.#handles.add(valueKinds.open, 0);
    descriptor.layout ??= this.#layoutOf(descriptor);
    const { steps, slotCount, plan } = descriptor.layout;
    const base = this.stack.top;
    for (let slot = 0; slot < slotCount; slot += 1) this.stack.push(valueKinds.null, 0);
    for (let step = 0; step < steps.length; step += 4) {
      const slot = steps[step + 1] ?? 0;
      switch (steps[step]) {
        case layoutSteps.skipBytes:
          this.#reader.skip(slot);
          break;
        case layoutSteps.primitive:
          this.stack.set(
            base + slot,
            valueKinds.primitive,
            readPrimitive(this.#reader, steps[step + 2] ?? 0, steps[step + 3] ?? 0),
          );
          break;
        case layoutSteps.reference:
          this.#reference(depth + 1);
          if (slot >= 0) this.stack.set(base + slot, this.kind, this.value);
          break;
        default:
          this.#annotation(depth, plan !== null);
      }
    }
    this.#finish(plan, base, handle, offset);
  }

  #array(offset: number, depth: number): void {
    const descriptor = this.#classes.reference(depth);
    if (descriptor === null || !descriptor.name.startsWith('['))
      throw malformedStream(offset, 'the class of an array is not an array class');
    const handle = this.#handles.add(valueKinds.open, 0);
    const length = this.#reader.i32();
    const elementBytes = primitiveBytes(descriptor.name.charAt(1));
    if (length < 0 || length * Math.max(1, elementBytes) > this.#reader.left) {
      throw malformedStream(
        offset,
        `an array claims ${length.toLocaleString('en')} elements, but only ${(this.#reader.left).toLocaleString('en')} bytes are left`,
      );
    }
    if (elementBytes > 0) {
      this.#reader.skip(length * elementBytes);
      this.#finish(null, this.stack.top, handle, offset);
      return;
    }
    descriptor.layout ??= { steps: new Int32Array(), slotCount: 0, plan: this.#planOf([descriptor.name]) };
    const { plan } = descriptor.layout;
    const base = this.stack.top;
    for (let element = 0; element < length; element += 1) {
      this.#reference(depth + 1);
      if (plan !== null) this.stack.push(this.kind, this.value);
    }
    this.#finish(plan, base, handle, offset);
  }

  #finish(plan: ObjectPlan | null, base: number, handle: number, offset: number): void {
    if (plan === null) this.#found(valueKinds.other, 0);
    else this.#found(plan.kind, plan.finish(base, this.stack.top - base, offset));
    this.stack.top = base;
    this.#handles.set(handle, this.kind, this.value);
  }

  /** Reads the data that a class wrote itself, up to its end mark; it goes on the stack if it is wanted. */
  #annotation(depth: number, wanted: boolean): void {
    while (true) {
      const offset = this.#reader.at;
      const tag = this.#reader.u8();
      if (tag === contentTags.endBlockData) return;
      this.#reader.at = offset;
      if (tag === contentTags.blockData || tag === contentTags.longBlockData) this.#blockData();
      else this.#content(depth + 1);
      if (wanted) this.stack.push(this.kind, this.value);
    }
  }

  #blockData(): void {
    this.#found(valueKinds.blockData, this.#reader.at);
    skipBlockData(this.#reader);
  }

  #enumConstant(offset: number, depth: number): void {
    const descriptor = this.#classes.reference(depth);
    if (descriptor === null || (descriptor.flags & classFlags.isEnum) === 0)
      throw malformedStream(offset, 'the class of an enum constant is not an enum');
    const handle = this.#handles.add(valueKinds.open, 0);
    this.#content(depth + 1);
    if (this.kind !== valueKinds.string) throw malformedStream(offset, 'an enum constant has no name');
    this.enumConstants.push({ className: descriptor.name, name: this.text(this.value) });
    this.#found(valueKinds.enumConstant, this.enumConstants.length - 1);
    this.#handles.set(handle, this.kind, this.value);
  }

  /** If the writer failed, the stream contains the exception in place of the object. */
  #exception(offset: number, depth: number): FormatlabError {
    this.#handles.clear();
    const at = this.#reader.at;
    if (this.#reader.u8() !== contentTags.object) throw malformedStream(at, 'an exception is not an object');
    const descriptor = this.#classes.reference(depth);
    return malformedStream(offset, `the program that wrote it stopped here with ${descriptor?.name ?? 'an exception'}`);
  }

  #layoutOf(descriptor: ClassDescriptor): ObjectLayout {
    return layoutOf(descriptor, this.#planOf(describedLineage(descriptor).map(({ name }) => name)));
  }

  #found(kind: number, value: number): void {
    this.kind = kind;
    this.value = value;
  }
}
