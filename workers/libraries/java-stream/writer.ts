import { BigEndianWriter } from '../bytes/byte-writer';
import { FormatlabError } from '../../model/errors';
import type { JavaClass } from './java-class';
import { modifiedUtf8Length, writeModifiedUtf8 } from './modified-utf8';
import { classFlags, contentTags, firstHandle, streamMagic, streamVersion } from './protocol';

const utfLimit = 0xffff;

/**
 * Writes a stream like `java.io.ObjectOutputStream`: every class is described once, and later references use handles. The caller describes the objects and keeps the handles that it will
 * refer to; the writer keeps no other data about objects.
 */
export class JavaStreamWriter extends BigEndianWriter {
  #handleCount = 0;
  readonly #classes = new Map<JavaClass, number>();
  /** The handles of texts that are one shared object in Java: constants, and the types of fields. */
  readonly #constants = new Map<string, number>();
  readonly #enumConstants = new Map<JavaClass, Map<string, number>>();

  constructor(expectedBytes: number) {
    super(Math.max(1_024, expectedBytes));
    this.u16(streamMagic);
    this.u16(streamVersion);
  }

  nulls(count: number): void {
    this.reserve(count);
    const { bytes } = this;
    const end = this.length + count;
    // Only a few bytes each time: a loop is faster than `fill`.
    for (let at = this.length; at < end; at += 1) bytes[at] = contentTags.null;
    this.length = end;
  }

  reference(handle: number): void {
    const at = this.room(5);
    this.bytes[at] = contentTags.reference;
    this.view.setInt32(at + 1, handle);
  }

  /** Begins an object and returns its handle. The values of its fields follow, the topmost class's first. */
  object(javaClass: JavaClass): number {
    this.u8(contentTags.object);
    this.#class(javaClass);
    return this.#newHandle();
  }

  /** Begins an array and returns its handle. The elements follow. */
  array(javaClass: JavaClass, length: number): number {
    this.u8(contentTags.array);
    this.#class(javaClass);
    this.u32(length);
    return this.#newHandle();
  }

  /** Writes a text as a new object and returns its handle. */
  string(text: string): number {
    const length = modifiedUtf8Length(text);
    this.reserve(9 + length);
    if (length > utfLimit) {
      this.u8(contentTags.longString);
      this.u64(BigInt(length));
    } else {
      this.u8(contentTags.string);
      this.u16(length);
    }
    this.length = writeModifiedUtf8(text, this.bytes, this.length);
    return this.#newHandle();
  }

  /** Writes a text that is one shared object in the stream: the text the first time, then a reference. */
  constantString(text: string): void {
    const handle = this.#constants.get(text);
    if (handle === undefined) this.#constants.set(text, this.string(text));
    else this.reference(handle);
  }

  enumConstant(javaClass: JavaClass, name: string): void {
    let constants = this.#enumConstants.get(javaClass);
    if (constants === undefined) {
      constants = new Map();
      this.#enumConstants.set(javaClass, constants);
    }
    const handle = constants.get(name);
    if (handle !== undefined) {
      this.reference(handle);
      return;
    }
    this.u8(contentTags.enumConstant);
    this.#class(javaClass);
    constants.set(name, this.#newHandle());
    this.constantString(name);
  }

  /** Begins at most 255 bytes that a class writes itself. */
  blockData(sizeBytes: number): void {
    this.u8(contentTags.blockData);
    this.u8(sizeBytes);
  }

  /** Ends the data that a class writes itself. */
  endBlockData(): void {
    this.u8(contentTags.endBlockData);
  }

  /** Writes a class descriptor the first time, then a reference to it. Null stands for a superclass that is not serializable. */
  #class(javaClass: JavaClass | null): void {
    if (javaClass === null) {
      this.u8(contentTags.null);
      return;
    }
    const known = this.#classes.get(javaClass);
    if (known !== undefined) {
      this.reference(known);
      return;
    }
    this.u8(contentTags.classDescriptor);
    this.#utf(javaClass.name);
    this.u64(javaClass.serialVersionUid);
    this.#classes.set(javaClass, this.#newHandle());
    this.u8(
      classFlags.serializable |
        (javaClass.isEnum ? classFlags.isEnum : 0) |
        (javaClass.writesItself ? classFlags.writesItself : 0),
    );
    this.u16(javaClass.fields.length);
    for (const { name, type } of javaClass.fields) {
      this.u8(type.charCodeAt(0));
      this.#utf(name);
      if (type.length > 1) this.constantString(type);
    }
    this.u8(contentTags.endBlockData);
    this.#class(javaClass.superclass);
  }

  #utf(text: string): void {
    const length = modifiedUtf8Length(text);
    this.u16(length);
    this.reserve(length);
    this.length = writeModifiedUtf8(text, this.bytes, this.length);
  }

  #newHandle(): number {
    const handle = firstHandle + this.#handleCount;
    this.#handleCount += 1;
    return handle;
  }

  protected override capacityFor(neededBytes: number): number {
    // The maximum length of an array in Java, and of a stream that our reader can address.
    const limit = 0x7fffffff;
    if (neededBytes > limit) {
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'encode',
        message: 'The Java object stream would be larger than 2 GiB.',
        remedy: 'Choose fewer molecules.',
      });
    }
    return Math.min(limit, Math.max(neededBytes, Math.ceil(1.5 * this.bytes.length)));
  }
}
