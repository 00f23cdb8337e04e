import { UnsupportedColumnType } from '../../../own-file/refused-columns';
import { DamagedInput } from '../../../model/damaged-input';
import { type Column, listItemColumnName } from '../../../model/column';
import { maxColumnDepth } from '../../../model/column-schema';
import { distinctNames } from '../../../own-file/column-builders';
import { columnName } from '../../../own-file/notes';
import { BigDecimalReader } from './big-decimal-reader';
import type { MemoryUse } from '../../../own-file/memory-use';
import type { BinaryDecoder } from './binary-decoder';
import { GrowingInts } from './growing';
import { logicalReadingOf } from './logical-types';
import type { AvroType, RecordType } from './schema';
import type { ValueSkipper } from './skip';
import {
  BooleanReader,
  type ColumnBuildContext,
  BytesReader,
  DecimalReader,
  EnumReader,
  FixedReader,
  FloatReader,
  IntReader,
  LongReader,
  NullReader,
  UnionReader,
  type ValueReader,
} from './value-readers';

/** Small named types that contain each other many times would become as many columns as there is memory for. */
const maxReaders = 100_000;

class ListReader implements ValueReader {
  readonly #memory: MemoryUse;
  readonly #offsets: GrowingInts;
  readonly #item: ValueReader;
  readonly #needBytes: boolean;
  readonly #noteText: string | null;
  #itemCount = 0;

  constructor(memory: MemoryUse, item: ValueReader, needBytes: boolean, noteText: string | null) {
    this.#memory = memory;
    this.#offsets = new GrowingInts(memory);
    this.#offsets.push(0);
    this.#item = item;
    this.#needBytes = needBytes;
    this.#noteText = noteText;
  }

