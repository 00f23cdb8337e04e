import {
  type FixedWidthType,
  type NumericValues,
  numericConstructor,
  type PlainColumn,
  type PlainColumnSchema,
  storageType,
  type VariableWidthType,
} from './dataset';
import { base64Text, parseBase64, parserOf, textOf } from './text-values';

/** Builds a column from the texts of its values, one row after another. */
export interface TextColumnBuilder {
  /** False where the text is no value of the column's type. */
  add(text: string): boolean;
  /** False where the column may not hold nulls. */
  addNull(): boolean;
  finish(): PlainColumn;
}

const firstRows = 1_024;

function grown<T extends NumericValues>(values: T, length: number): T {
  if (length <= values.length) return values;
  const larger = new (values.constructor as new (length: number) => T)(Math.max(length, 2 * values.length));
  (larger as Uint8Array).set(values as Uint8Array);
  return larger;
}

/** Bits of a bitmap, as many as there are rows; bits of nulls are 0. */
class Validity {
  private bits = new Uint8Array(firstRows / 8);
  rows = 0;

  add(valid: boolean): void {
    this.bits = grown(this.bits, (this.rows >>> 3) + 1);
    if (valid) this.bits[this.rows >>> 3] = (this.bits[this.rows >>> 3] as number) | (1 << (this.rows & 7));
    this.rows += 1;
  }

  finish(nullable: boolean): Uint8Array | null {
    return nullable ? this.bits.slice(0, Math.ceil(this.rows / 8)) : null;
  }
}

export function textColumnBuilder({ name, type, nullable }: PlainColumnSchema): TextColumnBuilder {
  return type === 'utf8' || type === 'json' || type === 'binary'
    ? variableBuilder(name, type, nullable)
    : fixedBuilder(name, type, nullable);
}

function fixedBuilder(name: string, type: FixedWidthType, nullable: boolean): TextColumnBuilder {
  const parse = parserOf(type);
  const validity = new Validity();
  let values: NumericValues = new (numericConstructor(storageType[type]))(firstRows);
  let rows = 0;
  return {
    add(text) {
      const value = parse(text);
      if (value === null) return false;
      values = grown(values, rows + 1);
      values[rows] = value;
      rows += 1;
      if (nullable) validity.add(true);
      return true;
    },
    addNull() {
      values = grown(values, rows + 1);
      rows += 1;
      validity.add(false);
      return nullable;
    },
    finish: () => ({ name, type, validity: validity.finish(nullable), values: values.slice(0, rows) }) as PlainColumn,
  };
}

function variableBuilder(name: string, type: VariableWidthType, nullable: boolean): TextColumnBuilder {
  const encoder = new TextEncoder();
  const validity = new Validity();
  let offsets = new Int32Array(firstRows);
  let data = new Uint8Array(16 * firstRows);
  let rows = 0;
  let end = 0;
  const close = () => {
    rows += 1;
    offsets = grown(offsets, rows + 1);
    offsets[rows] = end;
  };
  return {
    add(text) {
      if (type === 'binary') {
        const bytes = parseBase64(text);
        if (bytes === null) return false;
        data = grown(data, end + bytes.length);
        data.set(bytes, end);
        end += bytes.length;
      } else {
        // A UTF-16 unit becomes at most three bytes.
        data = grown(data, end + 3 * text.length);
        end += encoder.encodeInto(text, data.subarray(end)).written;
      }
      close();
      if (nullable) validity.add(true);
      return true;
    },
    addNull() {
      close();
      validity.add(false);
      return nullable;
    },
    finish: () => ({
      name,
      type,
      validity: validity.finish(nullable),
      offsets: offsets.slice(0, rows + 1),
      data: data.slice(0, end),
    }),
  };
}

/** A column as the texts of its values, null where a row is null. `utf8` and `json` come as they are. */
export function columnTexts(column: PlainColumn): (row: number) => string | null {
  const { validity } = column;
  const write = valueTexts(column);
  return validity === null
    ? write
    : (row) => ((((validity[row >>> 3] as number) >>> (row & 7)) & 1) === 1 ? write(row) : null);
}

function valueTexts(column: PlainColumn): (row: number) => string {
  if ('offsets' in column) {
    const { offsets, data } = column;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const bytes = (row: number) => data.subarray(offsets[row], offsets[row + 1]);
    return column.type === 'binary' ? (row) => base64Text(bytes(row)) : (row) => decoder.decode(bytes(row));
  }
  const { values } = column;
  const text = textOf(column.type);
  return (row) => text(values[row] as number | bigint);
}
