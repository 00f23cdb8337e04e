import { parquetWriteBuffer } from 'hyparquet-writer';
import {
  thriftStruct,
  thriftList,
  thriftNumber,
  readThriftTree,
  type ThriftFields,
  type ThriftValue,
  writeThriftTree,
} from '../workers/formats/parquet/file/thrift-tree';
import { selectParquet } from '../workers/formats/parquet/file/select-parquet';
import type { ServedFile } from './range-server';

const columnNames = ['id', 'city', 'amount', 'created'] as const;
const cities = ['Utrecht', 'Kyōto', 'Lima', 'Tromsø', 'Accra'];

/** The value of a column in a row of {@link largeParquet}. */
export const rowAt = (row: number) => ({
  id: row,
  city: cities[(row * 7) % cities.length] ?? '',
  amount: ((row * 2_654_435_761) % 4_294_967_296) / 7,
  created: new Date(1_700_000_000_000 + row * 1_000),
});

export interface LargeParquet extends ServedFile {
  readonly columns: readonly string[];
  readonly groups: number;
  readonly groupRows: number;
}

/**
 * A Parquet file of at least `sizeBytes` that takes little room: one row group by hyparquet-writer, again and again. Every byte can be read: each row group
 * has all of its pages, an entry of its own in the footer, and offset indexes of its own.
 */
export function largeParquet(sizeBytes: number, groupRows: number): LargeParquet {
  const rows = Array.from({ length: groupRows }, (_, row) => rowAt(row));
  const one = new Uint8Array(
    parquetWriteBuffer({
      columnData: columnNames.map((name) => ({ name, data: rows.map((row) => row[name]) })),
      codec: 'UNCOMPRESSED',
      rowGroupSize: groupRows,
    }),
  );
  const footerBytes = new DataView(one.buffer).getUint32(one.length - 8, true);
  const oldFooter = one.subarray(one.length - 8 - footerBytes, one.length - 8);
  const columns = columnNames.map((_, index) => index);
  const { chunks } = selectParquet(oldFooter, { columns, groups: [0] });
  const block = new Uint8Array(chunks.reduce((sum, { bytes }) => sum + bytes, 0));
  let filled = 0;
  for (const { offset, bytes } of chunks) {
    block.set(one.subarray(offset, offset + bytes), filled);
    filled += bytes;
  }
  const groups = Math.ceil(sizeBytes / block.length);
  const selection = selectParquet(oldFooter, { columns, groups: new Array<number>(groups).fill(0) });
  const pagesEnd = 4 + groups * block.length;
  const { footer, indexes } = withIndexes(selection.footer, oldFooter, one, pagesEnd);
  const end = new Uint8Array(indexes.length + footer.length + 8);
  end.set(indexes);
  end.set(footer, indexes.length);
  new DataView(end.buffer).setUint32(end.length - 8, footer.length, true);
  end.set(one.subarray(0, 4), end.length - 4);
  return {
    sizeBytes: pagesEnd + end.length,
    columns: columnNames,
    groups,
    groupRows,
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      for (let at = from; at < to; ) {
        const [part, start] =
          at < 4 ? [one.subarray(0, 4), at] : at < pagesEnd ? [block, (at - 4) % block.length] : [end, at - pagesEnd];
        const piece = part.subarray(start, start + to - at);
        bytes.set(piece, at - from);
        at += piece.length;
      }
      return bytes;
    },
  };
}

/** The footer with an offset index for each column chunk, as hyparquet-writer made it for the first row group. */
function withIndexes(
  written: Uint8Array,
  oldFooter: Uint8Array,
  one: Uint8Array,
  indexesAt: number,
): { footer: Uint8Array; indexes: Uint8Array } {
  const footer = readThriftTree(written.subarray(0, written.length - 8));
  const chunksOf = (fields: ThriftFields) =>
    thriftList(fields.get(4)).map((group) => thriftList(thriftStruct(group).get(1)).map(thriftStruct));
  const [oldChunks = []] = chunksOf(readThriftTree(oldFooter));
  const pieces: Uint8Array[] = [];
  let at = indexesAt;
  const pageStart = (chunk: ThriftFields) => thriftNumber(thriftStruct(chunk.get(3)).get(9)) ?? 0;
  const groups = thriftList(footer.get(4)).map((group): ThriftValue => {
    const chunks = thriftList(thriftStruct(group).get(1)).map((value, column): ThriftValue => {
      const [chunk, old] = [thriftStruct(value), oldChunks[column] ?? new Map()];
      const oldAt = thriftNumber(old.get(4));
      // A chunk of one page has no offset index.
      if (oldAt === null) return value;
      const index = readThriftTree(one.subarray(oldAt, oldAt + (thriftNumber(old.get(5)) ?? 0)));
      const pages = thriftList(index.get(1)).map((page): ThriftValue => {
        const offset = (thriftNumber(thriftStruct(page).get(1)) ?? 0) - pageStart(old) + pageStart(chunk);
        return { type: 12, fields: new Map(thriftStruct(page)).set(1, { type: 6, value: BigInt(offset) }) };
      });
      const bytes = writeThriftTree(new Map(index).set(1, { type: 9, items: 12, values: pages }));
      pieces.push(bytes);
      const fields = new Map(chunk)
        .set(4, { type: 6, value: BigInt(at) })
        .set(5, { type: 5, value: BigInt(bytes.length) });
      at += bytes.length;
      return { type: 12, fields };
    });
    return { type: 12, fields: new Map(thriftStruct(group)).set(1, { type: 9, items: 12, values: chunks }) };
  });
  return {
    footer: writeThriftTree(new Map(footer).set(4, { type: 9, items: 12, values: groups })),
    indexes: Buffer.concat(pieces),
  };
}
