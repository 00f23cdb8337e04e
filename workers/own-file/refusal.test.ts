import { expect, it } from 'vitest';
import { toUnreadableFileError } from './refusal';
import { told } from '../open-file/testing/told';

it('blames a lack of memory on the browser, not on the file, and says how to open the file', () => {
  const noMemory = new RangeError(
    'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance',
  );
  expect(toUnreadableFileError(noMemory, 'parquet', 'It is damaged.', 'Copy it again.').record).toEqual({
    tag: 'outOfMemory',
    stage: 'import',
    format: 'parquet',
    message: told('browser', 'memory'),
    remedy: told('tabs'),
    cause: noMemory.message,
  });
});

it.each(['Maximum call stack size exceeded', 'too much recursion'])('“%s” is told as nesting', (message) => {
  const record = toUnreadableFileError(new RangeError(message), 'json', 'It is damaged.', 'Copy it again.').record;
  expect(record).toMatchObject({ tag: 'unsupported', message: told('nested'), cause: message });
});
