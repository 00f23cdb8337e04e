import {
  type Column,
  decimalWordCount,
  type FixedWidthColumn,
  type ListColumn,
  type StructColumn,
  timestampParameters,
  type TimeUnit,
} from '../../../model/column';
import { wordsToInteger } from '../../../model/decimal';
import { FormatlabError } from '../../../model/errors';
import { float16ToNumber } from '../../../model/float16';
import { isNotNull } from '../../../model/table-row';
import { opcode } from './opcodes';
import { isSharedBinary, isSharedText, type MemoizedObject, type PickledGlobal } from './memoized-objects';
import type { Pickler } from './pickler';
import {
  pythonDateState,
  pythonDatetimeState,
  decimalTextOf,
  inMicroseconds,
  isTimedelta,
  microsecondsPerDay,
  pythonTimeState,
} from './python-values';

const encoder = new TextEncoder();
const globalOf = (module: string, name: string): PickledGlobal => ({ module, name, index: -1 });

/** Writes rows of columns as Python objects, with None for null: the contents of lists and structs, and columns without a numpy type. */
export class ObjectWriter {
  private readonly out: Pickler;
  private readonly decimal = globalOf('decimal', 'Decimal');
  private readonly date = globalOf('datetime', 'date');
  private readonly time = globalOf('datetime', 'time');
  private readonly datetime = globalOf('datetime', 'datetime');
  private readonly timedelta = globalOf('datetime', 'timedelta');
  private readonly timezone = globalOf('datetime', 'timezone');
  /** `datetime.timezone.utc`, of which Python has only one object. */
  private readonly utc: MemoizedObject = { index: -1 };

  constructor(out: Pickler) {
    this.out = out;
  }

  /** Writes a list of all rows. */
  rows(column: Column, rowCount: number): void {
    this.out.list(rowCount, this.rowOf(column));
  }

  private rowOf(column: Column): (row: number) => void {
    const write = this.valueOf(column);
    if (column.validity === null) return write;
    return (row) => (isNotNull(column, row) ? write(row) : this.out.constant(null));
  }

  private valueOf(column: Column): (row: number) => void {
    const { out } = this;
    switch (column.type) {
      case 'list':
        return this.listOf(column);
      case 'struct':
        return this.dictOf(column);
      case 'utf8':
      case 'json':
      case 'binary': {
        const { offsets, data } = column;
        return column.type === 'binary'
          ? (row) => out.binary(data.subarray(offsets[row], offsets[row + 1]))
          : (row) => out.textPart(data, offsets[row] as number, offsets[row + 1] as number);
      }
      case 'fixedBinary': {
        const { width, data } = column;
        return (row) => out.binary(data.subarray(row * width, (row + 1) * width));
      }
      case 'decimal': {
        const { precision, scale, values } = column;
        const words = decimalWordCount(precision);
        return (row) => {
          const text = decimalTextOf(wordsToInteger(values, row, words), scale);
          this.call(this.decimal, () => out.ownText(encoder.encode(text)));
        };
      }
      case 'category': {
        const { categories, indices } = column;
        const write = this.valueOf(categories);
        if (!('offsets' in categories)) return (row) => write(indices[row] as number);
        // A Python program has each category once and refers to it in every row.
        const { offsets, data } = categories;
        const isSingle = categories.type === 'binary' ? isSharedBinary : isSharedText;
        const places = Array.from({ length: offsets.length - 1 }, (_, index): MemoizedObject | null =>
          isSingle(data.subarray(offsets[index], offsets[index + 1])) ? null : { index: -1 },
        );
        return (row) => {
          const index = indices[row] as number;
          const place = places[index];
          if (place) out.once(place, () => this.memoizing(() => write(index)));
          else write(index);
        };
      }
      case 'time': {
        const { values, unit, name } = column;
        return (row) => {
          const state = pythonTimeState(inMicroseconds(values[row] as bigint, unit) ?? -1n);
          if (state === null) throw this.outOfRange(name, row, `${values[row]} ${unit}`, 'a time of a day');
          this.call(this.time, () => out.binary(state));
        };
      }
      case 'duration':
        return this.durationOf(column.values, column.unit, column.name);
      case 'timestamp':
        return this.timestampOf(column);
      default:
        return this.scalarOf(column);
    }
  }

  private listOf(column: ListColumn): (row: number) => void {
    const { offsets } = column;
    const write = this.rowOf(column.item);
    return (row) => {
      const start = offsets[row] as number;
      this.out.list((offsets[row + 1] as number) - start, (index) => write(start + index));
    };
  }

