import { ByteStringBuffer } from '../../model/byte-string-buffer';
import type { Column, PlainColumn } from '../../model/column';
import { philoxFill } from '../../model/philox';
import { zipfPicks } from '../../model/zipf';
import { eachDistinct, permutation } from './distinct';
import { column, purpose, type Range } from './draws';
import { meanNameBytes, meanNoteBytes, type TableParameters } from './meta';
import { nulls } from './nulls';
import { eachInRuns } from './rows';
import vocabulary from './vocabulary.json';

const categoryNames = vocabulary.categories.split('|');
const firstNames = ByteStringBuffer.of(vocabulary.firstNames.split(' '));
const surnames = ByteStringBuffer.of(vocabulary.surnames.split(' '));
const initials = 26;
/** Names without a number. Later ones end with one. */
const plainNames = firstNames.count * surnames.count * initials;
const words = ByteStringBuffer.of(vocabulary.words.split(' '));

/** No name or note is longer. */
const longestTextBytes = 256;
/** Room for what is expected. A buffer that was too small grows. */
const bufferOfTexts = (rows: number, meanBytes: number) =>
  new ByteStringBuffer(Math.ceil(1.03 * rows * meanBytes) + longestTextBytes, rows);

/** The first categories are far more frequent than the last. */
export function categories(range: Range, { runLength }: TableParameters): Column {
  const picks = zipfPicks(categoryNames.length, 1);
  const indices = new Int32Array(range.to - range.from);
  eachInRuns(range, column.category, runLength, (index, word) => {
    indices[index] = picks[word >>> 16] as number;
  });
  const items: PlainColumn = {
    name: 'item',
    type: 'utf8',
    validity: null,
    ...ByteStringBuffer.of(categoryNames).finish(),
  };
  return { name: 'category', type: 'category', ordered: false, validity: null, indices, categories: items };
}

/** First name, initial and surname. */
export function names(range: Range, { distinctShare, nullShare }: TableParameters): Column {
  const absent = nulls(range, 'name', nullShare);
  const place = permutation(range.seed, column.name, plainNames);
  const texts = bufferOfTexts(range.to - range.from, (1 - nullShare) * meanNameBytes);
  eachDistinct(range, column.name, distinctShare, (index, value) => {
    if (!absent.has(index)) {
      const chosen = place(value % plainNames);
      const rest = Math.floor(chosen / firstNames.count);
      texts.reserve(longestTextBytes);
      texts.copy(firstNames, chosen % firstNames.count);
      texts.byte(space);
      texts.byte(capitalA + Math.floor(rest / surnames.count));
      texts.byte(fullStop);
      texts.byte(space);
      texts.copy(surnames, rest % surnames.count);
      const round = Math.floor(value / plainNames);
      if (round > 0) {
        texts.byte(space);
        texts.digits(round + 1, String(round + 1).length);
      }
    }
    texts.end();
  });
  return { name: 'name', type: 'utf8', validity: absent.validity(), ...texts.finish() };
}

const space = 0x20;
const fullStop = 0x2e;
const capitalA = 0x41;

/** The standard sentences among which repeated ones are drawn. */
const poolSentences = 64;
const blocksPerNote = 2;
const wordsPerNote = 4 * blocksPerNote;
const notesAtOnce = 1_024;
const fewestWords = 3;
/** Word 0 of a note holds lengths and choices, word 1 says which sentences are repeated; the others choose words by 16 bits each. */
const firstHalf = 4;
const mostWordsOfSentence = 6;

/**
 * One or two sentences of words that follow Zipf's law. Each is a standard sentence with the probability `textRepetition`. Of a note's 8
 * random words, bits of word 0: 0–1 and 2–3 the lengths, 6–11 and 12–17 the standard sentences, 31 whether there is a second one.
 */
export function notes(range: Range, { textRepetition, nullShare }: TableParameters): Column {
  const { seed, from, to } = range;
  const absent = nulls(range, 'note', nullShare);
  const repeatedLimit = Math.floor(textRepetition * 65_536);
  const picks = zipfPicks(words.count, 3);
  const drawn = new Uint32Array(wordsPerNote * notesAtOnce);
  const halves = new Uint16Array(drawn.buffer);
  const sentence = (into: ByteStringBuffer, start: number, length: number) => {
    const first = into.at;
    for (let word = 0; word < length; word += 1) {
      if (word > 0) into.byte(space);
      into.copy(words, picks[halves[start + word] as number] as number);
    }
    into.capitalize(first);
    into.byte(fullStop);
  };
  const draw = (count: number, first: number, of: number) =>
    philoxFill(drawn.subarray(0, wordsPerNote * count), blocksPerNote * first, {
      key: [seed, 0],
      counter: [0, column.note, of],
    });

  draw(poolSentences, 0, purpose.pool);
  const pool = new ByteStringBuffer(poolSentences * longestTextBytes, poolSentences);
  for (let index = 0; index < poolSentences; index += 1) {
    sentence(pool, 2 * wordsPerNote * index + firstHalf, fewestWords + (index & 3));
    pool.end();
  }

  const texts = bufferOfTexts(to - from, (1 - nullShare) * meanNoteBytes);
  for (let start = from; start < to; start += notesAtOnce) {
    const end = Math.min(start + notesAtOnce, to);
    draw(end - start, start, purpose.value);
    for (let row = start; row < end; row += 1) {
      if (!absent.has(row - from)) {
        const at = wordsPerNote * (row - start);
        const bits = drawn[at] as number;
        const sentences = 1 + (bits >>> 31);
        texts.reserve(longestTextBytes);
        for (let each = 0; each < sentences; each += 1) {
          if (each > 0) texts.byte(space);
          const half = 2 * at + firstHalf + mostWordsOfSentence * each;
          if ((halves[2 * at + 2 + each] as number) < repeatedLimit)
            texts.copy(pool, (bits >>> (6 + 6 * each)) % poolSentences);
          else sentence(texts, half, fewestWords + ((bits >>> (2 * each)) & 3));
        }
      }
      texts.end();
    }
  }
  return { name: 'note', type: 'utf8', validity: absent.validity(), ...texts.finish() };
}
