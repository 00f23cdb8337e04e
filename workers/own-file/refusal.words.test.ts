import { expect, it } from 'vitest';
import { toUnreadableFileError } from './refusal';

it('says how to open a file for which the browser has no memory', () => {
  const noMemory = new RangeError('Array buffer allocation failed');
  expect(toUnreadableFileError(noMemory, 'parquet', 'It is damaged.', 'Copy it again.').record).toMatchObject({
    message: 'The browser gave the reader of this file no memory.',
    remedy: 'Close other tabs or reload this page, then open the file again. If that does not help, use a part of it.',
  });
});
