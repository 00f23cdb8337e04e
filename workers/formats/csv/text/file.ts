import { damageOf } from '../../../model/damaged-input';
import { textOfFile } from '../../../columns/text-file';

const lineFeed = 0x0a;

export const csvError = damageOf({ format: 'csv', subject: 'CSV:' });

export function csvText(file: Uint8Array<ArrayBuffer>): string {
  if (file.at(-1) !== lineFeed) throw csvError('the file does not end with a line end: it is empty or truncated');
  return textOfFile(file, 'csv');
}
