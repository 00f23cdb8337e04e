import { describe, expect, it } from 'vitest';
import type { Codec } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { codec as bokuweb } from './bokuweb';
import { codec as fzstd } from './fzstd';
import { codec as native } from './native';

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

// 'hello ' 40 times at level 3, by libzstd 1.5.7 (python-zstandard): with the content's size declared, and without.
const text = 'hello '.repeat(40);
const declared = hex('28b52ffd24f06d00003068656c6c6f200100e750a50884aa73aa');
const undeclared = hex('28b52ffd04586d00003068656c6c6f200100e750a50884aa73aa');
/** A skippable frame with four bytes in it. */
const skippable = hex('502a4d1804000000deadbeef');
/** Descriptor without flags, a window of 128 KiB, then blocks of one repeated byte, 128 KiB each. */
const runs = (blocks: number) =>
  join(
    hex('28b52ffd0038'),
    ...Array.from({ length: blocks }, (_, index) =>
      Uint8Array.from([0x02 | (index === blocks - 1 ? 1 : 0), 0x00, 0x10, 0x61]),
    ),
  );

async function failure(reader: Codec, file: Uint8Array, limitBytes: number) {
  try {
    await reader.decompress(file, limitBytes);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('It was read.');
}

describe.each([
  { name: 'native', module: native },
  { name: 'bokuweb', module: bokuweb },
  { name: 'fzstd', module: fzstd },
])('$name', ({ module }) => {
  it('reads what the reference wrote, with and without its size, in one frame or several', async () => {
    const reader = await module.create();
    for (const [file, times] of [
      [declared, 1],
      [undeclared, 1],
      [join(declared, skippable, declared), 2],
      [join(undeclared, declared), 2],
      [skippable, 0],
    ] as const) {
      expect(new TextDecoder().decode(await reader.decompress(file, 10_000))).toBe(text.repeat(times));
    }
  });

  it('refuses what claims more than the limit before allocating it', async () => {
    const reader = await module.create();
    const claimsTerabyte = join(hex('28b52ffde0'), hex('0000000000010000'), hex('010000'));
    expect((await failure(reader, claimsTerabyte, 1_000)).tag).toBe('decodeFailed');
    expect((await failure(reader, runs(400), 1_048_576)).tag).toBe('tooLarge');
    expect((await failure(reader, undeclared, 239)).tag).toBe('tooLarge');
    expect((await reader.decompress(runs(8), 1_048_576)).length).toBe(1_048_576);
  });

  it('refuses reserved bits, reserved blocks, dictionaries and blocks larger than their window', async () => {
    const reader = await module.create();
    const refused = [
      hex('28b52ffd0838010000'),
      hex('28b52ffd0038070000'),
      hex('28b52ffd0138aa010000'),
      hex('28b52ffd000003001061'),
    ];
    for (const file of refused) expect((await failure(reader, file, 1_048_576)).tag).toBe('decodeFailed');
  });
});

it('bokuweb checks the content’s checksum', async () => {
  const altered = declared.slice();
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  expect((await failure(await bokuweb.create(), altered, 1_000)).tag).toBe('decodeFailed');
});

it('bokuweb reports its memory', async () => {
  const instance = await bokuweb.create();
  const before = instance.wasmMemoryBytes?.() ?? 0;
  expect(before).toBeGreaterThan(0);
  await instance.compress(new Uint8Array(40_000_000), 1);
  expect(instance.wasmMemoryBytes?.()).toBeGreaterThan(before);
});
