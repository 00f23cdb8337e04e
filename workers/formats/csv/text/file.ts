import { FormatlabError } from '../../../model/errors';
import { textOfFile } from '../../../model/text-file';

const lineFeed = 0x0a;

export function csvError(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'csv', message: `CSV: ${message}` });
}

export function csvText(file: Uint8Array<ArrayBuffer>): string {
  if (file.at(-1) !== lineFeed) throw csvError('the file does not end with a line end: it is empty or truncated.');
  return textOfFile(file, 'csv');
}
