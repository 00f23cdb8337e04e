import { expect, test } from 'vitest';
import { parseColumnSettings } from './column-settings';
import { encodings, type ParquetEncoding } from './encodings';

const all = Object.keys(encodings) as ParquetEncoding[];
const parse = (columns: string) => parseColumnSettings({ columns }, all);

test('reads encoding, codec and level of each column', () => {
  expect(parse('')).toEqual([]);
  expect(parse(' price: BYTE_STREAM_SPLIT, zstd 9; note : uncompressed ;')).toEqual([
    { column: 'price', encoding: 'BYTE_STREAM_SPLIT', codec: { id: 'zstd', level: 9 } },
    { column: 'note', encoding: null, codec: { id: 'uncompressed', level: null } },
  ]);
  expect(parse('a: zstd')).toEqual([{ column: 'a', encoding: null, codec: { id: 'zstd', level: 1 } }]);
});

test('a quoted name may hold what separates settings', () => {
  expect(parse('"a: b; \\"c\\"": PLAIN')).toEqual([{ column: 'a: b; "c"', encoding: 'PLAIN', codec: null }]);
});

test.each([
  ['price', /no column name before a colon/u],
  ['"price: PLAIN', /no column name before a colon/u],
  ['"\\x": PLAIN', /not a text as in JSON/u],
  ['price: ', /has the setting “”/u],
  ['price: PLAIN, PLAIN', /has the setting “PLAIN”\. It takes one encoding/u],
  ['price: plain', /has the setting “plain”/u],
  ['price: zstd 1, gzip', /has the setting “gzip”/u],
  ['price: zstd 23', /asks for zstd 23, but its levels are 1 to 22/u],
  ['price: snappy 1', /snappy has no levels/u],
  ['price: constructor', /has the setting “constructor”/u],
  ['price: PLAIN; price: zstd', /has settings twice/u],
])('%s is refused with what is wrong', (text, message) => {
  expect(parse(text)).toMatch(message);
});
