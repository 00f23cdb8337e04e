import { describe, expect, it } from 'vitest';
import type { Codec } from '../../model/entry';
import { codec as lz4js } from './lz4js';
import { meta } from './meta';
import { codec as specification } from './specification';
import { telling } from '../../model/testing/telling';

const limitBytes = 1_048_576;

/** JSON-like text of n bytes, deterministic. */
function words(n: number): Uint8Array {
  const vocabulary = ['alpha', 'beta', 'gamma', 'delta', '{"id":', '"name":', '12345', 'true,', 'null'];
  let text = '';
  let state = n + 1;
  while (text.length < n) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += `${vocabulary[(state >>> 16) % vocabulary.length]}${(state >>> 8) % 100}`;
  }
  return new TextEncoder().encode(text).slice(0, n);
}

async function refusal(decoder: Codec, file: Uint8Array): Promise<string | null> {
  try {
    await decoder.decompress(file, limitBytes);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

describe('lz4js against the block format', () => {
  it('breaks the rule of the last 12 bytes on some inputs and no other rule, as its warning says', async () => {
    const writer = await lz4js.create();
    const reader = await specification.create();
    const refusals: string[] = [];
    for (let n = 651; n < 1_851; n += 1) {
      const message = await refusal(reader, await writer.compress(words(n), null));
      if (message !== null) refusals.push(message);
    }
    expect(refusals.length).toBeGreaterThan(20);
    expect(refusals.length).toBeLessThan(600);
    // Each is too near to the end of its block.
    for (const message of refusals) expect(message).toMatch(/match .*(?<!\d)(\d|1[01]) bytes/u);
    expect(meta.implementations.find(({ id }) => id === 'lz4js')?.conforms).toBe(false);
  });
});

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe('frames of the reference', () => {
  // 'hello ' 40 times, by LZ4 1.9.4 (python-lz4).
  const text = 'hello '.repeat(40);
  const everyFlag = hex(
    '04224d187c40f0000000000000001c100000006f68656c6c6f200600d250656c6c6f2061a5c69400000000159e86f0',
  );
  const noFlag = hex('04224d18604082100000006f68656c6c6f200600d250656c6c6f2000000000');

  it('are read with block checksums, content checksum and content size, and with none', async () => {
    const reader = await specification.create();
    for (const frame of [everyFlag, noFlag])
      expect(new TextDecoder().decode(await reader.decompress(frame, limitBytes))).toBe(text);
    expect(new TextDecoder().decode(await (await lz4js.create()).decompress(noFlag, limitBytes))).toBe(text);
  });

  it('are not read by lz4js where they have block checksums, which it would misread', async () => {
    expect(await refusal(await lz4js.create(), everyFlag)).toMatch(/block checksums/);
  });

  it.each([
    ['header', 14],
    ['block', 20],
    ['content', everyFlag.length - 1],
  ])('are refused by their checksums: %s', async (what, byte) => {
    const altered = everyFlag.slice();
    altered[byte] = (altered[byte] ?? 0) ^ 1;
    expect(await refusal(await specification.create(), altered)).toMatch(telling('lz4', 'checksum', what));
  });

  it('are refused where a match reaches before the beginning', async () => {
    // One literal, then a match four bytes back; then the last literals.
    const block = [0x10, 0x61, 0x04, 0x00, 0xc0, ...new Array(12).fill(0x62)];
    const frame = Uint8Array.from([...noFlag.subarray(0, 7), block.length, 0, 0, 0, ...block, 0, 0, 0, 0]);
    expect(await refusal(await specification.create(), frame)).toMatch(telling('4 bytes', '1 bytes'));
  });
});
