import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { foreignFileBytes } from '../../../open-file/testing/test-files';
import { checkThriftStruct } from './thrift-bounds';

const check = (bytes: readonly number[]) => checkThriftStruct(new DataView(Uint8Array.from(bytes).buffer), 0);
const list = 0x19;
const structs = 0xfc;

describe('a struct of Thrift’s compact protocol', () => {
  it.each(['types', 'snappy', 'checksums'])('is sound in the footer of %s.parquet', (name) => {
    const file = foreignFileBytes(`${name}.parquet`);
    const view = new DataView(file.buffer);
    expect(parquetMetadata(file.buffer).row_groups).not.toEqual([]);
    checkThriftStruct(view, file.length - 8 - view.getUint32(file.length - 8, true));
  });

  it.each([
    ['a list of 16 million in 8 bytes', [list, structs, 0x80, 0x80, 0x80, 0x08, 0, 0]],
    [
      'lists in lists that claim all of the rest',
      [list, 0xf9, 12, ...Array.from({ length: 12 }, () => [0xf9, 10]).flat(), 0],
    ],
    ['a text past the end', [0x18, 100, 0]],
    ['no end', [0x15, 2]],
    ['structs without end', Array.from({ length: 100 }, () => 0x1c)],
    ['a type that Parquet does not have', [0x1b, 0]],
    ['a number without end', [0x15, ...Array.from({ length: 20 }, () => 0xff), 0]],
  ])('is refused: %s', (_, bytes) => {
    expect(() => check(bytes)).toThrow(RangeError);
  });
});
