import { expect, it } from 'vitest';
import { equalScope, formatClock } from './clock-scope';

it('takes converting and allocating as a format’s own way, not as another scope', () => {
  expect(equalScope(['encode'], ['convert', 'allocate', 'encode'])).toBe(true);
});

it.each(['generate', 'write', 'read', 'reduce'] as const)('tells clocks with and without %s apart', (scope) => {
  expect(equalScope(['encode'], ['encode', scope])).toBe(false);
  expect(equalScope([scope, 'encode'], ['encode', scope])).toBe(true);
});

it('writes a clock in words', () => expect(formatClock(['convert', 'encode'])).toBe('convert + encode'));
