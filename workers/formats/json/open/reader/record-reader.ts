import type { ColumnType } from '../../../../model/column';
import type { ColumnSchema } from '../../../../model/column-schema';
import wasmUrl from '../../../../wasm/built/records.wasm?url';
import { type Call, compiledModule, type TableCalls, TableModule } from '../../../../wasm/tables/table-module';
import { unreadableFileError } from '../../../../own-file/refusal';
import type { FileCounts, SecondPassCounts } from './facts';

/** The exports of `workers/wasm/rust/records`, where each is described. */
interface RecordCalls extends TableCalls {
  readonly records_new: Call;
  readonly records_room: Call;
  readonly records_feed: Call;
  readonly records_rejected: Call;
  readonly records_insert: Call;
  readonly records_facts: Call;
  readonly records_plan: Call;
  readonly records_second: Call;
  readonly records_left_out: Call;
  readonly records_columns: Call;
  readonly records_altered_single: Call;
}

/** How records stand in a file, in the order of `Form` in the module: on lines, as items of a list, as any items of a list, one after the other. */
const forms = ['lines', 'list', 'values', 'rows'] as const;
type RecordLayout = (typeof forms)[number];

/** The answers of `records_feed`. */
const fed = { more: 0, rejected: 1, noRecord: 2, invalid: 3 } as const;
const sparse = -2;

/** The types in the order of `Type` in the module. */
const typeNumbers: Readonly<Partial<Record<ColumnType | 'list' | 'struct', number>>> = {
  bool: 0,
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float32: 9,
  float64: 10,
  utf8: 11,
  json: 12,
  date: 13,
  timestamp: 14,
  list: 16,
  struct: 17,
};
const nanoseconds = 15;

/** The file's pieces, which are read again for each reading. */
export type ByteChunks = () => AsyncIterable<Uint8Array<ArrayBuffer>>;

const pieceBytes = 1_048_576;

/** A file in pieces, of which the next is read while one is looked at. */
export async function* byteChunksOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const read = (start: number) => file.slice(start, start + pieceBytes).arrayBuffer();
  let next = read(0);
  for (let start = 0; start < file.size; start += pieceBytes) {
    const piece = await next;
    if (start + pieceBytes < file.size) next = read(start + pieceBytes);
    yield new Uint8Array(piece);
  }
}

/** A line that is no record. The text of the records in it, if there are some after all; null if it is left out. */
export type RepairLine = (line: string, number: number) => string | null;

/** The addresses and sizes of a column's bitmap, of its values or offsets, and of its texts. */
export interface ColumnBuffers {
  readonly validity: Uint8Array<ArrayBuffer> | null;
  readonly values: ArrayBuffer;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Reads the records of one file, once or twice, with an instance of the module of its own. */
export class RecordReader {
  readonly #module: TableModule<RecordCalls>;
  readonly #at: number;

  private constructor(compiled: WebAssembly.Module, form: RecordLayout, countsAllTimes: boolean) {
    this.#module = new TableModule<RecordCalls>(compiled, 'json', 'the reader of JSON');
    this.#at = this.#module.calls.records_new(forms.indexOf(form), Number(countsAllTimes));
  }

  /** `countsAllTimes` says that times are also counted in columns whose first texts are none. */
  static async open(form: RecordLayout, countsAllTimes: boolean): Promise<RecordReader> {
    return new RecordReader(await compiledModule(wasmUrl, 'the reader of JSON'), form, countsAllTimes);
  }

  /** Reads the whole file. `noRecord` if an item of the list is none, and `invalid` if the file is no JSON, where reading has ended. */
  async read(pieces: ByteChunks, onRejected: RepairLine): Promise<'read' | 'noRecord' | 'invalid'> {
    const lines = { read: 0 };
    for await (const piece of pieces()) {
      const answer = this.#feed(piece, false, onRejected, lines);
      if (answer !== 'read') return answer;
    }
    return this.#feed(new Uint8Array(0), true, onRejected, lines);
  }

