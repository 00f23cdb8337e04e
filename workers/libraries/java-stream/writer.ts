import { FormatlabError } from '../../model/errors';
import type { JavaClass } from './java-class';
import { modifiedUtf8Length, writeModifiedUtf8 } from './modified-utf8';
import { classFlags, contentTags, firstHandle, streamMagic, streamVersion } from './protocol';

const utfLimit = 0xffff;

/**
 * Writes a stream like `java.io.ObjectOutputStream`: every class is described once, and later references use handles. The caller describes the objects and keeps the handles that it will
 * refer to; the writer keeps no other data about objects.
 */
export class JavaStreamWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = 0;
  #handleCount = 0;
  readonly #classes = new Map<JavaClass, number>();
  /** The handles of texts that are one shared object in Java: constants, and the types of fields. */
  readonly #constants = new Map<string, number>();
  readonly #enumConstants = new Map<JavaClass, Map<string, number>>();

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(Math.max(1_024, expectedBytes));
    this.#view = new DataView(this.#bytes.buffer);
    this.int16(streamMagic);
    this.int16(streamVersion);
  }

  int8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  int64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.#at, value);
    this.#at += 8;
  }

  float32(value: number): void {
    this.#reserve(4);
    this.#view.setFloat32(this.#at, value);
    this.#at += 4;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#at, value);
    this.#at += 8;
  }

  nulls(count: number): void {
    this.#reserve(count);
    const end = this.#at + count;
    // Only a few bytes each time: a loop is faster than `fill`.
    for (let at = this.#at; at < end; at += 1) this.#bytes[at] = contentTags.null;
    this.#at = end;
  }

  reference(handle: number): void {
    this.#reserve(5);
    this.#bytes[this.#at] = contentTags.reference;
    this.#view.setInt32(this.#at + 1, handle);
    this.#at += 5;
  }

  /** Begins an object and returns its handle. The values of its fields follow, the topmost class's first. */
  object(javaClass: JavaClass): number {
    this.int8(contentTags.object);
    this.#class(javaClass);
    return this.#newHandle();
  }

  /** Begins an array and returns its handle. The elements follow. */
  array(javaClass: JavaClass, length: number): number {
    this.int8(contentTags.array);
    this.#class(javaClass);
    this.int32(length);
    return this.#newHandle();
  }

  /** Writes a text as a new object and returns its handle. */
  string(text: string): number {
    const length = modifiedUtf8Length(text);
    this.#reserve(9 + length);
    if (length > utfLimit) {
      this.int8(contentTags.longString);
      this.int64(BigInt(length));
    } else {
      this.int8(contentTags.string);
      this.int16(length);
    }
    this.#at = writeModifiedUtf8(text, this.#bytes, this.#at);
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
    this.int8(contentTags.enumConstant);
    this.#class(javaClass);
    constants.set(name, this.#newHandle());
    this.constantString(name);
  }

  /** Begins at most 255 bytes that a class writes itself. */
  blockData(sizeBytes: number): void {
    this.int8(contentTags.blockData);
    this.int8(sizeBytes);
  }

  /** Ends the data that a class writes itself. */
  endBlockData(): void {
    this.int8(contentTags.endBlockData);
  }

  /** The written bytes in a new buffer. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#at === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#at);
  }

  /** Writes a class descriptor the first time, then a reference to it. Null stands for a superclass that is not serializable. */
  #class(javaClass: JavaClass | null): void {
    if (javaClass === null) {
      this.int8(contentTags.null);
      return;
    }
    const known = this.#classes.get(javaClass);
    if (known !== undefined) {
      this.reference(known);
      return;
    }
    this.int8(contentTags.classDescriptor);
    this.#utf(javaClass.name);
    this.int64(javaClass.serialVersionUid);
    this.#classes.set(javaClass, this.#newHandle());
    this.int8(
      classFlags.serializable |
        (javaClass.isEnum ? classFlags.isEnum : 0) |
        (javaClass.writesItself ? classFlags.writesItself : 0),
    );
    this.int16(javaClass.fields.length);
    for (const { name, type } of javaClass.fields) {
      this.int8(type.charCodeAt(0));
      this.#utf(name);
      if (type.length > 1) this.constantString(type);
    }
    this.int8(contentTags.endBlockData);
    this.#class(javaClass.superclass);
  }

  #utf(text: string): void {
    const length = modifiedUtf8Length(text);
    this.int16(length);
    this.#reserve(length);
    this.#at = writeModifiedUtf8(text, this.#bytes, this.#at);
  }

  #newHandle(): number {
    const handle = firstHandle + this.#handleCount;
    this.#handleCount += 1;
    return handle;
  }

  #reserve(sizeBytes: number): void {
    if (this.#at + sizeBytes > this.#bytes.length) this.#grow(sizeBytes);
  }

  #grow(sizeBytes: number): void {
    // The maximum length of an array in Java, and of a stream that our reader can address.
    const limit = 0x7fffffff;
    if (this.#at + sizeBytes > limit) {
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'encode',
        message: 'The Java object stream would be larger than 2 GiB.',
        remedy: 'Choose fewer molecules.',
      });
    }
    const larger = new Uint8Array(Math.min(limit, Math.max(this.#at + sizeBytes, Math.ceil(1.5 * this.#bytes.length))));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
