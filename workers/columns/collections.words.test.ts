import { expect, test } from 'vitest';
import { packTexts } from '../model/canonical';
import { ByteStringsBuilder, makeDict, makeRecords } from './collections';

const strings = (...texts: string[]) => packTexts(texts, texts.length);

test.each([
  ['The file has 1 keys and 2 values.', () => makeDict('utf8', 'float64', ['a'], [1, 2])],
  [
    'The file repeats a key: it has 3 keys, of which 2 differ.',
    () => makeDict('utf8', 'float64', ['a', 'b', 'a'], [1, 2, 3]),
  ],
  [
    'The file’s keys repeat, or are not in the order of their bytes, as the keys of records must be.',
    () => makeRecords(strings('b', 'a'), strings('x', 'y')),
  ],
  [
    'The texts are more than 2 GiB, which is all that one buffer of texts can hold.',
    () => new ByteStringsBuilder(0, 'fake').add(new Uint8Array(), 0, 0x80000000),
  ],
])('%s', (sentence, make) => expect(make).toThrow(sentence));
