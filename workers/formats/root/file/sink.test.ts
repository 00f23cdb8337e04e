import { describe, expect, it } from 'vitest';
import { MemorySink } from './sink';

const mebibyte = 1_024 * 1_024;
function made(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  for (let at = 0; at < sizeBytes; at += 1) bytes[at] = (at * 31) ^ (at >> 8);
  return bytes;
}

describe('a sink in memory', () => {
  it.each([0, 1_000, 3 * mebibyte, 5 * mebibyte, 5 * mebibyte + 4, 20 * mebibyte])(
    'gives what was written, %i bytes being expected',
    (expectedBytes) => {
      const bytes = made(9 * mebibyte + 3);
      const sink = new MemorySink(expectedBytes);
      for (let at = 0; at < bytes.length; at += 1_500_007) sink.write(at, bytes.subarray(at, at + 1_500_007));
      sink.write(4 * mebibyte - 2, Uint8Array.of(1, 2, 3, 4));
      bytes.set([1, 2, 3, 4], 4 * mebibyte - 2);
      expect(Buffer.compare(sink.take(), bytes)).toBe(0);
    },
  );

  it('copies only where too much was expected', () => {
    const sizeOfBufferFor = (expectedBytes: number) => {
      const sink = new MemorySink(expectedBytes);
      sink.write(0, made(5 * mebibyte));
      return sink.take().buffer.byteLength;
    };
    expect(sizeOfBufferFor(5 * mebibyte)).toBe(5 * mebibyte);
    expect(sizeOfBufferFor(5.5 * mebibyte)).toBe(5.5 * mebibyte);
    expect(sizeOfBufferFor(6 * mebibyte)).toBe(5 * mebibyte);
    expect(sizeOfBufferFor(4 * mebibyte)).toBe(5 * mebibyte);
  });

  it('is empty at first, and after its bytes are taken', () => {
    const sink = new MemorySink();
    expect(sink.take().length).toBe(0);
    sink.write(7, Uint8Array.of(9));
    expect([...sink.take()]).toEqual([0, 0, 0, 0, 0, 0, 0, 9]);
    expect(sink.take().length).toBe(0);
  });
});
