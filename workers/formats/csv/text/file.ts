import { FormatlabError } from '../../../model/errors';

/** V8's longest string is 2²⁹ − 24 characters. */
const textLimitBytes = 2 ** 29 - 24;
const lineFeed = 0x0a;

export function csvError(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'csv', message: `CSV: ${message}` });
}

/** The file's text; UTF-8 without a byte order mark. */
export function csvText(file: Uint8Array<ArrayBuffer>): string {
  if (file.length > textLimitBytes) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'decode',
      format: 'csv',
      message: `CSV: the file’s ${file.length} bytes are more than a JavaScript string can hold (${textLimitBytes}).`,
    });
  }
  if (file.at(-1) !== lineFeed) throw csvError('the file does not end with a line end: it is empty or was cut off.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch (cause) {
    throw new FormatlabError({ ...csvError('the file is not UTF-8.').record }, { cause });
  }
}
