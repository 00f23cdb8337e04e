import { describe, expect, test } from 'vitest';
import { FormatlabError } from '../../model/errors';
import type { DatasetSchema } from '../../model/dataset';
import { format } from './formatlab';

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const shortText = (text: string) => [0x8c, text.length, ...ascii(text)];
const vectors: DatasetSchema = { kind: 'keyedVectors', elementType: 'float64', dimension: 2 };

async function decode(bytes: readonly number[], schema: DatasetSchema = vectors) {
  const session = await format.open({ options: { protocol: '5', numpy: '2' }, innerCodec: null, schema });
  return session.decode?.(Uint8Array.from(bytes));
}

async function messageOf(bytes: readonly number[], schema: DatasetSchema = vectors): Promise<string> {
  try {
    await decode(bytes, schema);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FormatlabError);
    if (thrown instanceof FormatlabError) return thrown.record.message;
  }
  throw new Error('The file was read.');
}

describe('a hostile pickle', () => {
  test.each([
    ['posix', 'system'],
    ['builtins', 'eval'],
    ['numpy', 'load'],
    ['numpy.core.multiarray', 'scalar'],
    ['numpy._core.numeric', '_frombuffer.__globals__'],
  ])('asks for %s.%s and is refused by name, with the offset', async (module, name) => {
    const message = await messageOf([
      0x80,
      4,
      ...shortText(module),
      ...shortText(name),
      0x93,
      ...shortText('x'),
      0x85,
      0x52,
      0x2e,
    ]);
    expect(message).toContain(`${module}.${name}`);
    expect(message).toContain(`byte ${2 + 4 + module.length + name.length}`);
  });

  test.each([
    ['GLOBAL', 0x63],
    ['INST', 0x69],
    ['OBJ', 0x6f],
    ['NEWOBJ', 0x81],
    ['EXT1', 0x82],
    ['PERSID', 0x50],
    ['BINPERSID', 0x51],
    ['NEXT_BUFFER', 0x97],
  ])('uses %s and is refused', async (_name, code) => {
    expect(await messageOf([0x80, 4, code, 0x2e])).toMatch(new RegExp(`0x${code.toString(16)}.*byte 2`));
  });

  test('names one large text many times by its memo, and is refused before it is made', async () => {
    const large = 200_000;
    const text = [
      0x58,
      large & 0xff,
      (large >> 8) & 0xff,
      large >> 16,
      0,
      ...new Array<number>(large).fill(0x61),
      0x94,
    ];
    const again = Array.from({ length: 100_000 }, () => [0x68, 0]).flat();
    const bomb = [0x80, 4, 0x7d, ...shortText('column'), 0x5d, 0x28, ...text, ...again, 0x65, 0x73, 0x2e];
    const schema: DatasetSchema = { kind: 'table', columns: [{ name: 'column', type: 'utf8', nullable: false }] };
    expect(await messageOf(bomb, schema)).toContain('more than twice its length');
  });

  test('claims a shape that its bytes do not fill', async () => {
    const session = await format.open({ options: { protocol: '5', numpy: '2' }, innerCodec: null, schema: vectors });
    const file = await session.encode?.({
      kind: 'keyedVectors',
      elementType: 'float64',
      dimension: 2,
      entries: new Map([['a', Float64Array.of(1, 2)]]),
    });
    if (file === undefined) throw new Error('There is no encode.');
    const at = file.findIndex((byte, index) => byte === 0x4b && file[index + 1] === 2 && file[index + 2] === 0x85);
    file[at + 1] = 200;
    await expect(async () => session.decode?.(file)).rejects.toThrow(
      /16 bytes where its shape \(200\) of float64 needs 1600/,
    );
  });
});

test.each([
  ['nothing', [], /ends in the middle/],
  ['another protocol', [0x80, 2, 0x4e, 0x2e], /protocol 2, where 4 and 5/],
  ['no protocol', [0x4e, 0x2e], /does not begin with a protocol/],
  ['something after its end', [0x80, 4, 0x7d, 0x2e, 0], /goes on for 1 bytes/],
  ['a stack that is empty', [0x80, 4, 0x85, 0x2e], /empty stack/],
  ['a memo that is empty', [0x80, 4, 0x68, 7, 0x2e], /memo 7 where there are 0/],
  ['a frame longer than the file', [0x80, 4, 0x95, 9, 0, 0, 0, 0, 0, 0, 0, 0x2e], /frame of 9 bytes where 1/],
  ['a text longer than the file', [0x80, 4, 0x8c, 200, 0x2e], /200 bytes where 1/],
  ['a key that is no text', [0x80, 4, 0x7d, 0x4b, 1, 0x4b, 2, 0x73, 0x2e], /no text/],
])('a file of %s is refused', async (_what, bytes, message) => {
  expect(await messageOf(bytes)).toMatch(message);
});

