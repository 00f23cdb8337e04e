import { expect, it } from 'vitest';
import { measuredAsBytes } from '../open-file';
import { unpackedNote } from '../read';
import { decideType, detectContent } from '../sniff';
import { caughtErrorRecord, foreignFileBytes } from '../testing/test-files';
import { damaged } from '../../own-file/packed/unpack';

/** The words of what is said of files that are packed, and of those of another kind than their name says. */

it('a file that is unpacked, or cannot be', () => {
  const gzip = { packing: 'gzip', entry: null, besides: [] } as const;
  expect(unpackedNote(gzip, 1_200)).toBe('The file is gzip; it was unpacked to 1,200 bytes.');
  expect(unpackedNote({ ...gzip, besides: ['.DS_Store'] }, 2)).toBe(
    'The file is gzip; it was unpacked to 2 bytes. “.DS_Store” beside it is not read, since macOS keeps it for itself.',
  );
  expect(unpackedNote({ ...gzip, besides: ['.DS_Store', '__MACOSX/._a.csv'] }, 2)).toBe(
    'The file is gzip; it was unpacked to 2 bytes. “.DS_Store” and 1 other beside it are not read, since macOS keeps them for itself.',
  );
  expect(damaged({ fileName: 'a.gz', packing: 'gzip' }, 'CRC').record.message).toBe(
    'a.gz is a gzip file that can’t be unpacked: it is damaged, truncated or followed by other data (CRC).',
  );
  expect(measuredAsBytes('text, compressed with gzip')).toBe(
    'It is text, compressed with gzip, in which no table was found, so it is measured as bytes. To read it as a table, choose its type under “Read as”.',
  );
});

it('Zip archives that are not read', async () => {
  const bytes = foreignFileBytes('two-files.zip');
  expect((await caughtErrorRecord(bytes.slice(0, -30), 'two.zip')).message).toBe(
    'two.zip is a Zip archive whose list of files, which is at its end, is damaged or missing.',
  );
  bytes[new TextDecoder('latin1').decode(bytes).lastIndexOf('b.csv')] = 'a'.charCodeAt(0);
  expect((await caughtErrorRecord(bytes, 'two.zip')).message).toBe(
    'The Zip archive holds two files of one name, “a.csv”, and does not say which of them is meant.',
  );
});

it.each([
  [
    'old.xls',
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0',
    'old.xls is a Microsoft Office 97–2003 document, as .xls files are.',
  ],
  ['text.csv.br', '\x01\x02\x03\0', 'text.csv.br is compressed with Brotli, as its name says.'],
  ['model.gguf', 'GGUF\x03\0\0\0', 'model.gguf is a GGUF file of a model.'],
  [
    'table.json',
    'id,name\n1,a\0b\n',
    'table.json is called a JSON file, but its content is text with zero bytes in it.',
  ],
  [
    'a.gz',
    '\x01\x02\0\xff',
    'a.gz is called a gzip file, but does not begin as one: it is damaged, or something else.',
  ],
])('a file that is not what %s says', (name, content, words) => {
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  expect(() => decideType(name, null, detectContent(bytes, true))).toThrow(words);
});
