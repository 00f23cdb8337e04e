import { type Column, listItemColumnName } from '../../../model/column';
import { maxColumnDepth } from '../../../model/column-schema';
import { distinctNames } from '../../../own-file/column-builders';
import type { MemoryUse } from '../../../own-file/memory-use';
import { DecimalColumnReader } from './decimals';
import { UnsupportedColumnType } from '../../../own-file/refused-columns';
import { withoutNullRows, NullMask, type PresentRows } from './rows';
import type { Stripe } from './stripe';
import { TimestampColumnReader } from './timestamps';
import { type OrcType, typeText } from './types';
import {
  ByteColumnReader,
  StringColumnReader,
  type ColumnContext,
  type ColumnReader,
  FloatColumnReader,
  IntColumnReader,
  joinedStripeOffsets,
  LongColumnReader,
  readOffsets,
  spreadOffsetsOverNulls,
  StreamColumnReader,
} from './value-readers';
import type { ZoneOffsets } from './zone-offsets';

/** Lists, and maps, whose items are keys and values. */
class ListReader extends StreamColumnReader {
  readonly #offsets: Int32Array<ArrayBuffer>[] = [];
  readonly #item: ColumnReader;
  readonly #noteText: string | null;

  constructor(place: ColumnContext, item: ColumnReader, noteText: string | null) {
    super(place);
    this.#item = item;
    this.#noteText = noteText;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { id, what, memory } = this.place;
    memory.add(8 * rows.count);
    const { version } = stripe.encoding(id, what);
    const offsets = readOffsets(this.stream(stripe, 'length', rows.filled), rows.filled, version, what);
    this.#offsets.push(spreadOffsetsOverNulls(offsets, rows));
    this.#item.read(stripe, withoutNullRows(offsets.at(-1) ?? 0));
  }

  build(name: string, note: (text: string) => void): Column {
    if (this.#noteText !== null) note(this.#noteText);
    const offsets = joinedStripeOffsets(this.#offsets, this.place.what);
    return {
      name,
      type: 'list',
      validity: this.nulls.build(),
      offsets,
      item: this.#item.build(listItemColumnName, note),
    };
  }
}

type NamedReader = { readonly name: string; readonly reader: ColumnReader };

/** The keys and the values of a map. They have no nulls of their own. */
class EntriesReader implements ColumnReader {
  readonly #fields: readonly NamedReader[];

  constructor(fields: readonly NamedReader[]) {
    this.#fields = fields;
  }

  read(stripe: Stripe, rows: PresentRows): void {
    for (const { reader } of this.#fields) reader.read(stripe, rows);
  }

  build(name: string, note: (text: string) => void): Column {
    const fields = this.#fields.map((field) => field.reader.build(field.name, note));
    return { name, type: 'struct', validity: null, fields };
  }
}

class StructReader implements ColumnReader {
  readonly #place: ColumnContext;
  readonly #nulls: NullMask;
  readonly #fields: readonly NamedReader[];

  constructor(place: ColumnContext, fields: readonly NamedReader[]) {
    this.#place = place;
    this.#nulls = new NullMask(place.memory);
    this.#fields = fields;
  }

  read(stripe: Stripe, rows: PresentRows): void {
    const filled = this.#nulls.read(stripe, this.#place.id, rows, this.#place.what);
    for (const { reader } of this.#fields) reader.read(stripe, filled);
  }

  build(name: string, note: (text: string) => void): Column {
    const names = distinctNames(
      this.#fields.map((field) => field.name),
      [],
    );
    if (names.some((distinct, index) => distinct !== this.#fields[index]?.name))
      note('names of its fields that were empty or repeated were changed.');
    const fields = this.#fields.map(({ reader }, index) => reader.build(names[index] ?? '', note));
    return { name, type: 'struct', validity: this.#nulls.build(), fields };
  }
}

const maxPrecision = 38;
const mapNote = 'its maps are kept as lists of their keys and values.';

/** Makes the readers of columns from the types of a file. */
export class ColumnPlanner {
  readonly #memory: MemoryUse;
  readonly #isJulian: boolean;
  readonly #zones = new Map<string, ZoneOffsets>();

  constructor(memory: MemoryUse, isJulian: boolean) {
    this.#memory = memory;
    this.#isJulian = isJulian;
  }

  /** @throws UnsupportedColumnType if no column can hold the values of the type */
  plan(type: OrcType, name: string): ColumnReader {
    return this.#plan(type, name, null, 1);
  }

  /** `path` leads to a part of the column; null for the column itself. */
  #plan(type: OrcType, column: string, path: string | null, depth: number): ColumnReader {
    const refuse = (reason: string) => new UnsupportedColumnType(path, reason);
    if (depth > maxColumnDepth) throw refuse(`is nested more than ${maxColumnDepth} deep`);
    const inside = path ?? column;
    const place: ColumnContext = { id: type.id, what: `the column “${inside.slice(0, 200)}”`, memory: this.#memory };
    const part = (index: number, name: string, deeper: number): NamedReader => {
      const child = type.children[index];
      if (child === undefined) throw refuse('lacks a part');
      return { name, reader: this.#plan(child.type, column, `${inside}.${name}`, depth + deeper) };
    };
    switch (type.kind) {
      case 'boolean':
        return new ByteColumnReader(place, 'bool');
      case 'tinyint':
        return new ByteColumnReader(place, 'int8');
      case 'smallint':
        return new IntColumnReader(place, 'int16', false);
      case 'int':
        return new IntColumnReader(place, 'int32', false);
      case 'bigint':
        return new LongColumnReader(place);
      case 'float':
        return new FloatColumnReader(place, 'float32');
      case 'double':
        return new FloatColumnReader(place, 'float64');
      case 'date':
        return new IntColumnReader(place, 'date', this.#isJulian);
      case 'timestamp':
      case 'timestamp with local time zone': {
        const isInstant = type.kind !== 'timestamp';
        return new TimestampColumnReader(place, { isInstant, isJulian: this.#isJulian }, this.#zones);
      }
      case 'string':
        return new StringColumnReader(place, 'utf8');
      case 'binary':
        return new StringColumnReader(place, 'binary');
      case 'varchar':
      case 'char':
        return new StringColumnReader(
          place,
          'utf8',
          `its type ${typeText(type)} is kept as text without a limit of length.`,
        );
      case 'decimal':
        if (type.precision === 0) throw refuse('is a decimal without a precision, as Hive 0.11 wrote them');
        if (type.precision > maxPrecision || type.scale > type.precision)
          throw refuse(`is a ${typeText(type)}, and decimals have at most ${maxPrecision} digits`);
        return new DecimalColumnReader(place, type);
      case 'array':
        return new ListReader(place, part(0, listItemColumnName, 1).reader, null);
      case 'map':
        return new ListReader(place, new EntriesReader([part(0, 'key', 2), part(1, 'value', 2)]), mapNote);
      case 'struct':
        if (type.children.length === 0) throw refuse('is a struct without fields');
        return new StructReader(
          place,
          type.children.map(({ name }, index) => part(index, name, 1)),
        );
      case 'uniontype': {
        const types = type.children.map((child) => typeText(child.type)).join(', ');
        throw refuse(`is a union of ${types.slice(0, 200)}, for which Formatlab has no type`);
      }
      case null:
        throw refuse(`has ${typeText(type)}, which the specification does not have`);
    }
  }
}
