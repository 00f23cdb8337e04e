import { Encoder } from '@msgpack/msgpack';
import type { Column, NumericType } from '../../../model/column';
import type { Table } from '../../../model/dataset';
import { float16ToNumber } from '../../../model/float16';
import { columnTexts, type ScalarColumn } from '../../../columns/text-columns';
import { isNotNull } from '../../../model/table-row';
import { instantWriter } from './instants';
import { textsOf } from './scalars';
import { MessageWriter } from './message-writer';

/**
 * A table is a map of column → array of its rows, with nil for null; lists are arrays and structs are maps, to any depth. Instants (timestamps with a time zone) have MessagePack's timestamp
 * type. Dates, times, and timestamps of a local clock (which are no instants) are ISO 8601 texts, and decimals are texts with all digits: msgpack-python's users do the same, since its
 * `packb` rejects these types. Durations are numbers of ticks, float16 becomes float32, and a category is the value that it names.
 *
 * The library encodes the values; flat arrays take one call. The headers of arrays and maps are written here, because the library decides between integer and float by the value or by
 * an option for the whole message.
 */
export function encodeTable({ columns, rowCount }: Table): Uint8Array<ArrayBuffer> {
  const writer = new TableWriter();
  writer.message.map(columns.length);
  for (const column of columns) {
    writer.text(column.name);
    writer.writerOf(column).rows(0, rowCount);
  }
  return writer.message.finish();
}

interface ColumnWriter {
  /** Writes an array of the rows `from` (inclusive) to `to` (exclusive). */
  rows(from: number, to: number): void;
  row(row: number): void;
}

const bufferBytes = 64 * 1024;
/** The range in which the library encodes a JavaScript number as a short integer. It encodes larger numbers as floats, so they are passed as bigint, which always takes 9 bytes. */
const shortest = -(2n ** 31n);
const longest = 2n ** 32n - 1n;

class TableWriter {
  readonly message = new MessageWriter();
  private readonly values = new Encoder({ initialBufferSize: bufferBytes, useBigInt64: true });
  private readonly floats = new Encoder({ initialBufferSize: bufferBytes, forceIntegerToFloat: true });
  private readonly shortFloats = new Encoder({
    initialBufferSize: bufferBytes,
    forceIntegerToFloat: true,
    forceFloat32: true,
  });

  text(text: string): void {
    this.message.raw(this.values.encodeSharedRef(text));
  }

  writerOf(column: Column): ColumnWriter {
    if (column.type === 'list') return this.listWriter(column);
    return column.type === 'struct' ? this.structWriter(column) : this.scalarWriter(column);
  }

  private listWriter(column: Extract<Column, { type: 'list' }>): ColumnWriter {
    const { message } = this;
    const { offsets } = column;
    const item = this.writerOf(column.item);
    return this.oneByOne((row) => {
      if (isNotNull(column, row)) item.rows(offsets[row] as number, offsets[row + 1] as number);
      else message.nil();
    });
  }

  private structWriter(column: Extract<Column, { type: 'struct' }>): ColumnWriter {
    const { message } = this;
    const fields = column.fields.map((field) => ({
      name: this.values.encode(field.name),
      writer: this.writerOf(field),
    }));
    return this.oneByOne((row) => {
      if (!isNotNull(column, row)) {
        message.nil();
        return;
      }
      message.map(fields.length);
      for (const { name, writer } of fields) {
        message.raw(name);
        writer.row(row);
      }
    });
  }

  private oneByOne(write: (row: number) => void): ColumnWriter {
    return {
      row: write,
      rows: (from, to) => {
        this.message.array(to - from);
        for (let row = from; row < to; row += 1) write(row);
      },
    };
  }

  private scalarWriter(column: ScalarColumn): ColumnWriter {
    const { message } = this;
    const encoder = this.encoderOf(column.type === 'category' ? column.categories.type : column.type);
    const present = valuesOf(column);
    const value = column.validity === null ? present : (row: number) => (isNotNull(column, row) ? present(row) : null);
    return {
      row: (row) => message.raw(encoder.encodeSharedRef(value(row))),
      rows(from, to) {
        const values = new Array<unknown>(to - from);
        for (let row = from; row < to; row += 1) values[row - from] = value(row);
        message.raw(encoder.encodeSharedRef(values));
      },
    };
  }

  private encoderOf(type: Column['type']): Encoder {
    if (type === 'float64') return this.floats;
    return type === 'float32' || type === 'float16' ? this.shortFloats : this.values;
  }
}

/** The JavaScript value that the library encodes for each row that is not null. */
function valuesOf(column: ScalarColumn): (row: number) => unknown {
  switch (column.type) {
    case 'utf8':
    case 'json': {
      const texts = textsOf(column);
      return (row) => texts[row];
    }
    case 'binary': {
      const { offsets, data } = column;
      return (row) => data.subarray(offsets[row], offsets[row + 1]);
    }
    case 'fixedBinary': {
      const { data, width } = column;
      return (row) => data.subarray(row * width, (row + 1) * width);
    }
    case 'bool': {
      const { values } = column;
      return (row) => values[row] !== 0;
    }
    case 'float16': {
      const { values } = column;
      return (row) => float16ToNumber(values[row] as number);
    }
    case 'int64':
    case 'uint64':
    case 'duration': {
      const { values } = column;
      return (row) => {
        const value = values[row] as bigint;
        return value >= shortest && value <= longest ? Number(value) : value;
      };
    }
    case 'date':
    case 'time':
    case 'decimal':
      return columnTexts(column);
    case 'timestamp': {
      if (!('unit' in column) || column.timeZone === null) return columnTexts(column);
      const { values } = column;
      const write = instantWriter(column.unit);
      return (row) => write(values[row] as bigint);
    }
    case 'category': {
      const { indices, categories } = column;
      const named = valuesOf(categories);
      return (row) => named(indices[row] as number);
    }
    default: {
      const { values } = column as Extract<Column, { type: Exclude<NumericType, 'int64' | 'uint64'> }>;
      return (row) => values[row];
    }
  }
}
