import { describe, expect, it, test } from 'vitest';
import { FormatlabError, isLoadFailure, toErrorRecord } from './errors';

const fallback = { tag: 'storageFailed', stage: 'store' } as const;

/** A browser's error without a message, of which only the name tells what happened. */
const named = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('toErrorRecord', () => {
  it('tells an error without a message by its name', () => {
    expect(toErrorRecord(named('QuotaExceededError'), fallback).message).toMatch(/storage.* full/);
    expect(toErrorRecord(named('OddError'), fallback)).toEqual({ ...fallback, message: 'OddError' });
    expect(toErrorRecord(named('QuotaExceededError', 'disk 7'), fallback).message).toBe('disk 7');
    expect(toErrorRecord(new Error(''), fallback).message).toBe('no message');
    expect(toErrorRecord(undefined, fallback).message).toBe('undefined');
  });

  it('takes errors of memory for such, whatever failed', () => {
    expect(toErrorRecord(new RangeError('Invalid typed array length: 7'), fallback).tag).toBe('outOfMemory');
  });
});

test.each([
  'Failed to fetch dynamically imported module: https://example.org/assets/a.js',
  'error loading dynamically imported module: https://example.org/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('“%s” is code that did not arrive', (message) => {
  const thrown = new TypeError(message);
  expect(isLoadFailure(thrown)).toBe(true);
  const record = toErrorRecord(thrown, fallback);
  expect(record).toMatchObject({ stage: 'load', cause: message, remedy: expect.any(String) });
  // It names the file, since libraries have files of their own.
  expect(/ \/assets\/a\.\w+\.$/.test(record.message)).toBe(message.includes('/assets/a.'));
  expect(record.message).not.toContain(message);
  expect(isLoadFailure(new FormatlabError(record, { cause: thrown }))).toBe(true);
  expect(isLoadFailure(new Error('Failed to fetch'))).toBe(false);
});
