import type { BufferReader } from './buffer-reader';
import { builtInClasses } from './base-classes';
import { byteCountMask, classMask, isReferencedBit, firstBufferPosition, newClassTag } from './format-constants';
import { elementTypes, type StreamerElement, type StreamerInfo } from './streamer-info';

export type RootValue = number | boolean | string | null | RootObject | readonly RootValue[] | Float64Array;

/** An object as its class's TStreamerInfo describes it, including the members of its bases. */
export interface RootObject {
  readonly className: string;
  readonly members: ReadonlyMap<string, RootValue>;
  /** The items of a collection. */
  readonly items?: readonly (RootObject | null)[];
  /** Why the object, or the rest after the given members, could not be read; null if it is complete. */
  readonly notRead: string | null;
}

/** The maximum depth, which no tree of branches reaches. Otherwise, a class that is described as its own base would recurse for ever. */
const maxDepth = 64;
/** The maximum number of objects in a record. A hostile record could contain endless pointers to itself. */
const maxObjects = 4_000_000;

/** The rest of an object cannot be read and is skipped, because its end is known. */
class NotReadable extends Error {}

const arrayElementBytes: Readonly<Record<string, number>> = {
  TArrayC: 1,
  TArrayS: 2,
  TArrayI: 4,
  TArrayL: 8,
  TArrayL64: 8,
  TArrayF: 4,
  TArrayD: 8,
};

/** Reads the objects of one record by the class descriptions in the file. Objects of undescribed classes are skipped and named in `notRead`. */
export class StreamedObjectReader {
  readonly #reader: BufferReader;
  readonly #infos: readonly StreamerInfo[];
  /** The size of the record's key, because references count from the key's start. */
  readonly #displacementBytes: number;
  readonly #classes = new Map<number, string>();
  readonly #objects = new Map<number, RootObject>();
  #depth = 0;
  #count = 0;

  constructor(reader: BufferReader, displacementBytes: number, infos: readonly StreamerInfo[]) {
    this.#reader = reader;
    this.#displacementBytes = displacementBytes;
    this.#infos = infos;
  }

  /** Reads the object of a record, whose class is in its key. */
  readObject(className: string): RootObject {
    const members = new Map<string, RootValue>();
    return this.#fill(className, members);
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    this.#count += 1;
    if (this.#depth > maxDepth) throw this.#reader.fail('nests objects more deeply than this reader supports');
    if (this.#count > maxObjects) throw this.#reader.fail('holds more objects than this reader supports');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #infoOf(className: string, version: number, checksum: number | null): StreamerInfo {
    const named = (list: readonly StreamerInfo[]) =>
      list.find(
        (info) =>
          info.className === className && (checksum === null ? info.version === version : info.checksum === checksum),
      );
    const found = named(this.#infos) ?? named(builtInClasses);
    if (found === undefined)
      throw new NotReadable(`the file does not describe version ${version} of the class ${className}`);
    return found;
  }

  #fill(className: string, members: Map<string, RootValue>): RootObject {
    return this.#nested(() => {
      const reader = this.#reader;
      const depth = this.#depth;
      const start = reader.at;
      let end: number | null = null;
      try {
        if (className === 'TObject') {
          this.#tObject(members);
          return { className, members, notRead: null };
        }
        const arrayBytes = arrayElementBytes[className];
        if (arrayBytes !== undefined) {
          reader.skip(reader.u32() * arrayBytes);
          return { className, members, notRead: null };
        }
        const { version, checksum, end: told } = reader.version();
        end = told;
        if (className === 'TList' || className === 'TObjArray' || className === 'THashList') {
          const items = this.#collection(className === 'TObjArray', members);
          if (end !== null) reader.at = end;
          return { className, members, items, notRead: null };
        }
        for (const element of this.#infoOf(className, version, checksum).elements) this.#element(element, members);
        if (end !== null && reader.at !== end)
          throw new NotReadable(`the object’s size differs from the file’s description of ${className}`);
        return { className, members, notRead: null };
      } catch (thrown) {
        if (!(thrown instanceof NotReadable)) throw thrown;
        if (end === null) {
          reader.at = start;
          throw reader.fail(`holds an object of the class ${className} that cannot be skipped: ${thrown.message}`);
        }
        this.#depth = depth;
        reader.at = end;
        return { className, members, notRead: thrown.message };
      }
    });
  }

  #tObject(members: Map<string, RootValue>): void {
    const reader = this.#reader;
    reader.version();
    members.set('fUniqueID', reader.u32());
    const bits = reader.u32();
    members.set('fBits', bits);
    if ((bits & isReferencedBit) !== 0) reader.u16();
  }

  #collection(isArray: boolean, members: Map<string, RootValue>): (RootObject | null)[] {
    const reader = this.#reader;
    this.#tObject(members);
    members.set('fName', reader.text());
    const count = reader.u32();
    if (isArray) reader.u32();
    // A pointer takes at least four bytes.
    if (count * 4 > reader.left)
      throw reader.fail(`claims a list of ${count} objects, which don’t fit the ${reader.left} bytes that follow`);
    const items: (RootObject | null)[] = [];
    for (let index = 0; index < count; index += 1) {
      items.push(this.#pointer());
      if (isArray) continue;
      const option = reader.u8();
      reader.skip(option === 255 ? reader.u32() : option);
    }
    return items;
  }

