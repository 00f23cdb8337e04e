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
    const message = await messageOf([0x80, 4, ...shortText(module), ...shortText(name), 0x93, ...shortText('x'), 0x85, 0x52, 0x2e]);
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
    const text = [0x58, large & 0xff, (large >> 8) & 0xff, large >> 16, 0, ...new Array<number>(large).fill(0x61), 0x94];
    const again = Array.from({ length: 100_000 }, () => [0x68, 0]).flat();
    const bomb = [0x80, 4, 0x7d, ...shortText('column'), 0x5d, 0x28, ...text, ...again, 0x65, 0x73, 0x2e];
    const schema: DatasetSchema = { kind: 'table', columns: [{ name: 'column', type: 'utf8', nullable: false }] };
    expect(await messageOf(bomb, schema)).toContain('more than twice its length');
  });

  test('claims a shape that its bytes do not fill', async () => {
    const session = await format.open({ options: { protocol: '5', numpy: '2' }, innerCodec: null, schema: vectors });
    const file = await session.encode?.({ kind: 'keyedVectors', elementType: 'float64', dimension: 2, entries: new Map([['a', Float64Array.of(1, 2)]]) });
    if (file === undefined) throw new Error('There is no encode.');
    const at = file.findIndex((byte, index) => byte === 0x4b && file[index + 1] === 2 && file[index + 2] === 0x85);
    file[at + 1] = 200;
    await expect(async () => session.decode?.(file)).rejects.toThrow(/16 bytes where its shape \(200\) of float64 needs 1600/);
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