const pairs: DatasetSchema = { kind: 'dict', keyType: 'utf8', valueType: 'float64' };
const one = [0x8c, 1, 0x61, 0x94, 0x47, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0];
const begin = [0x80, 4, 0x7d, 0x94];

test('a dictionary without frames and batches is read', async () => {
  expect(await decode([...begin, ...one, 0x73, 0x2e], pairs)).toEqual({
    kind: 'dict',
    keyType: 'utf8',
    valueType: 'float64',
    entries: new Map([['a', 1]]),
  });
  expect(await decode([...begin, 0x28, ...one, 0x75, 0x28, 0x75, 0x2e], pairs)).toMatchObject({
    entries: new Map([['a', 1]]),
  });
});

test.each([
  [
    'an int where a float is told',
    [...begin, 0x8c, 1, 0x61, 0x4b, 1, 0x73, 0x2e],
    /an int where a float is expected \(byte 7\)/,
  ],
  ['None', [...begin, 0x8c, 1, 0x61, 0x4e, 0x73, 0x2e], /opcode 0x4e.*byte 7/],
  ['a global', [...begin, ...shortText('os'), ...shortText('system'), 0x93, 0x2e], /a str where a float is expected/],
  ['a call', [0x80, 4, 0x52, 0x2e], /opcode 0x52/],
  ['a key twice', [...begin, 0x28, ...one, ...one, 0x75, 0x2e], /repeats a key/],
  ['itself by its memo', [...begin, 0x28, 0x68, 0], /memo 0, which is no text/],
  ['a dictionary inside', [...begin, 0x28, 0x8c, 1, 0x61, 0x7d], /a dictionary inside/],
  ['a batch that is cut off', [...begin, 0x28, ...one, 0x2e], /not complete/],
  ['half a pair', [...begin, 0x28, 0x8c, 1, 0x61, 0x75, 0x2e], /middle of a pair/],
  ['a value before its dictionary', [0x80, 4, 0x8c, 1, 0x61, 0x2e], /outside its dictionary/],
  ['three values for one entry', [...begin, ...one, 0x8c, 1, 0x61, 0x73], /outside its dictionary/],
  [
    'a text that is not UTF-8',
    [...begin, 0x8c, 1, 0xff, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0x73, 0x2e],
    /byte 6.*not UTF-8/,
  ],
  ['an empty file', [], /ends in the middle/],
])('a dictionary with %s is refused', async (_what, bytes, message) => {
  expect(await messageOf(bytes, pairs)).toMatch(message);
});

test('integers of every length come back', async () => {
  const values = [
    0n,
    255n,
    256n,
    65_535n,
    65_536n,
    -1n,
    -128n,
    -129n,
    2n ** 31n - 1n,
    2n ** 31n,
    -(2n ** 31n),
    -(2n ** 31n) - 1n,
    2n ** 39n,
    2n ** 47n - 1n,
    2n ** 53n + 1n,
    -(2n ** 55n),
    2n ** 63n - 1n,
    -(2n ** 63n),
  ];
  const session = await format.open({
    options: { protocol: '5', numpy: '2' },
    innerCodec: null,
    schema: { kind: 'list', elementType: 'int64' },
  });
  const file = await session.encode?.({ kind: 'list', elementType: 'int64', values });
  expect(file === undefined ? null : await session.decode?.(file)).toEqual({
    kind: 'list',
    elementType: 'int64',
    values,
  });
});

test('one text named again and again is refused before it is made', async () => {
  const large = 200_000;
  const text = [0x58, large & 0xff, (large >> 8) & 0xff, large >> 16, 0, ...new Array<number>(large).fill(0x61), 0x94];
  const bomb = [
    0x80,
    4,
    0x5d,
    0x94,
    0x28,
    ...text,
    ...Array.from({ length: 100_000 }, () => [0x68, 1]).flat(),
    0x65,
    0x2e,
  ];
  expect(await messageOf(bomb, { kind: 'list', elementType: 'utf8' })).toContain('more than twice its length');
});