  /** Reads a pointer (TBufferFile::ReadObjectAny). */
  #pointer(): RootObject | null {
    const reader = this.#reader;
    const begin = reader.at + this.#displacementBytes;
    const word = reader.u32();
    const counted = (word & byteCountMask) !== 0 && word !== newClassTag;
    const tagAt = reader.at + this.#displacementBytes;
    const tag = counted ? reader.u32() : word;
    if ((tag & classMask) === 0) {
      if (tag === 0) return null;
      const known = this.#objects.get(tag);
      if (known === undefined) throw reader.fail(`refers to an object at ${tag}, but no object begins there`);
      return known;
    }
    let className: string;
    if (tag === newClassTag) {
      className = reader.cString();
      this.#classes.set((counted ? tagAt : begin) + firstBufferPosition, className);
    } else {
      const known = this.#classes.get((tag & ~classMask) >>> 0);
      if (known === undefined)
        throw reader.fail(`refers to a class at ${(tag & ~classMask) >>> 0}, but no class is named there`);
      className = known;
    }
    const end = counted ? begin - this.#displacementBytes + 4 + (word & ~byteCountMask) : null;
    if (end !== null && end > reader.bytes.length)
      throw reader.fail(`holds an object of ${className} that reaches past the end of its record`);
    const members = new Map<string, RootValue>();
    // The object is registered before it is read, because its content may point to it.
    this.#objects.set(begin + firstBufferPosition, { className, members, notRead: null });
    const object = this.#fillOrSkip(className, members, end);
    this.#objects.set(begin + firstBufferPosition, object);
    if (end !== null) reader.at = end;
    return object;
  }

  /** Skips classes that write themselves, without their own byte count: the pointer's byte count gives their end. */
  #fillOrSkip(className: string, members: Map<string, RootValue>, end: number | null): RootObject {
    if (end !== null && className === 'TBasket')
      return { className, members, notRead: 'it is stored inside the tree’s own record' };
    return this.#fill(className, members);
  }

  #element(element: StreamerElement, members: Map<string, RootValue>): void {
    const { type, name } = element;
    const reader = this.#reader;
    const { object, any, ownedObject, ownedAny, objectPointer, anyPointer, tString, arrayOffset, pointerOffset } =
      elementTypes;
    if (element.kind === 'TStreamerBase') {
      const found = this.#fill(name, members);
      if (found.notRead !== null) throw new NotReadable(found.notRead);
    } else if (type < arrayOffset) members.set(name, this.#scalar(type));
    else if (type < pointerOffset) members.set(name, this.#array(type - arrayOffset, element.arrayLength));
    else if (type < object) {
      const count = members.get(element.countName ?? '');
      if (typeof count !== 'number')
        throw new NotReadable(`the member that should hold the length of ${name} is missing`);
      members.set(name, reader.u8() === 0 ? new Float64Array(0) : this.#array(type - pointerOffset, count));
    } else if (
      type === object ||
      type === any ||
      type === ownedObject ||
      type === ownedAny ||
      type === elementTypes.tObject ||
      type === elementTypes.tNamed
    )
      members.set(name, this.#fill(element.typeName.replace(/\*$/, ''), new Map()));
    else if (type === objectPointer || type === anyPointer) members.set(name, this.#pointer());
    else if (type === tString) members.set(name, reader.text());
    else throw new NotReadable(`${name} has the member type ${type}, which only the code of its own class can read`);
  }

  #scalar(type: number): number | boolean | string {
    const reader = this.#reader;
    switch (type) {
      case elementTypes.char:
      case elementTypes.legacyChar:
        return reader.i8();
      case elementTypes.short:
        return reader.i16();
      case elementTypes.int:
      case elementTypes.counter:
        return reader.i32();
      case elementTypes.long:
      case elementTypes.long64:
        return reader.i64();
      case elementTypes.float:
      case elementTypes.double32:
        return reader.f32();
      case elementTypes.double:
        return reader.f64();
      case elementTypes.uchar:
        return reader.u8();
      case elementTypes.ushort:
        return reader.u16();
      case elementTypes.uint:
      case elementTypes.bits:
        return reader.u32();
      case elementTypes.ulong:
      case elementTypes.ulong64:
        return reader.u64();
      case elementTypes.bool:
        return reader.u8() !== 0;
      default:
        throw new NotReadable(`members of type ${type} are not supported`);
    }
  }

  #array(type: number, length: number): Float64Array {
    if (length < 0 || length > this.#reader.left)
      throw this.#reader.fail(
        `claims an array of ${length} values, which don’t fit the ${this.#reader.left} bytes that follow`,
      );
    const values = new Float64Array(length);
    for (let index = 0; index < length; index += 1) values[index] = Number(this.#scalar(type));
    return values;
  }
}