  #feed(
    piece: Uint8Array,
    isLast: boolean,
    onRejected: RepairLine,
    lines: { read: number },
  ): 'read' | 'noRecord' | 'invalid' {
    const { calls } = this.#module;
    const roomAt = calls.records_room(this.#at, piece.length) >>> 0;
    this.#module.bytes.set(piece, roomAt);
    let answer = this.#checked(calls.records_feed(this.#at, piece.length, Number(isLast)));
    while (answer === fed.rejected) {
      this.#takeRejected(onRejected, lines);
      answer = this.#checked(calls.records_feed(this.#at, 0, Number(isLast)));
    }
    return answer === fed.noRecord ? 'noRecord' : answer === fed.invalid ? 'invalid' : 'read';
  }

  #takeRejected(onRejected: RepairLine, lines: { read: number }): void {
    const { calls } = this.#module;
    const span = this.#module.spanOf((at) => {
      lines.read = calls.records_rejected(this.#at, at);
      return 0;
    });
    const records = span === null ? null : onRejected(decoder.decode(this.#module.bytesOf(span)), lines.read);
    if (records === null) return;
    const answer = this.#module.withText(records, (at, bytes) => calls.records_insert(this.#at, at, bytes));
    if (this.#checked(answer) === fed.rejected)
      throw unreadableFileError(
        `Line ${lines.read.toLocaleString('en')} has values that are nested deeper than 1,000 levels.`,
        'Leave the record out.',
        { tag: 'unsupported', format: 'json' },
      );
  }

  #checked(answer: number): number {
    if (answer >= 0) return answer;
    if (answer === sparse)
      throw unreadableFileError(
        'Its records have so many different fields, most of which a record lacks, that the nulls of the table would fill the memory.',
        'Put the fields that differ into one object of the record, which is kept as JSON, or take fewer records.',
        { tag: 'tooLarge', format: 'json' },
      );
    throw unreadableFileError('A column of text would take more than 2 GiB.', 'Take fewer rows.', { tag: 'tooLarge' });
  }

  #json<T>(call: Call): T {
    const span = this.#module.spanOf((at) => {
      call(this.#at, at);
      return 0;
    });
    return JSON.parse(span === null ? 'null' : this.#module.textOf(span)) as T;
  }

  /** What the first reading found. */
  counts(): FileCounts {
    return this.#json(this.#module.calls.records_facts);
  }

  /**
   * Tells the types of all columns. `isForced` are those that must be read with their type anew. Returns how many columns a second reading must make.
   */
  plan(schemas: readonly ColumnSchema[], isForced: readonly boolean[]): number {
    const numbers = schemas.flatMap((schema, index) => [Number(isForced[index] ?? false), ...numbersOf(schema)]);
    return this.#module.withBytes(Uint8Array.from(numbers), (at, bytes) => {
      const count = this.#module.calls.records_plan(this.#at, at, bytes);
      if (count < 0) throw new Error(this.#module.failureReason());
      return count;
    });
  }

  /** What the second reading found. */
  secondCounts(): SecondPassCounts {
    return this.#json(this.#module.calls.records_second);
  }

  /** The records that the second reading left out, from 0. */
  leftOut(): Uint32Array {
    const span = this.#module.spanOf((at) => {
      this.#module.calls.records_left_out(this.#at, at);
      return 0;
    });
    return span === null ? new Uint32Array(0) : new Uint32Array(this.#module.bytesOf(span).slice().buffer);
  }

  /** The buffers of all columns, each followed by those inside it. */
  *columns(): Generator<ColumnBuffers> {
    const { calls } = this.#module;
    const span = this.#module.spanOf((at) => {
      calls.records_columns(this.#at, at);
      return 0;
    });
    if (span === null) return;
    const table = new Uint32Array(this.#module.bytesOf(span).slice().buffer);
    const copyAt = (index: number) => {
      const [at = 0, sizeBytes = 0] = table.subarray(index, index + 2);
      return this.#module.bytesOf({ at, sizeBytes }).slice();
    };
    for (let index = 0; index < table.length; index += 6) {
      const validity = table[index + 1] === 0 ? null : copyAt(index);
      const data = table[index + 5] === 0 ? nothing : copyAt(index + 4);
      yield { validity, values: copyAt(index + 2).buffer, data };
    }
  }

  /** How many numbers of a float64 column float32 alters, without whole numbers beyond 2^53. */
  alteredSingle(column: number): number {
    return this.#module.calls.records_altered_single(this.#at, column);
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const nothing = new Uint8Array(0);

/** The number of a type, followed by those inside it. */
function numbersOf(schema: ColumnSchema): number[] {
  const number = typeNumbers[schema.type as ColumnType];
  if (number === undefined) throw new Error(`JSON is never read as ${schema.type}.`);
  if (schema.type === 'list') return [number, ...numbersOf(schema.item)];
  if (schema.type === 'struct') return [number, ...schema.fields.flatMap(numbersOf)];
  return [schema.type === 'timestamp' && schema.unit === 'ns' ? nanoseconds : number];
}
