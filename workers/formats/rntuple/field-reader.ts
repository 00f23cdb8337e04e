import { malformedRoot, rootFailure } from '../../libraries/root-file/failures';
import type { RootFileReader } from '../../libraries/root-file/file-reader';
import { type NumericValues, numericConstructor } from '../../model/dataset';
import type { Checksum } from './ntuple/checksum';
import { ColumnReader } from './ntuple/column-reader';
import type { FieldShape } from './ntuple/field-tree';
import type { NTupleInfo } from './ntuple/ntuple-info';
import { PageUnpacker } from './ntuple/page-encoding';
import type { ColumnDescription } from './ntuple/schema';

/** A column of a table but for its name and type. */
export type FieldValues = { readonly validity: Uint8Array | null } & (
  | { readonly values: NumericValues }
  | { readonly offsets: Int32Array; readonly data: Uint8Array }
);
type PresentValues = { readonly values: NumericValues } | { readonly offsets: Int32Array; readonly data: Uint8Array };

const strictText = new TextDecoder('utf-8', { fatal: true });

/** Reads a field as a column of a table, whole or a row at a time. */
export class FieldReader {
  readonly #ntuple: NTupleInfo;
  readonly #shape: Exclude<FieldShape, { kind: 'optional' }>;
  /** Where the values of an optional field end; null where it is none. */
  readonly #present: ColumnReader | null;
  readonly #ends: ColumnReader | null;
  readonly #values: ColumnReader;
  readonly #what: string;

  constructor(file: RootFileReader, ntuple: NTupleInfo, shape: FieldShape, checksum: Checksum, what: string) {
    const unpacker = new PageUnpacker();
    const reader = (columns: readonly ColumnDescription[]) =>
      new ColumnReader(file, ntuple, columns, checksum, unpacker, what);
    this.#ntuple = ntuple;
    this.#what = what;
    this.#present = shape.kind === 'optional' ? reader(shape.ends) : null;
    this.#shape = shape.kind === 'optional' ? shape.inner : shape;
    this.#ends = this.#shape.kind === 'bytes' ? reader(this.#shape.ends) : null;
    this.#values = reader(this.#shape.values);
  }

  readAll(): FieldValues {
    const counts = this.#ntuple.clusters.map(({ entryCount }) => entryCount);
    if (this.#present === null) return { validity: null, ...this.#readPresent(counts) };
    const ends = this.#present.readAll(counts) as Int32Array;
    const { validity, presentCounts } = this.#presence(ends, counts);
    return { validity, ...spread(this.#readPresent(presentCounts), validity, ends.length) };
  }

  /** Which entries have a value, and how many of each cluster. */
  #presence(
    ends: Int32Array,
    counts: readonly number[],
  ): { readonly validity: Uint8Array; readonly presentCounts: number[] } {
    const validity = new Uint8Array(Math.ceil(ends.length / 8));
    let row = 0;
    const presentCounts = counts.map((count) => {
      let before = 0;
      for (const clusterEnd = row + count; row < clusterEnd; row += 1) {
        const end = ends[row] as number;
        if (end === before) continue;
        if (end !== before + 1) throw this.#wrong(`has an entry with ${end - before} values where at most one can be`);
        validity[row >> 3] = (validity[row >> 3] as number) | (1 << (row & 7));
        before = end;
      }
      return before;
    });
    return { validity, presentCounts };
  }

  #readPresent(counts: readonly number[]): PresentValues {
    if (this.#ends === null) return { values: this.#values.readAll(counts) };
    const offsets = new Int32Array(counts.reduce((sum, count) => sum + count, 1));
    const ends = this.#ends.readAll(counts) as Int32Array;
    let row = 0;
    let total = 0;
    const byteCounts = counts.map((count) => {
      let before = 0;
      for (const clusterEnd = row + count; row < clusterEnd; row += 1) {
        const end = ends[row] as number;
        if (end < before) throw this.#wrong(`has an entry that ends before it begins, at ${end} of its cluster`);
        before = end;
        if (total + end > 0x7fff_ffff)
          throw rootFailure(
            'tooLarge',
            'decode',
            `the values of ${this.#what} would be more than 2 GiB, which is all that a column can hold`,
          );
        offsets[row + 1] = total + end;
      }
      total += before;
      return before;
    });
    const data = this.#values.readAll(byteCounts) as Uint8Array;
    this.#requireText(data);
    return { offsets, data };
  }

  #requireText(data: Uint8Array): void {
    if (this.#shape.type !== 'utf8') return;
    try {
      strictText.decode(data);
    } catch (cause) {
      throw malformedRoot(`the texts of ${this.#what} are not UTF-8`, null, cause);
    }
  }

  #wrong(message: string): Error {
    return malformedRoot(`${this.#what} ${message}`, null);
  }

  /** The values of one row, as a column that has no other. */
  readRow(row: number): FieldValues {
    const { clusters } = this.#ntuple;
    let cluster = 0;
    for (let beyond = clusters.length; beyond - cluster > 1; ) {
      const middle = (cluster + beyond) >> 1;
      if ((clusters[middle]?.firstEntry ?? 0) <= row) cluster = middle;
      else beyond = middle;
    }
    let count: number | null = clusters[cluster]?.entryCount ?? 0;
    let at = row - (clusters[cluster]?.firstEntry ?? 0);
    if (this.#present !== null) {
      const [from, to] = this.#span(this.#present, cluster, count, at);
      if (to === from) return { validity: new Uint8Array(1), ...this.#nothing() };
      if (to !== from + 1) throw this.#wrong(`has an entry with ${to - from} values where at most one can be`);
      [at, count] = [from, null];
    }
    if (this.#ends === null) return { validity: null, values: this.#values.readRange(cluster, count, at, at + 1) };
    const [from, to] = this.#span(this.#ends, cluster, count, at);
    const data = this.#values.readRange(cluster, null, from, to) as Uint8Array;
    return { validity: null, offsets: Int32Array.of(0, data.length), data };
  }

  #nothing(): PresentValues {
    if (this.#ends !== null) return { offsets: new Int32Array(2), data: new Uint8Array(0) };
    return { values: new (numericConstructor(this.#values.storage))(1) };
  }

  /** Where the collection of an element begins and ends. */
  #span(ends: ColumnReader, cluster: number, count: number | null, at: number): readonly [from: number, to: number] {
    const around = ends.readRange(cluster, count, Math.max(0, at - 1), at + 1) as Int32Array;
    const from = at === 0 ? 0 : (around[0] as number);
    const to = around.at(-1) as number;
    if (to < from) throw this.#wrong(`has an entry that goes from ${from} to ${to}`);
    return [from, to];
  }
}

/** Values of the rows that have one, as values of every row: 0 or empty where there is none. */
function spread(present: PresentValues, validity: Uint8Array, rowCount: number): PresentValues {
  const isPresent = (row: number) => (((validity[row >> 3] as number) >> (row & 7)) & 1) === 1;
  let next = 0;
  if ('offsets' in present) {
    const offsets = new Int32Array(rowCount + 1);
    for (let row = 0; row < rowCount; row += 1) {
      if (isPresent(row)) next += 1;
      offsets[row + 1] = present.offsets[next] as number;
    }
    return { offsets, data: present.data };
  }
  const values = new (present.values.constructor as new (length: number) => NumericValues)(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    if (!isPresent(row)) continue;
    values[row] = present.values[next] as never;
    next += 1;
  }
  return { values };
}
