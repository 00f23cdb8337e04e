import { expect, it } from 'vitest';
import { countEscapes, escapeNote, guessEscape, withDoubledQuotes } from './escaped-quotes';
import { telling } from '../../../model/testing/telling';

const blob = (text: string) => new Blob([text]);
const guessed = async (text: string) => guessEscape(await countEscapes([blob(text)], 'double', null));
const doubled = async (text: string, quoteEscape: 'backslash' | 'backslashQuote') =>
  (await withDoubledQuotes(blob(text), 'double', quoteEscape, ',')).text();

it('a backslash is guessed to escape quotes if fields are broken without it', async () => {
  expect(await guessed('"a"\n"x \\"y\\", z"\n')).toBe('backslash');
  expect(await guessed('"a" "b"\n"1" "x \\"y z\\" w"\n')).toBe('backslash');
  // As R writes them, other backslashes are not doubled.
  expect(await guessed('"a"\n"x \\"y\\", z"\n"C:\\new"\n')).toBe('backslashQuote');
});

it('a backslash at the end of a field, or before a doubled quote, escapes nothing', async () => {
  expect(await guessed('"a","b"\n"C:\\","d"\n')).toBe('doubled');
  expect(await guessed('"a"\n"C:\\""x"""\n')).toBe('doubled');
  expect(await guessed('"a"\n"no escape"\n')).toBe('doubled');
  expect(await guessed('"a"\n"broken "in" both \\" ways"x\n')).toBe('doubled');
});

it('quotes are doubled for the reader, and other backslashes stay', async () => {
  const text = '"a","b"\n"x \\"y\\", z","C:\\new\\\\dir"\nplain\\"z,"end\\\\"\n';
  expect(await doubled(text, 'backslash')).toBe('"a","b"\n"x ""y"", z","C:\\new\\dir"\nplain\\"z,"end\\"\n');
  expect(await doubled(text, 'backslashQuote')).toBe('"a","b"\n"x ""y"", z","C:\\new\\\\dir"\nplain\\"z,"end\\\\"\n');
});

it('several texts are counted together, also those without an escaped quote', async () => {
  const counts = await countEscapes([blob('"a"\n"x \\"y\\", z"\n'), blob('"a"\n"C:\\new"\n')], 'double', null);
  expect(counts).toMatchObject({ escapedQuotes: 2, pairs: 0, others: 1 });
  expect(guessEscape(counts)).toBe('backslashQuote');
  expect(await countEscapes([blob('"a"\n'), blob('"C:\\new"\n')], 'double', null)).toBeNull();
});

it('a note says how many quotes and backslashes were read so', async () => {
  const counts = await countEscapes([blob('"a \\"b\\"","c\\\\d"\n')], 'double', null);
  expect(counts).toMatchObject({ escapedQuotes: 2, pairs: 1, others: 0 });
  expect(escapeNote(counts, 'backslash')).toMatch(telling('2 quotes', '1 pair of backslashes'));
  expect(escapeNote(counts, 'doubled')).toBeNull();
});
