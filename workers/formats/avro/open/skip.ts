import { DamagedInput } from '../../../model/damaged-input';
import type { BinaryDecoder } from './binary-decoder';
import type { AvroType, RecordType } from './schema';

/** A schema may refer to itself, so only the data say how deep values are nested. */
const maxValueDepth = 1_000;

/** Passes over values that are not read: those of columns that no type can hold. */
export class ValueSkipper {
  readonly #empty = new Map<AvroType, boolean>();
  /** The types of a record's fields that take bytes: a record of one byte may have thousands of others. */
  readonly #stored = new Map<RecordType, readonly AvroType[]>();

  /**
   * True if the values of a type take no bytes, however many they are. Named types may refer to each other in a chain of thousands, so the
   * records that are looked at are kept in a list rather than in calls.
   */
  isEmpty(type: AvroType): boolean {
    const open = [{ type, at: 0 }];
    const around = new Set<AvroType>();
    for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
      const isEmpty = this.#empty.get(current.type) ?? this.#emptiness(current, around);
      if (typeof isEmpty === 'boolean') {
        this.#empty.set(current.type, isEmpty);
        around.delete(current.type);
        open.pop();
      } else {
        around.add(current.type);
        open.push({ type: isEmpty, at: 0 });
      }
    }
    return this.#empty.get(type) ?? false;
  }

  /** Whether a type takes no bytes; or, of a record, the type of the field that must be known first, at which `at` then stands. */
  #emptiness(current: { readonly type: AvroType; at: number }, around: ReadonlySet<AvroType>): boolean | AvroType {
    const { type } = current;
    if (type.kind !== 'record') return type.kind === 'null' || (type.kind === 'fixed' && type.sizeBytes === 0);
    for (; current.at < type.fields.length; current.at += 1) {
      const field = type.fields[current.at]?.type;
      const isEmpty = field === undefined ? true : this.#empty.get(field);
      // No value of a record within itself ends.
      if (isEmpty === false || (field !== undefined && around.has(field))) return false;
      if (isEmpty === undefined && field !== undefined) return field;
    }
    return true;
  }

  /** @throws DamagedInput if the value is damaged, or nested deeper than a schema can mean */
  skip(type: AvroType, decoder: BinaryDecoder, depth = 0): void {
    if (depth > maxValueDepth)
      throw new DamagedInput(`holds values nested more than ${maxValueDepth.toLocaleString('en')} deep`);
    switch (type.kind) {
      case 'null':
        return;
      case 'boolean':
        decoder.raw(1);
        return;
      case 'int':
      case 'enum':
        decoder.int();
        return;
      case 'long':
        decoder.readLong();
        return;
      case 'float':
        decoder.raw(4);
        return;
      case 'double':
        decoder.raw(8);
        return;
      case 'bytes':
      case 'string':
        decoder.sizedBytes();
        return;
      case 'fixed':
        decoder.raw(type.sizeBytes);
        return;
      case 'record':
        for (const field of this.#storedTypes(type)) this.skip(field, decoder, depth + 1);
        return;
      case 'union':
        this.skip(unionBranch(type.branches, decoder), decoder, depth + 1);
        return;
      case 'array':
        this.#skipArray(type.items, decoder, depth);
        return;
      case 'map':
        decoder.items(() => {
          decoder.sizedBytes();
          this.skip(type.values, decoder, depth + 1);
        }, true);
    }
  }

  #storedTypes(record: RecordType): readonly AvroType[] {
    const known = this.#stored.get(record);
    if (known !== undefined) return known;
    const storedTypesOf = ({ fields }: RecordType) =>
      fields.map(({ type }) => type).filter((type) => !this.isEmpty(type));
    let types = storedTypesOf(record);
    // A record of a single record has that one's fields: a byte within hundreds of records would take as many calls.
    const seen = new Set<AvroType>([record]);
    for (let [only] = types; types.length === 1 && only?.kind === 'record' && !seen.has(only); [only] = types) {
      seen.add(only);
      types = storedTypesOf(only);
    }
    this.#stored.set(record, types);
    return types;
  }

  #skipArray(items: AvroType, decoder: BinaryDecoder, depth: number): void {
    if (!this.isEmpty(items)) {
      decoder.items(() => this.skip(items, decoder, depth + 1), true);
      return;
    }
    // Items without bytes need no loop, which a claimed count would make endless.
    for (;;) {
      const count = decoder.long();
      if (count === 0) return;
      if (count < 0 && decoder.long() !== 0) throw new DamagedInput('claims a size for items that have none');
    }
  }
}

/** The type that the next value of a union has. */
function unionBranch(branches: readonly AvroType[], decoder: BinaryDecoder): AvroType {
  const index = decoder.long();
  const branch = branches[index];
  if (branch === undefined) throw new DamagedInput(`takes type ${index} of a union of ${branches.length}`);
  return branch;
}
