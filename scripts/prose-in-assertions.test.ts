import { expect, test } from 'vitest';
import { holdsWords, proseInAssertions, wordsOf } from './prose-in-assertions.mjs';

/** Literals that were there when the rule was made, by folder. A number may only fall; `node scripts/prose-in-assertions.mjs web` lists what it counts. */
const stillThere: Readonly<Record<string, number>> = { bench: 6, e2e: 201, scripts: 5, web: 394, workers: 556 };

const all = proseInAssertions();

test('words are counted as a reader counts them', () => {
  expect([wordsOf('10.0 kB, 3, x'), wordsOf('A file is read'), wordsOf('“a b”: int64')]).toEqual([1, 4, 1]);
});

test.each(Object.entries(stillThere))('assertions in %s compare no prose beyond %i literals', (folder, most) => {
  const found = all.filter(({ file }) => file.startsWith(`${folder}/`) && !holdsWords.test(file));
  expect(found.length, found.map(({ file, line }) => `${file}:${line}`).join(' ')).toBeLessThanOrEqual(most);
});

test('no sentence is tested in two places', () => {
  const seen = new Map<string, string>();
  const twice = all.flatMap(({ file, line, text }) => {
    const place = `${file}:${line}`;
    const before = seen.get(text);
    seen.set(text, place);
    return before === undefined || !holdsWords.test(file) ? [] : [`${text}: ${before} and ${place}`];
  });
  expect(twice).toEqual([]);
});