  read(decoder: BinaryDecoder): void {
    decoder.items(() => {
      if (!this.#needBytes) this.#memory.addEmpty();
      this.#item.read(decoder);
      this.#itemCount += 1;
    }, this.#needBytes);
    this.#offsets.push(this.#itemCount);
  }

  readNothing(): void {
    this.#offsets.push(this.#itemCount);
  }

  build({ name, validity, note }: ColumnBuildContext): Column {
    if (this.#noteText !== null) note(this.#noteText);
    const item = this.#item.build({ name: listItemColumnName, validity: null, note });
    return { name, type: 'list', validity, offsets: this.#offsets.take(), item };
  }
}

class StructReader implements ValueReader {
  readonly #fields: readonly { readonly name: string; readonly reader: ValueReader }[];

  constructor(fields: readonly { readonly name: string; readonly reader: ValueReader }[]) {
    this.#fields = fields;
  }

  read(decoder: BinaryDecoder): void {
    for (const { reader } of this.#fields) reader.read(decoder);
  }

  readNothing(): void {
    for (const { reader } of this.#fields) reader.readNothing();
  }

  build({ name, validity, note }: ColumnBuildContext): Column {
    const names = distinctNames(
      this.#fields.map((field) => field.name),
      [],
    );
    if (names.some((distinct, index) => distinct !== this.#fields[index]?.name))
      note('names of its fields that were empty or repeated were changed.');
    const fields = this.#fields.map(({ reader }, index) =>
      reader.build({ name: names[index] ?? '', validity: null, note }),
    );
    return { name, type: 'struct', validity, fields };
  }
}

/** Makes the readers of columns from the types of a schema. */
export class ColumnPlanner {
  readonly #memory: MemoryUse;
  readonly #skipper: ValueSkipper;
  /** The records that enclose the type that is planned now. */
  readonly #around = new Set<RecordType>();
  #readers = 0;

  constructor(memory: MemoryUse, skipper: ValueSkipper) {
    this.#memory = memory;
    this.#skipper = skipper;
  }

  /** @throws UnsupportedColumnType if no column can hold the values of the type */
  plan(type: AvroType, name: string): ValueReader {
    this.#around.clear();
    return this.#plan(type, name, 1);
  }

  #plan(type: AvroType, path: string, depth: number): ValueReader {
    this.#readers += 1;
    if (this.#readers > maxReaders)
      throw new DamagedInput(
        `has a schema of more than ${maxReaders.toLocaleString('en')} columns and parts of columns`,
      );
    if (depth > maxColumnDepth) throw new UnsupportedColumnType(path, `is nested more than ${maxColumnDepth} deep`);
    const memory = this.#memory;
    switch (type.kind) {
      case 'null':
        return new NullReader(memory);
      case 'boolean':
        return noted(new BooleanReader(memory), type);
      case 'float':
        return noted(new FloatReader(memory, 'float32'), type);
      case 'double':
        return noted(new FloatReader(memory, 'float64'), type);
      case 'int':
      case 'long':
      case 'bytes':
      case 'string':
      case 'fixed':
        return this.#planMeaning(type, path);
      case 'enum':
        return new EnumReader(memory, type.symbols);
      case 'union':
        return this.#planUnion(type.branches, path, depth);
      case 'array': {
        const item = this.#plan(type.items, `${path}.${listItemColumnName}`, depth + 1);
        return new ListReader(memory, item, !this.#skipper.isEmpty(type.items), null);
      }
      case 'map': {
        const value = this.#plan(type.values, `${path}.value`, depth + 2);
        const entries = new StructReader([
          { name: 'key', reader: new BytesReader(memory, 'utf8') },
          { name: 'value', reader: value },
        ]);
        return new ListReader(memory, entries, true, 'its maps are kept as lists of their keys and values.');
      }
      case 'record':
        return this.#planRecord(type, path, depth);
    }
  }

  #planMeaning(type: Extract<AvroType, { readonly logical: unknown }>, path: string): ValueReader {
    const memory = this.#memory;
    const meaning = logicalReadingOf(type);
    const sizeBytes = type.kind === 'fixed' ? type.sizeBytes : null;
    switch (meaning.kind) {
      case 'date':
        return new IntReader(memory, 'date');
      case 'time':
        return new LongReader(memory, { type: 'time', unit: meaning.unit }, type.kind === 'int' ? 32 : 64);
      case 'timestamp':
        return new LongReader(memory, { type: 'timestamp', unit: meaning.unit, timeZone: meaning.timeZone }, 64);
      case 'decimal':
        return new DecimalReader(memory, meaning, sizeBytes);
      case 'bigDecimal':
        return new BigDecimalReader(memory);
      case 'refused':
        throw new UnsupportedColumnType(path, meaning.reason);
      case 'stored':
      case 'none':
        return noted(this.#planStored(type, sizeBytes), type);
    }
  }

  #planStored({ kind }: AvroType, sizeBytes: number | null): ValueReader {
    const memory = this.#memory;
    if (kind === 'int') return new IntReader(memory, 'int32');
    if (kind === 'long') return new LongReader(memory, { type: 'int64' }, 64);
    if (kind === 'string') return new BytesReader(memory, 'utf8');
    // Columns of values of one size have at least one byte for each.
    return sizeBytes === null || sizeBytes === 0
      ? new BytesReader(memory, 'binary', sizeBytes)
      : new FixedReader(memory, sizeBytes);
  }

  #planUnion(branches: readonly AvroType[], path: string, depth: number): ValueReader {
    const nullIndex = branches.findIndex(({ kind }) => kind === 'null');
    const others = branches.filter(({ kind }) => kind !== 'null');
    const [other] = others;
    if (branches.length - others.length > 1 || others.length > 1)
      throw new UnsupportedColumnType(
        path,
        `is a union of ${branches.map(nameOfType).join(', ').slice(0, 200)}, and only a union of null and one type is read`,
      );
    // A union of null alone still has the number of the type before each value.
    if (other === undefined) return new UnionReader(this.#memory, new NullReader(this.#memory), -1);
    return new UnionReader(this.#memory, this.#plan(other, path, depth), nullIndex);
  }

  #planRecord(type: RecordType, path: string, depth: number): ValueReader {
    const name = `the record “${type.name.slice(0, 60)}”`;
    if (this.#around.has(type)) throw new UnsupportedColumnType(path, `is ${name}, which contains itself`);
    if (type.fields.length === 0) throw new UnsupportedColumnType(path, `is ${name}, which has no fields`);
    this.#around.add(type);
    const fields = type.fields.map((field) => ({
      name: field.name,
      reader: this.#plan(field.type, `${path}.${field.name}`, depth + 1),
    }));
    this.#around.delete(type);
    return new StructReader(fields);
  }
}

/** A reader that says at the end what its logical type lost. */
function noted(reader: ValueReader, type: AvroType): ValueReader {
  const meaning = logicalReadingOf(type);
  if (meaning.kind !== 'stored') return reader;
  return {
    read: (decoder) => reader.read(decoder),
    readNothing: () => reader.readNothing(),
    build: (context) => {
      context.note(meaning.note);
      return reader.build(context);
    },
  };
}

const nameOfType = (type: AvroType): string => ('name' in type ? type.name : type.kind);

/** The column that a reader has read. */
export const buildColumn = (reader: ValueReader, name: string, notes: string[]): Column =>
  reader.build({ name, validity: null, note: (text) => notes.push(`${columnName(name)}: ${text}`) });
