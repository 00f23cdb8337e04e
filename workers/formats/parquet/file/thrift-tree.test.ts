import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readThriftTree, writeThriftTree } from './thrift-tree';

const footerOf = (path: string) => {
  const file = readFileSync(path);
  const length = file.readUInt32LE(file.length - 8);
  return new Uint8Array(file.subarray(file.length - 8 - length, file.length - 8));
};

describe('a Thrift tree', () => {
  it.each(['rich.zstd.v2', 'typed-nested.snappy.v2', 'typed.zstd.v1', 'long.delta.v2'])(
    'writes the footer of pyarrow’s %s again as it was',
    (name) => {
      const footer = footerOf(`fixtures/golden/parquet/${name}.parquet`);
      expect(writeThriftTree(readThriftTree(footer))).toEqual(footer);
    },
  );

  it('keeps numbers of 64 bits, long lists and field numbers that are far apart', () => {
    const fields = new Map([
      [1, { type: 6, value: -(2n ** 63n) } as const],
      [2, { type: 6, value: 2n ** 63n - 1n } as const],
      [
        40,
        {
          type: 9,
          items: 5,
          values: Array.from({ length: 20 }, (_, n) => ({ type: 5, value: BigInt(n - 9) }) as const),
        } as const,
      ],
      [41, { type: 1 } as const],
    ]);
    expect(readThriftTree(writeThriftTree(fields))).toEqual(fields);
  });

  it('refuses a struct that is cut off', () => {
    const footer = footerOf('fixtures/golden/parquet/rich.zstd.v2.parquet');
    expect(() => readThriftTree(footer.subarray(0, footer.length - 1))).toThrow(RangeError);
  });
});