  /** The names of the fields are shared objects for all rows. */
  private dictOf({ fields }: StructColumn): (row: number) => void {
    const { out } = this;
    const writers = fields.map((field) => ({
      name: encoder.encode(field.name),
      memo: { index: -1 } as MemoizedObject,
      write: this.rowOf(field),
    }));
    return (row) =>
      out.dict(writers.length, (index) => {
        const { name, memo, write } = writers[index] as (typeof writers)[number];
        if (isSharedText(name)) out.text(name);
        else out.once(memo, () => out.ownText(name));
        write(row);
      });
  }

  private timestampOf(column: Extract<Column, { type: 'timestamp' }>): (row: number) => void {
    const { out } = this;
    const { values, name } = column;
    const { unit, timeZone } = timestampParameters(column);
    return (row) => {
      const ticks = inMicroseconds(values[row] as bigint, unit);
      const state = ticks === null ? null : pythonDatetimeState(ticks);
      if (state === null) throw this.outOfRange(name, row, `${values[row]} ${unit}`, 'in the years 1 to 9999');
      this.call(this.datetime, () => out.binary(state), timeZone === null ? undefined : () => this.writeUtc());
    };
  }

  private durationOf(values: BigInt64Array, unit: TimeUnit, name: string): (row: number) => void {
    const { out } = this;
    return (row) => {
      const ticks = inMicroseconds(values[row] as bigint, unit);
      if (ticks === null || !isTimedelta(ticks))
        throw this.outOfRange(name, row, `${values[row]} ${unit}`, 'of days with nine digits at most');
      const rest = ((ticks % microsecondsPerDay) + microsecondsPerDay) % microsecondsPerDay;
      this.call(
        this.timedelta,
        () => out.integer(Number((ticks - rest) / microsecondsPerDay)),
        () => out.integer(Number(rest / 1_000_000n)),
        () => out.integer(Number(rest % 1_000_000n)),
      );
    };
  }

  private scalarOf(
    column: Exclude<FixedWidthColumn, { type: 'timestamp' }> | Extract<Column, { type: 'float16' }>,
  ): (row: number) => void {
    const { out } = this;
    switch (column.type) {
      case 'bool': {
        const { values } = column;
        return (row) => out.constant(values[row] !== 0);
      }
      case 'date': {
        const { values, name } = column;
        return (row) => {
          const state = pythonDateState(values[row] as number);
          if (state === null) throw this.outOfRange(name, row, `day ${values[row]}`, 'in the years 1 to 9999');
          this.call(this.date, () => out.binary(state));
        };
      }
      case 'float16': {
        const { values } = column;
        return (row) => out.float(float16ToNumber(values[row] as number));
      }
      case 'float32':
      case 'float64': {
        const { values } = column;
        return (row) => out.float(values[row] as number);
      }
      case 'int64':
      case 'uint64': {
        const { values } = column;
        return (row) => out.bigint(values[row] as bigint);
      }
      default: {
        const { values } = column;
        return (row) => out.integer(values[row] as number);
      }
    }
  }

  private writeUtc(): void {
    this.out.once(this.utc, () =>
      this.call(this.timezone, () =>
        this.call(
          this.timedelta,
          () => this.out.integer(0),
          () => this.out.integer(0),
          () => this.out.integer(0),
        ),
      ),
    );
  }

  /** `object.__reduce__` with one to three arguments. Returns the memo number of the result. */
  private call(callable: PickledGlobal, ...args: readonly ((() => void) | undefined)[]): number {
    const { out } = this;
    const given = args.filter((arg) => arg !== undefined);
    out.boundary();
    out.global(callable);
    out.beginTuple(given.length);
    for (const arg of given) arg();
    out.endTuple(given.length);
    out.op(opcode.REDUCE);
    return out.memoize();
  }

  /** The memo number of the last object that `write` writes. */
  private memoizing(write: () => void): number {
    write();
    return this.out.lastMemo;
  }

  private outOfRange(name: string, row: number, value: string, wanted: string): FormatlabError {
    return new FormatlabError({
      tag: 'unsupported',
      stage: 'encode',
      format: 'pickle',
      message: `Value ${row} of “${name}” is ${value}. Python’s own objects can hold it only if it is ${wanted}.`,
      remedy: 'Leave that row or column out, or choose another format.',
    });
  }
}
