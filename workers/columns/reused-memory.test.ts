import { expect, test } from 'vitest';
import { ReusedMemory } from './reused-memory';

test('has room for a result as large as the last one, in the same buffer', () => {
  const memory = new ReusedMemory();
  memory.begin();
  expect(memory.take(5)).toBeNull();
  expect(memory.take(16)).toBeNull();
  memory.begin();
  const first = memory.take(5);
  const second = memory.take(16);
  expect([first?.at, second?.at, first?.buffer.byteLength]).toEqual([0, 8, 24]);
  expect(second?.buffer).toBe(first?.buffer);
  expect(memory.take(1)).toBeNull();
  memory.begin();
  // 5, 16 and 1 bytes, each rounded up to 8.
  expect(memory.take(8)?.buffer.byteLength).toBe(32);
  memory.begin();
  expect(memory.take(8)?.buffer.byteLength).toBe(32);
});

test('takes an expected size at once', () => {
  const memory = new ReusedMemory();
  memory.begin(100);
  expect(memory.take(100)).toEqual({ buffer: expect.any(ArrayBuffer), at: 0 });
  expect(memory.take(0)).toBeNull();
});
