import { describe, expect, test } from 'vitest';
import { bytesOf, copyPlaces, distinctPlaces } from './read-places';
import { PickleText, PlaceObjects, Places } from './values';

const encoder = new TextEncoder();

/** A file of these texts, one behind the other, with a byte above 127 between each two. */
function placesIn(texts: readonly (Uint8Array | null)[]): { file: Uint8Array; places: Places } {
  const file: number[] = [];
  const places = new Places(new PlaceObjects());
  for (const text of texts) {
    file.push(0x94);
    places.add(text === null ? null : new PickleText(file.length, file.length + text.length));
    file.push(...(text ?? []));
  }
  return { file: Uint8Array.from(file), places };
}

function copied(texts: readonly (Uint8Array | null)[], isText = true) {
  const { file, places } = placesIn(texts);
  const data = new Uint8Array(bytesOf(places));
  const offsets = new Int32Array(texts.length + 1);
  const bad = copyPlaces(file, places, offsets, data, isText);
  return { bad, parts: texts.map((_, row) => data.slice(offsets[row], offsets[row + 1])) };
}

describe('texts are copied', () => {
  const lengths = Array.from({ length: 300 }, (_, length) => length);
  const ascii = lengths.map((length) => encoder.encode('abcdefghij'.repeat(30).slice(0, length)));

  test('of every length up to 299 bytes, with nulls among them', () => {
    const texts = ascii.flatMap((text) => [text, null]);
    expect(copied(texts)).toEqual({ bad: -1, parts: texts.map((text) => text ?? new Uint8Array(0)) });
  });

  test('with a character of two bytes at each place', () => {
    const texts = lengths.map((length) => encoder.encode(`${'a'.repeat(length)}ö${'b'.repeat(299 - length)}`));
    expect(copied(texts)).toEqual({ bad: -1, parts: texts });
  });

  test.each([0, 3, 15, 16, 17, 64, 255, 256, 290])('a text that is not UTF-8 at byte %i is found', (place) => {
    const wrong = encoder.encode('a'.repeat(place + 1));
    wrong[place] = 0xff;
    // What follows keeps the text from being the last of the file.
    const texts = [...ascii, wrong, ...ascii];
    expect(copied(texts).bad).toBe(ascii.length);
    expect(copied([wrong]).bad).toBe(0);
    expect(copied(texts, false)).toEqual({ bad: -1, parts: texts });
  });
});

test('distinct places keep the order of their first rows, however many there are', () => {
  const places = new Places(new PlaceObjects());
  const starts = Array.from({ length: 5_000 }, (_, index) => 7 * index);
  for (const start of [...starts, ...starts.toReversed()]) {
    places.add(new PickleText(start, start + 1));
    places.add(null);
  }
  const { distinct, indices } = distinctPlaces(places);
  expect(distinct.map(({ start }) => start)).toEqual(starts);
  const order = starts.map((_, index) => index);
  expect([...indices]).toEqual([...order, ...order.toReversed()].flatMap((index) => [index, 0]));
});
