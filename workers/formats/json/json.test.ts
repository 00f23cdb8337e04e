import { describe, expect, it } from 'vitest';
import type { ColumnSchema } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { format } from './implementations/formatlab';

async function decode(text: string, column: ColumnSchema) {
  const schema: DatasetSchema = { kind: 'table', columns: [column] };
  const session = await format.open({ options: { layout: 'columns' }, innerCodec: null, schema });
  const table = await session.decode?.(new TextEncoder().encode(text));
  if (table?.kind !== 'table') throw new Error('There is no table.');
  return table.columns[0];
}

const item = (rest: object, nullable = false) => ({ name: 'item', nullable, ...rest }) as ColumnSchema;
const list = (of: ColumnSchema, nullable = false): ColumnSchema => ({ name: 'a', type: 'list', nullable, item: of });
const struct = (fields: readonly ColumnSchema[], nullable = false): ColumnSchema => ({
  name: 'a',
  type: 'struct',
  nullable,
  fields,
});
const price: ColumnSchema = { name: 'a', type: 'decimal', nullable: false, precision: 38, scale: 9 };

it('reads decimals of all their digits as texts and as numbers', async () => {
  const digits = '12345678901234567890.123456789';
  expect(await decode(`{"a":["${digits}",${digits},5e-1]}`, price)).toMatchObject({
    values: BigInt64Array.of(
      ...[12_345_678_901_234_567_890_123_456_789n, 12_345_678_901_234_567_890_123_456_789n, 500_000_000n].flatMap(
        (integer) => [BigInt.asIntN(64, integer), integer >> 64n],
      ),
    ),
  });
});

it('tells a null from a null inside', async () => {
  expect(await decode('{"a":[null,[null,1],[]]}', list(item({ type: 'int8' }, true), true))).toEqual({
    name: 'a',
    type: 'list',
    validity: Uint8Array.of(0b110),
    offsets: Int32Array.of(0, 0, 2, 2),
    item: { name: 'item', type: 'int8', validity: Uint8Array.of(0b10), values: Int8Array.of(0, 1) },
  });
});

it('fills the fields of a null struct with what is not null', async () => {
  const fields = [item({ name: 'x', type: 'utf8' }, true), { ...price, name: 'y' }];
  expect(await decode('{"a":[null,{"x":null,"y":"1"}]}', struct(fields, true))).toMatchObject({
    validity: Uint8Array.of(0b10),
    fields: [
      { validity: Uint8Array.of(0b01), offsets: Int32Array.of(0, 0, 0) },
      { validity: null, values: BigInt64Array.of(0n, 0n, 1_000_000_000n, 0n) },
    ],
  });
});

describe('refuses', () => {
  it.each([
    [
      'a number for a list',
      '{"a":[1]}',
      list(item({ type: 'int8' })),
      /in column a “1” is not a valid list; it ends at character 7, but “\]\}” was found\./,
    ],
    [
      'null where no list is null',
      '{"a":[null]}',
      list(item({ type: 'int8' })),
      /in column a “null” is not a valid list; it ends at character 10, but “\]\}” was found\./,
    ],
    [
      'an item that is none',
      '{"a":[[300]]}',
      list(item({ type: 'int8' })),
      /in column a.item “300” is not a valid int8; it ends at character 10, but “\]\]\}” was found\./,
    ],
    ['another field', '{"a":[{"b":1}]}', struct([item({ name: 'x', type: 'int8' })]), /the key “b”/],
    ['a field too many', '{"a":[{"x":1,"y":2}]}', struct([item({ name: 'x', type: 'int8' })]), /“}” was expected/],
    ['a list for a struct', '{"a":[[1]]}', struct([item({ name: 'x', type: 'int8' })]), /“{” was expected/],
    ['a decimal that is rounded', '{"a":[0.1234567891]}', price, /is not a valid decimal/],
    ['a decimal that is no number', '{"a":[true]}', price, /is not a valid decimal/],
    ['NaN', '{"a":[NaN]}', item({ name: 'a', type: 'float16' }), /“NaN” is not JSON; it ends/],
    [
      'a float16 beyond the largest',
      '{"a":[1e9]}',
      item({ name: 'a', type: 'float16' }),
      /is not a valid float16; it ends at character 9, but “\]\}” was found\./,
    ],
    [
      'a category that is none',
      '{"a":[1]}',
      item({ name: 'a', type: 'category', ordered: false, categories: 1, item: item({ type: 'utf8' }) }),
      /a text or null was expected/,
    ],
  ])('%s', async (_, text, column, message) => {
    const failure = await decode(text, column).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(FormatlabError);
    expect((failure as FormatlabError).record.message).toMatch(message);
  });
});
