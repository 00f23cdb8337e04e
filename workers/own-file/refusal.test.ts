import { expect, it } from 'vitest';
import { toUnreadableFileError } from './refusal';

it('blames a lack of memory on the browser, not on the file, and says how to open the file', () => {
  const noMemory = new RangeError(
    'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance',
  );
  expect(toUnreadableFileError(noMemory, 'parquet', 'It is damaged.', 'Copy it again.').record).toEqual({
    tag: 'outOfMemory',
    stage: 'import',
    format: 'parquet',
    message: 'The browser gave the reader of this file no memory.',
    remedy: 'Close other tabs or reload this page, then open the file again. If that does not help, use a part of it.',
    cause: noMemory.message,
  });
});
