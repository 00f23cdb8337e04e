import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import { decideType, lookOf } from './sniff';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const decide = (name: string, content: string, chosen: Parameters<typeof decideType>[1] = null) =>
  decideType(name, chosen, lookOf(bytesOf(content), true));

function refusalOf(call: () => unknown) {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('Nothing was refused.');
}

describe('a file of a kind that is not read here', () => {
  it.each([
    ['table.csv.zst', '\x28\xb5\x2f\xfd....', 'a Zstandard file'],
    ['table.xz', '\xfd7zXZ\0....', 'an xz file'],
    ['book.xlsx', 'PK\x03\x04....', 'a ZIP archive (as .xlsx and .npz are)'],
    ['data.sqlite', 'SQLite format 3\0....', 'an SQLite database'],
    ['data.h5', '\x89HDF\r\n\x1a\n....', 'an HDF5 file'],
  ])('%s is named, and bytes are offered', (name, content, description) => {
    expect(refusalOf(() => decide(name, content))).toMatchObject({
      message: `${name} is ${description}, which is not read here yet.`,
      remedy: expect.stringContaining('choose “Any file, as bytes”'),
    });
    expect(decide(name, content, 'bytes')).toBe('bytes');
  });
});

it('takes content that nothing is known of as bytes', () => {
  expect(decide('unknown.bin', '\x01\x02\x03\x00')).toBe('bytes');
  expect(decide('notes.txt', 'Just a sentence.')).toBe('bytes');
});
