import { zipfPicks } from '../../model/zipf';
import { PhiloxSequence, randomStreamPurpose } from './draws';
import lists from './language.json';
import { ByteStringBuffer } from '../../model/byte-string-buffer';
import { tuning } from './tuning';

/** The vocabulary of all dictionaries. It does not depend on the seed: dictionaries differ, but share one language. */
export interface Language {
  readonly english: ByteStringBuffer;
  /** 65,536 word numbers. Picking one uniformly draws a word by Zipf's law. */
  readonly englishPicks: Uint16Array;
  readonly japanese: ByteStringBuffer;
  readonly japanesePicks: Uint16Array;
  readonly collocations: ByteStringBuffer;
  readonly collocationPicks: Uint16Array;
  readonly openings: ByteStringBuffer;
  readonly nouns: ByteStringBuffer;
  readonly suffixes: ByteStringBuffer;
  readonly suffixSounds: ByteStringBuffer;
  /** The definition of a word with the suffix. The stem is inserted between the two parts. */
  readonly suffixGlossStarts: ByteStringBuffer;
  readonly suffixGlossEnds: ByteStringBuffer;
  /** Index of the part of speech in `partsOfSpeech`. */
  readonly suffixParts: readonly number[];
  readonly beginnings: ByteStringBuffer;
  readonly beginningSounds: ByteStringBuffer;
  readonly tails: ByteStringBuffer;
  readonly tailSounds: ByteStringBuffer;
}

export const partsOfSpeech = ['noun', 'verb', 'adjective', 'adverb'] as const;

/** An arbitrary but fixed key, so that the language is always the same. */
const languageKey = 0x64696374;

type Pair = readonly [letters: string, sound: string];

const pairs = (list: string): Pair[] =>
  list.split(' ').map((pair): Pair => {
    const [letters = '', sound = ''] = pair.split(':');
    return [letters, sound];
  });

const onsets = pairs(lists.onsets);
const vowels = pairs(lists.vowels);
const middles = pairs(lists.middles);
const tails = pairs(lists.tails);

const drawnFrom = <T>(draws: PhiloxSequence, list: readonly T[]): T => list[draws.below(list.length)] as T;

/** `count` distinct words from `make`, which gets the rank. A word that exists already is drawn again. */
function distinct(count: number, taken: readonly string[], make: (rank: number) => string): string[] {
  const words = [...taken];
  const seen = new Set(words);
  while (words.length < count) {
    const word = make(words.length);
    if (seen.has(word)) continue;
    seen.add(word);
    words.push(word);
  }
  return words;
}

/** Like `drawnFrom`, but draws earlier entries more often. */
const drawnSkewed = <T>(draws: PhiloxSequence, list: readonly T[]): T =>
  list[Math.min(draws.below(list.length), draws.below(list.length), draws.below(list.length))] as T;

/** Common words by frequency, then invented ones; longer words are rarer. */
function englishWords(draws: PhiloxSequence): string[] {
  const [starts, inner, middles, ends, endings] = [
    lists.wordStarts,
    lists.wordVowels,
    lists.wordMiddles,
    lists.wordEnds,
    lists.wordEndings,
  ].map((list) => list.split(' ')) as [string[], string[], string[], string[], string[]];
  return distinct(tuning.englishWords, lists.words.split(' '), (rank) => {
    let word = drawnSkewed(draws, starts) + drawnSkewed(draws, inner);
    const syllables = rank < 500 ? draws.below(2) : 1 + draws.below(2);
    for (let more = 0; more < syllables; more += 1)
      word +=
        drawnSkewed(draws, middles) +
        (more === syllables - 1 ? drawnSkewed(draws, endings) : drawnSkewed(draws, inner));
    return syllables === 0 ? word + drawnSkewed(draws, ends) : word;
  });
}

function japaneseWords(draws: PhiloxSequence): string[] {
  const kanji = [...lists.kanji];
  const katakana = [...lists.katakana];
  const endings = lists.endings.split(' ');
  return distinct(tuning.japaneseWords, [], () => {
    const form = draws.below(100);
    let word = '';
    if (form < 18) {
      const length = 3 + draws.below(3);
      for (let at = 0; at < length; at += 1) word += drawnFrom(draws, katakana);
      return word;
    }
    const length = form < 26 ? 1 : form < 80 ? 2 : form < 92 ? 3 : 4;
    for (let at = 0; at < length; at += 1) word += drawnFrom(draws, kanji);
    return draws.below(100) < 30 ? word + drawnFrom(draws, endings) : word;
  });
}

function collocationsOf(draws: PhiloxSequence, english: readonly string[], picks: Uint16Array): string[] {
  return distinct(tuning.collocations, lists.collocations.split('|'), () => {
    const words = Array.from({ length: 2 + draws.below(3) }, () => english[picks[draws.word() >>> 16] as number]);
    return words.join(' ');
  });
}

function makeLanguage(): Language {
  const draws = new PhiloxSequence(languageKey);
  draws.start(0, randomStreamPurpose.language);
  const english = englishWords(draws);
  const englishPicks = zipfPicks(english.length, tuning.englishZipfOffset);
  const japanese = japaneseWords(draws);
  const collocations = collocationsOf(draws, english, englishPicks);
  const beginnings = onsets
    .flatMap(([onset, onsetSound]) =>
      vowels.flatMap(([vowel, vowelSound]) =>
        middles.map(([middle, middleSound]): Pair => [onset + vowel + middle, onsetSound + vowelSound + middleSound]),
      ),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const suffixes = lists.suffixes as [string, string, string, string][];
  return {
    english: ByteStringBuffer.of(english),
    englishPicks,
    japanese: ByteStringBuffer.of(japanese),
    japanesePicks: zipfPicks(japanese.length, tuning.japaneseZipfOffset),
    collocations: ByteStringBuffer.of(collocations),
    collocationPicks: zipfPicks(collocations.length, tuning.collocationZipfOffset),
    openings: ByteStringBuffer.of(lists.openings.split('|')),
    nouns: ByteStringBuffer.of(lists.nouns.split(' ')),
    suffixes: ByteStringBuffer.of(suffixes.map(([suffix]) => suffix)),
    suffixSounds: ByteStringBuffer.of(suffixes.map(([, , sound]) => sound)),
    suffixGlossStarts: ByteStringBuffer.of(suffixes.map(([, , , gloss]) => gloss.slice(0, gloss.indexOf('~')))),
    suffixGlossEnds: ByteStringBuffer.of(suffixes.map(([, , , gloss]) => gloss.slice(gloss.indexOf('~') + 1))),
    suffixParts: suffixes.map(([, part]) => partsOfSpeech.indexOf(part as (typeof partsOfSpeech)[number])),
    beginnings: ByteStringBuffer.of(beginnings.map(([letters]) => letters)),
    beginningSounds: ByteStringBuffer.of(beginnings.map(([, sound]) => sound)),
    tails: ByteStringBuffer.of(tails.map(([letters]) => letters)),
    tailSounds: ByteStringBuffer.of(tails.map(([, sound]) => sound)),
  };
}

let made: Language | null = null;

/** The vocabulary, built on the first call. */
export function language(): Language {
  made ??= makeLanguage();
  return made;
}
