import type { MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import { FileBytes } from '../../../byte-map/file-bytes';
import type { Pieces, SpanList } from '../../../byte-map/span-tree';
import { type Cell, readVarint } from './pages';
import { serialTypeBytes } from './schema';

/** Bytes of the file that hold a part of a payload, in the payload's order. */
export interface PayloadSegment {
  readonly at: number;
  readonly bytes: number;
}

/** SQLite has no table of more columns. */
const maxColumns = 32_767;
/** A number of 64 bits takes at most this. */
const maxVarintBytes = 9;

/** The bytes of a table's rows by column: each value is one piece. What rows have besides is apart. */
export class TableColumns {
  readonly #spans: SpanList;
  readonly #names: readonly string[];
  readonly #columns = new Map<number, Pieces>();
  readonly #rowNumbers: Pieces;
  readonly #headers: Pieces;

  constructor(spans: SpanList, names: readonly string[]) {
    this.#spans = spans;
    this.#names = names;
    this.#rowNumbers = spans.pieces('Sizes and numbers of rows', 'recordKeys');
    this.#headers = spans.pieces('Types of the values of rows', 'recordHeader');
  }

  /**
   * Claims a row: what of it is in the cell, in the order of the file, and then its overflow.
   * @throws `malformedInput` if its values are longer than it
   */
  add(file: FileBytes, cell: Cell, overflow: readonly PayloadSegment[]): void {
    this.#rowNumbers.add(cell.at, cell.payloadAt - cell.at);
    const payload = new PayloadCursor([{ at: cell.payloadAt, bytes: cell.localBytes }, ...overflow]);
    const headerBytes = readVarint(new FileBytes(payload.first(file, maxVarintBytes)), 0).value;
    if (headerBytes > cell.payloadBytes) throw tooLong(cell);
    const header = new FileBytes(payload.first(file, headerBytes));
    payload.take(headerBytes, this.#headers);
    let left = cell.payloadBytes - headerBytes;
    let column = 0;
    for (let at = readVarint(header, 0).end; at < headerBytes && column < maxColumns; column += 1) {
      const { value: serialType, end } = readVarint(header, at);
      const bytes = serialTypeBytes(serialType);
      if (bytes > left) throw tooLong(cell);
      if (bytes > 0) payload.take(bytes, this.#column(column));
      left -= bytes;
      at = end;
    }
    // SQLite writes nothing after the last value.
    payload.take(left, this.#headers);
    // The number of the first overflow page, and what fills the smallest cells.
    const end = cell.payloadAt + cell.localBytes;
    this.#rowNumbers.add(end, cell.at + cell.bytes - end);
  }

  /** The columns, and what their rows have besides. */
  nodes(): (MapNode | null)[] {
    const columns = [...this.#columns].sort(([one], [other]) => one - other);
    return [...columns.map(([, pieces]) => pieces.node()), this.#rowNumbers.node(), this.#headers.node()];
  }

  #column(number: number): Pieces {
    const known = this.#columns.get(number);
    if (known !== undefined) return known;
    const name = this.#names[number];
    const pieces = this.#spans.pieces(name === undefined ? `Column ${number + 1}` : `Column “${name}”`, 'values');
    this.#columns.set(number, pieces);
    return pieces;
  }
}

const tooLong = ({ at }: Cell) => malformed(`The values of the row at byte ${at} are longer than the row.`);

/** A payload that is read from its start on. */
class PayloadCursor {
  readonly #pieces: readonly PayloadSegment[];
  #piece = 0;
  #taken = 0;

  constructor(pieces: readonly PayloadSegment[]) {
    this.#pieces = pieces;
  }

  /** The first bytes of the payload: as many as asked for, or all if it is shorter. */
  first(file: FileBytes, count: number): Uint8Array<ArrayBuffer> {
    const [local = { at: 0, bytes: 0 }] = this.#pieces;
    if (count <= local.bytes || this.#pieces.length === 1) return file.slice(local.at, Math.min(count, local.bytes));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let left = count;
    for (const { at, bytes } of this.#pieces) {
      parts.push(file.slice(at, Math.min(left, bytes)));
      left -= Math.min(left, bytes);
      if (left === 0) break;
    }
    const joined = new Uint8Array(count - left);
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  /** Claims the next bytes. */
  take(count: number, pieces: Pieces): void {
    for (let left = count; left > 0; ) {
      const piece = this.#pieces[this.#piece];
      if (piece === undefined) throw malformed('A row ends before its values.');
      const bytes = Math.min(left, piece.bytes - this.#taken);
      pieces.add(piece.at + this.#taken, bytes);
      left -= bytes;
      this.#taken += bytes;
      if (this.#taken === piece.bytes) {
        this.#piece += 1;
        this.#taken = 0;
      }
    }
  }
}
