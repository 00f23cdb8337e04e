import { describe, expect, it } from 'vitest';
import { packTexts } from '../model/canonical';
import { areUtf8, TextBatch } from './text-batch';
import { telling } from '../model/testing/telling';

const encoder = new TextEncoder();

/** The texts by way of a batch, with a byte between each two in the file. */
function decoded(texts: readonly string[]): string[] {
  const file = encoder.encode(`|${texts.join('|')}`);
  const batch = new TextBatch(file, 'fake');
  let end = 0;
  for (const text of texts) {
    const start = end + 1;
    end = start + encoder.encode(text).length;
    batch.add(start, end);
  }
  return batch.finish();
}

describe('TextBatch', () => {
  it.each<[string, string[]]>([
    ['no texts', []],
    ['an empty text', ['']],
    ['texts of ASCII', ['a', '', 'bc']],
    ['texts of every width', ['é', 'a', '日本', '😀', '', 'x😀y', '\u{10ffff}', '\ud7ff']],
    ['a byte order mark', ['\ufeffa', '\ufeff']],
    ['texts about the length that is copied at once', ['x'.repeat(47), 'y'.repeat(48), 'z'.repeat(49), 'é'.repeat(25)]],
    ['more texts than a batch holds', Array.from({ length: 4_096 * 2 + 1 }, (_, at) => `t${at}`)],
    ['more bytes than a batch holds', ['a'.repeat(65_535), 'b', 'c', 'é'.repeat(32_768), 'd', 'e'.repeat(40_000)]],
    ['a text longer than a batch', ['before', 'é'.repeat(32_769), 'after', 'x'.repeat(65_537), 'y'.repeat(65_536)]],
  ])('gives %s back', (_, texts) => expect(decoded(texts)).toEqual(texts));

  const refused = (bytes: readonly number[], ranges: readonly (readonly [number, number])[]) => {
    const batch = new TextBatch(Uint8Array.from(bytes), 'fake');
    return () => {
      for (const [start, end] of ranges) batch.add(start, end);
      return batch.finish();
    };
  };

  it('names the text that is not UTF-8', () => {
    expect(
      refused(
        [97, 0xff, 98],
        [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
      ),
    ).toThrow(telling('byte 1', 'UTF-8'));
    expect(
      refused(
        [97, 98, 0xc3],
        [
          [0, 2],
          [2, 3],
        ],
      ),
    ).toThrow(telling('byte 2', 'UTF-8'));
    // Half of a character in each: together they are one.
    expect(
      refused(
        [97, 0xc3, 0xa9],
        [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
      ),
    ).toThrow(telling('byte 1', 'UTF-8'));
    const long = new Uint8Array(65_540).fill(97);
    long[65_539] = 0xff;
    expect(
      refused(
        [...long],
        [
          [0, 1],
          [2, 65_540],
        ],
      ),
    ).toThrow(telling('byte 2', 'UTF-8'));
  });

  it('tells the format, and that the file is damaged', () => {
    let thrown: unknown;
    try {
      refused([0x80], [[0, 1]])();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      record: {
        tag: 'malformedInput',
        stage: 'decode',
        format: 'fake',
        message: expect.stringMatching(telling('byte 0', 'UTF-8')),
      },
    });
  });
});

describe('areUtf8', () => {
  it('says yes to texts of any length', () => {
    for (const texts of [
      [],
      [''],
      ['a', 'é', '', '日本😀'],
      ['x'.repeat(1 << 20), 'é'],
      [`x${'é'.repeat(1 << 20)}`, ''],
    ])
      expect(areUtf8(packTexts(texts, texts.length))).toBe(true);
  });

  it('says no to what is none, and to a character in two texts', () => {
    const of = (bytes: readonly number[], ...offsets: number[]) =>
      areUtf8({ offsets: Int32Array.from(offsets), data: Uint8Array.from(bytes) });
    expect(of([0xff], 0, 1)).toBe(false);
    expect(of([0xc3], 0, 1)).toBe(false);
    expect(of([0x80], 0, 1)).toBe(false);
    expect(of([0xc3, 0xa9], 0, 1, 2)).toBe(false);
    expect(of([0xc3, 0xa9], 0, 2, 2)).toBe(true);
    expect(of([0xc3, 0xa9, 97], 0, 2, 3)).toBe(true);
    // What lies behind the last text is none of them.
    expect(of([97, 0x80], 0, 1, 1)).toBe(true);
    expect(areUtf8({ offsets: new Int32Array(0), data: Uint8Array.of(0xff) })).toBe(true);
  });
});
