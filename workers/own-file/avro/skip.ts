import { AvroDamage, type Cursor } from './cursor';
import type { AvroType, RecordType } from './schema';

/** A schema may refer to itself, so only the data say how deep values are nested. */
const maxValueDepth = 1_000;

/** Passes over values that are not read: those of columns that no type can hold. */
export class Skipper {
  readonly #empty = new Map<AvroType, boolean>();
  /** The types of a record's fields that take bytes: a record of one byte may have thousands of others. */
  readonly #stored = new Map<RecordType, readonly AvroType[]>();

  /** True if the values of a type take no bytes, however many they are. */
  isEmpty(type: AvroType): boolean {
    const known = this.#empty.get(type);
    if (known !== undefined) return known;
    // Within a type that contains itself.
    this.#empty.set(type, false);
    const isEmpty =
      type.kind === 'null' ||
      (type.kind === 'fixed' && type.sizeBytes === 0) ||
      (type.kind === 'record' && type.fields.every((field) => this.isEmpty(field.type)));
    this.#empty.set(type, isEmpty);
    return isEmpty;
  }

  /** @throws AvroDamage if the value is damaged, or nested deeper than a schema can mean */
  skip(type: AvroType, cursor: Cursor, depth = 0): void {
    if (depth > maxValueDepth)
      throw new AvroDamage(`holds values nested more than ${maxValueDepth.toLocaleString('en')} deep`);
    switch (type.kind) {
      case 'null':
        return;
      case 'boolean':
        cursor.take(1);
        return;
      case 'int':
      case 'enum':
        cursor.int();
        return;
      case 'long':
        cursor.readLong();
        return;
      case 'float':
        cursor.take(4);
        return;
      case 'double':
        cursor.take(8);
        return;
      case 'bytes':
      case 'string':
        cursor.sizedBytes();
        return;
      case 'fixed':
        cursor.take(type.sizeBytes);
        return;
      case 'record':
        for (const field of this.#storedTypes(type)) this.skip(field, cursor, depth + 1);
        return;
      case 'union':
        this.skip(branchOf(type.branches, cursor), cursor, depth + 1);
        return;
      case 'array':
        this.#skipArray(type.items, cursor, depth);
        return;
      case 'map':
        cursor.items(() => {
          cursor.sizedBytes();
          this.skip(type.values, cursor, depth + 1);
        }, true);
    }
  }

  #storedTypes(record: RecordType): readonly AvroType[] {
    const known = this.#stored.get(record);
    if (known !== undefined) return known;
    const types = record.fields.map(({ type }) => type).filter((type) => !this.isEmpty(type));
    this.#stored.set(record, types);
    return types;
  }

  #skipArray(items: AvroType, cursor: Cursor, depth: number): void {
    if (!this.isEmpty(items)) {
      cursor.items(() => this.skip(items, cursor, depth + 1), true);
      return;
    }
    // Items without bytes need no loop, which a claimed count would make endless.
    for (;;) {
      const count = cursor.long();
      if (count === 0) return;
      if (count < 0 && cursor.long() !== 0) throw new AvroDamage('claims a size for items that have none');
    }
  }
}

/** The type that the next value of a union has. */
export function branchOf(branches: readonly AvroType[], cursor: Cursor): AvroType {
  const index = cursor.long();
  const branch = branches[index];
  if (branch === undefined) throw new AvroDamage(`takes type ${index} of a union of ${branches.length}`);
  return branch;
}
