import { expect, it } from 'vitest';
import {
  thriftStruct,
  thriftList,
  readThriftTree,
  thriftText,
  type ThriftFields,
  type ThriftValue,
  writeThriftTree,
} from '../file/thrift-tree';
import { toParquetRefusal } from './parquet-refusal';
import { caughtErrorRecord, foreignFileBytes, readTestTable } from '../../../open-file/testing/test-files';
import { telling } from '../../../model/testing/telling';
import { type Facts, told } from '../../../open-file/testing/told';

/** Footers of other writers, made of pyarrow's. */

const tailBytes = 8;
const whole = (value: number): ThriftValue => ({ type: 5, value: BigInt(value) });

function withFooter(name: string, change: (footer: ThriftFields) => ThriftFields): Uint8Array<ArrayBuffer> {
  const file = foreignFileBytes(name);
  const end = file.length - tailBytes;
  const start = end - new DataView(file.buffer).getUint32(end, true);
  const footer = writeThriftTree(change(readThriftTree(file.subarray(start, end))));
  const bytes = new Uint8Array([...file.subarray(0, start), ...footer, ...file.subarray(end)]);
  new DataView(bytes.buffer).setUint32(start + footer.length, footer.length, true);
  return bytes;
}

/** Changes each struct of a list in a struct. */
const eachIn = (fields: ThriftFields, id: number, change: (item: ThriftFields, at: number) => ThriftFields) =>
  new Map([
    ...fields,
    [
      id,
      {
        type: 9,
        items: 12,
        values: thriftList(fields.get(id)).map(
          (item, at) => ({ type: 12, fields: change(thriftStruct(item), at) }) as const,
        ),
      } as const,
    ],
  ]);

/** The schema with one element changed: a field without a value is removed. */
const withElement = (name: string, element: string, values: Readonly<Record<number, ThriftValue | null>>) =>
  withFooter(name, (footer) =>
    eachIn(footer, 2, (fields) => {
      if (thriftText(fields.get(4)) !== element) return fields;
      const changed = new Map(fields);
      for (const [id, value] of Object.entries(values))
        if (value === null) changed.delete(Number(id));
        else changed.set(Number(id), value);
      return changed;
    }),
  );

const repeatedRoot = (name: string) => withElement(name, 'schema', { 3: whole(2) });
const nullsOfOldVersions = (name: string) => withElement(name, 'nothing', { 6: whole(24), 10: null });
/** A field in the metadata of each column chunk that does not have it. */
const withColumnField = (id: number, value: ThriftValue) => (name: string) =>
  withFooter(name, (footer) =>
    eachIn(footer, 4, (group) =>
      eachIn(group, 1, (chunk) => {
        const column = thriftStruct(chunk.get(3));
        const fields: ThriftFields = new Map([[id, value] as const, ...column].sort(([one], [other]) => one - other));
        return new Map([...chunk, [3, { type: 12, fields }]]);
      }),
    ),
  );
const dictionaryAtByte0 = withColumnField(11, { type: 6, value: 0n });
const listOfDremio = withColumnField(15, {
  type: 9,
  items: 12,
  values: [{ type: 12, fields: new Map([[2, whole(22)]]) }],
});

it.each<[what: string, name: string, change: (name: string) => Uint8Array<ArrayBuffer>]>([
  ['calls the schema’s root repeated, as Arrow for Go', 'types.parquet', repeatedRoot],
  ['has the type of nulls that parquet-cpp once had', 'types.parquet', nullsOfOldVersions],
  ['places a dictionary that there is not at byte 0', 'encodings-none.parquet', dictionaryAtByte0],
  ['has a list where Bloom filters now have their length, as Dremio', 'encodings-none.parquet', listOfDremio],
])('a file whose footer %s is read as any other', async (_, name, change) => {
  const bytes = change(name);
  expect(bytes).not.toEqual(foreignFileBytes(name));
  const { table } = await readTestTable(bytes, name);
  expect(table).toEqual((await readTestTable(foreignFileBytes(name), name)).table);
});

/** The file with every byte pair of `ä` replaced by one that UTF-8 does not have. */
function withoutUtf8(): Uint8Array<ArrayBuffer> {
  const bytes = foreignFileBytes('types.parquet');
  for (const [at, byte] of bytes.entries()) if (byte === 0xc3 && bytes[at + 1] === 0xa4) bytes[at] = 0xff;
  return bytes;
}

it.each<[what: string, bytes: () => Uint8Array<ArrayBuffer>, facts: Facts]>([
  ['text that is no UTF-8', withoutUtf8, ['column', 'UTF-8']],
  [
    'a date that is stored as 64 bits',
    () => withElement('types.parquet', 'int', { 6: whole(6), 10: null }),
    ['damaged', '“int”', 'DATE', 'INT32'],
  ],
])('a file with %s is refused in words', async (_, bytes, facts) => {
  expect(await caughtErrorRecord(bytes(), 'a.parquet')).toMatchObject({
    tag: 'malformedInput',
    message: told(...facts),
  });
});

it('a decimal of 77 digits is refused in words', () => {
  const says = 'Parquet argument error: External: Invalid argument error: precision 77 is greater than max 76';
  expect(toParquetRefusal(new Error(says)).record.message).toMatch(telling('decimals', '77 digits', 76));
});
