import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnSchema } from '../../model/column-schema';
import type { DatasetSchema } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { format } from './implementations/formatlab';
import { telling } from '../../model/testing/telling';

/** An item of a list: a text or bytes, an earlier one by its memo number, or None. */
type Item =
  | { readonly is: 'text' | 'bytes'; readonly value: Uint8Array; readonly isNumbered: boolean; readonly widths: number }
  | { readonly is: 'again'; readonly choice: number }
  | { readonly is: 'none' }
  | { readonly is: 'frame' };

const opcodes = { text: [0x8c, 0x58, 0x8d], bytes: [0x43, 0x42, 0x8e] } as const;
const lengthBytes = [1, 4, 8] as const;

/** A column whose list has these items, in batches. `width`: the bytes of each length as an index of `lengthBytes`; null leaves it to the item. */
function pickleOf(items: readonly Item[], width: number | null, batchItems: number): Uint8Array<ArrayBuffer> {
  const out: number[] = [0x80, 4, 0x7d, 0x94, 0x28, 0x8c, 1, 0x63, 0x94, 0x5d, 0x94];
  /** The memo numbers of texts and bytes; the dictionary, the name and the list have the first three. */
  let numbered = 0;
  for (let from = 0; from < items.length; from += batchItems) {
    out.push(0x28);
    for (const item of items.slice(from, from + batchItems)) {
      if (item.is === 'none') out.push(0x4e);
      else if (item.is === 'frame') out.push(0x95, 0, 0, 0, 0, 0, 0, 0, 0);
      else if (item.is === 'again') {
        if (numbered === 0) continue;
        const index = 3 + (item.choice % numbered);
        if (index < 256 && item.choice % 2 === 0) out.push(0x68, index);
        else out.push(0x6a, index & 0xff, index >>> 8, 0, 0);
      } else {
        const size = width ?? item.widths;
        out.push(opcodes[item.is][size] as number, item.value.length);
        for (let byte = 1; byte < (lengthBytes[size] as number); byte += 1) out.push(0);
        out.push(...item.value);
        if (item.isNumbered) {
          out.push(0x94);
          numbered += 1;
        }
      }
    }
    out.push(0x65);
  }
  out.push(0x75, 0x2e);
  return Uint8Array.from(out);
}

const encoder = new TextEncoder();
const values = {
  text: fc
    .oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 12 }))
    .map((text) => encoder.encode(text)),
  bytes: fc.uint8Array({ maxLength: 40 }),
};

const itemOf = (is: 'text' | 'bytes', withNone: boolean): fc.Arbitrary<Item> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ is: fc.constant(is), value: values[is], isNumbered: fc.boolean(), widths: fc.nat(2) }),
    },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('again' as const), choice: fc.nat(1_000) }) },
    ...(withNone ? [{ weight: 1, arbitrary: fc.constant({ is: 'none' } as const) }] : []),
    { weight: 1, arbitrary: fc.constant({ is: 'frame' } as const) },
  );

async function read(file: Uint8Array<ArrayBuffer>, column: ColumnSchema) {
  const schema: DatasetSchema = { kind: 'table', columns: [column] };
  const session = await format.open({ options: {}, innerCodec: null, schema });
  try {
    return { table: session.decode?.(file) };
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return { tag: thrown.record.tag, message: thrown.record.message };
    throw thrown;
  }
}

const schemas: Record<string, ColumnSchema> = {
  utf8: { name: 'c', type: 'utf8', nullable: true },
  json: { name: 'c', type: 'json', nullable: true },
  binary: { name: 'c', type: 'binary', nullable: true },
  decimal: { name: 'c', type: 'decimal', precision: 4, scale: 1, nullable: true },
  fixedBinary: { name: 'c', type: 'fixedBinary', width: 3, nullable: true },
  'category of texts': {
    name: 'c',
    type: 'category',
    ordered: false,
    categories: 1,
    nullable: true,
    item: { name: 'item', type: 'utf8', nullable: false },
  },
  'category of texts without null': {
    name: 'c',
    type: 'category',
    ordered: false,
    categories: 1,
    nullable: false,
    item: { name: 'item', type: 'utf8', nullable: false },
  },
};

// The fast loop does not know lengths of eight bytes, so a file whose lengths all have eight is read by the stack machine alone.
describe('a list read as places in the file is the list that the stack machine reads', () => {
  test.each(Object.entries(schemas))('%s', async (_name, column) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('text' as const, 'bytes' as const).chain((is) => fc.array(itemOf(is, true), { maxLength: 30 })),
        fc.integer({ min: 1, max: 12 }),
        async (items, batchItems) => {
          const expected = await read(pickleOf(items, 2, batchItems), column);
          for (const width of [0, 1, null])
            expect(await read(pickleOf(items, width, batchItems), column)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('texts and bytes mixed are refused alike', async () => {
    const mixed = fc.array(fc.oneof(itemOf('text', true), itemOf('bytes', true)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(mixed, async (items) => {
        const expected = await read(pickleOf(items, 2, 5), schemas.utf8 as ColumnSchema);
        expect(await read(pickleOf(items, null, 5), schemas.utf8 as ColumnSchema)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

const text = (value: string): Item => ({ is: 'text', value: encoder.encode(value), isNumbered: true, widths: 0 });
const utf8 = schemas.utf8 as ColumnSchema;

describe('a hostile list of texts', () => {
  const items: Item[] = [text('one'), { is: 'none' }, { is: 'frame' }, text('zwölf'), { is: 'again', choice: 1 }];

  test.each([0, 1, 2])('is refused wherever it is cut off (width %i)', async (width) => {
    const file = pickleOf(items, width, 3);
    for (let length = 0; length < file.length; length += 1)
      expect(await read(file.slice(0, length), utf8)).toMatchObject({ tag: 'malformedInput' });
  });

  test.each([
    ['a text', [0x8c, 250], /a value of 250 bytes/],
    ['a long text', [0x58, 0xff, 0xff, 0xff, 0xff], /a value of 4294967295 bytes/],
    ['bytes', [0x42, 0xff, 0xff, 0xff, 0xff], /a value of 4294967295 bytes/],
    ['a frame', [0x95, 0xff, 0, 0, 0, 0, 0, 0, 0], /a frame of 255 bytes/],
    ['a frame of more than 4 GiB', [0x95, 0, 0, 0, 0, 1, 0, 0, 0], /a frame of 4294967296 bytes/],
    ['a memo number', [0x6a, 0xff, 0xff, 0xff, 0xff], /refers to memo 4294967295/],
  ])('is refused if %s is longer than the file', async (_what, opcode, message) => {
    const file = pickleOf([text('one')], 0, 3);
    const end = Uint8Array.from([...file.subarray(0, -3), ...opcode, ...file.subarray(-3)]);
    expect(await read(end, utf8)).toMatchObject({ tag: 'malformedInput', message: expect.stringMatching(message) });
  });

  test('is refused if two texts are UTF-8 only together', async () => {
    const half = (byte: number): Item => ({ is: 'text', value: Uint8Array.of(byte), isNumbered: false, widths: 0 });
    expect(await read(pickleOf([half(0xc3), half(0xb6)], 0, 3), utf8)).toMatchObject({
      tag: 'malformedInput',
      message: expect.stringMatching(telling('column c', 'UTF-8')),
    });
  });

  test('is refused if many columns are one list without a text', async () => {
    const list = [0x5d, 0x94, 0x28, ...new Array<number>(1_000).fill(0x4e), 0x65];
    const names = Array.from({ length: 1_000 }, (_, index) => String(1_000 + index));
    const again = names.flatMap((name) => [0x8c, 4, ...encoder.encode(name), 0x68, 0]);
    const file = Uint8Array.from([0x80, 4, 0x7d, 0x28, 0x8c, 1, 0x63, ...list, ...again, 0x75, 0x2e]);
    expect(await read(file, utf8)).toMatchObject({ tag: 'tooLarge' });
  });

  test('is refused if a second batch begins inside a batch', async () => {
    const list = [0x5d, 0x94, 0x28, 0x28, 0x8c, 1, 0x61, 0x94, 0x65, 0x65];
    const file = Uint8Array.from([0x80, 4, 0x7d, 0x8c, 1, 0x63, ...list, 0x73, 0x2e]);
    expect(await read(file, utf8)).toMatchObject({ message: expect.stringContaining('empty stack') });
  });

  test('is refused if it is in itself', async () => {
    const list = [0x5d, 0x94, 0x28, 0x8c, 1, 0x61, 0x94, 0x68, 0, 0x65];
    const file = Uint8Array.from([0x80, 4, 0x7d, 0x28, 0x8c, 1, 0x63, ...list, 0x75, 0x2e]);
    expect(await read(file, utf8)).toMatchObject({
      tag: 'malformedInput',
      message: expect.stringMatching(telling('column c', 'row 1')),
    });
  });
});
