import { type PhiloxSequence, randomStreamPurpose } from './draws';
import type { Language } from './language';
import { ByteStringBuffer } from '../../model/byte-string-buffer';
import { tuning } from './tuning';

/** Rows are divided into groups of this size, and each group into families of words with the same stem. */
const rowsPerGroup = 32;
/**
 * Groups that share a first-letter prefix: the source's 246,469 records run from a to z. Further records start with letters after z; there are enough for 1.7
 * million.
 */
const groupsPerVolume = 7_703;
const volumeLetters = ['', 'á', 'é', 'í', 'ó', 'ú', 'ý'];
const volumes = ByteStringBuffer.of(volumeLetters);

/** Marks the member of a family that is the stem itself. */
export const stemMember = -1;

/** Packs a phrase of one or two English words: the number of the first word, and that of the second plus 1 (0 if there is none). */
export const packPhrase = (first: number, second: number): number => first * 65_536 + second;
/** A placeholder for the family’s stem in a list of phrases. */
export const stemPlaceholder = -1;

/** The text that the words of a family, or of a group, have in common. It makes neighbours in key order similar. */
export class WordFamily {
  private readonly draws: PhiloxSequence;
  private readonly language: Language;

  private group = -1;
  private volume = 0;
  private beginning = 0;
  private readonly sizes = new Int32Array(rowsPerGroup);
  private familyCount = 0;
  readonly topicPhrases = new ByteStringBuffer();
  private readonly topicWords = new Int32Array(tuning.topicWords);

  /** The family has the rows [first, end). */
  first = 0;
  end = 0;
  part = 0;
  proper = false;
  readonly stem = new ByteStringBuffer();
  readonly sound = new ByteStringBuffer();
  /** For each member: `stemMember`, the number of a suffix, or `stemMember` − 1 − the number of a noun that follows the stem. */
  readonly members = new Int32Array(rowsPerGroup);
  readonly translations = new Int32Array(tuning.familyTranslations);
  readonly synonyms = new Int32Array(tuning.familySynonyms);
  readonly phrases = new ByteStringBuffer();
  readonly cooccurrence = new Int32Array(tuning.cooccurrenceWords);

  constructor(draws: PhiloxSequence, language: Language) {
    this.draws = draws;
    this.language = language;
  }

  /** Moves to the family of `row`. */
  goTo(row: number): void {
    if (row >= this.first && row < this.end) return;
    const group = Math.floor(row / rowsPerGroup);
    if (group !== this.group) this.goToGroup(group);
    let first = group * rowsPerGroup;
    let number = 0;
    while (first + (this.sizes[number] as number) <= row) {
      first += this.sizes[number] as number;
      number += 1;
    }
    this.make(first, number);
  }

  private goToGroup(group: number): void {
    const { draws, language } = this;
    this.group = group;
    this.volume = Math.floor(group / groupsPerVolume);
    this.beginning = Math.floor(((group % groupsPerVolume) * language.beginnings.count) / groupsPerVolume);
    draws.start(group, randomStreamPurpose.group);
    let rest = rowsPerGroup;
    this.familyCount = 0;
    while (rest > 0) {
      const size = Math.min(rest, 1 + drawWeightedIndex(draws, tuning.familySizes));
      this.sizes[this.familyCount] = size;
      this.familyCount += 1;
      rest -= size;
    }
    for (let index = 0; index < this.topicWords.length; index += 1)
      this.topicWords[index] = this.englishWord(tuning.functionWords);
    this.fillPhrases(this.topicPhrases, tuning.topicPhrases);
  }

  private make(first: number, number: number): void {
    const { draws, language, stem, sound, members } = this;
    const size = this.sizes[number] as number;
    this.first = first;
    this.end = first + size;
    draws.start(first, randomStreamPurpose.family);
    const tail = stratum(draws, number, this.familyCount, language.tails.count);
    stem.clear();
    stem.copy(volumes, this.volume);
    stem.copy(language.beginnings, this.beginning);
    stem.copy(language.tails, tail);
    stem.end();
    sound.clear();
    sound.copy(language.beginningSounds, this.beginning);
    sound.copy(language.tailSounds, tail);
    sound.end();
    this.proper = draws.happens(tuning.properPerMille);
    this.part = drawWeightedIndex(draws, tuning.partWeights);
    let phrases = 0;
    for (let member = 1; member < size; member += 1) if (draws.happens(tuning.phrasePerMille)) phrases += 1;
    const suffixes = size - 1 - phrases;
    members[0] = stemMember;
    for (let index = 0; index < phrases; index += 1)
      members[1 + index] = stemMember - 1 - stratum(draws, index, phrases, language.nouns.count);
    for (let index = 0; index < suffixes; index += 1)
      members[1 + phrases + index] = stratum(draws, index, suffixes, language.suffixes.count);
    for (let index = 0; index < this.translations.length; index += 1)
      this.translations[index] = language.japanesePicks[draws.word() >>> 16] as number;
    for (let index = 0; index < this.synonyms.length; index += 1) this.synonyms[index] = this.phrase();
    for (let index = 0; index < this.cooccurrence.length; index += 1)
      this.cooccurrence[index] = draws.happens(tuning.cooccurrenceTopicPerMille)
        ? (this.topicWords[draws.below(this.topicWords.length)] as number)
        : this.englishWord(0);
    this.fillPhrases(this.phrases, tuning.familyPhrases);
  }

  /** A word drawn by Zipf's law, excluding the `without` most frequent ones. */
  englishWord(without: number): number {
    let word = this.language.englishPicks[this.draws.word() >>> 16] as number;
    while (word < without) word = this.language.englishPicks[this.draws.word() >>> 16] as number;
    return word;
  }

  /** One or two content words. */
  phrase(): number {
    const second = this.draws.happens(tuning.synonymPhrasePerMille) ? this.englishWord(tuning.functionWords) + 1 : 0;
    return packPhrase(this.englishWord(tuning.functionWords), second);
  }

  private fillPhrases(into: ByteStringBuffer, count: number): void {
    const { draws, language } = this;
    const [least, more] = tuning.familyPhraseWords as [number, number];
    into.clear();
    for (let index = 0; index < count; index += 1) {
      const words = least + draws.below(more);
      into.reserve(512);
      for (let word = 0; word < words; word += 1) {
        if (word > 0) into.byte(0x20);
        if (draws.happens(tuning.phraseCollocationPerMille))
          into.copy(language.collocations, language.collocationPicks[draws.word() >>> 16] as number);
        else into.copy(language.english, language.englishPicks[draws.word() >>> 16] as number);
      }
      into.end();
    }
  }
}

/** Draws an index with these weights. */
function drawWeightedIndex(draws: PhiloxSequence, weights: readonly number[]): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let rest = draws.below(total);
  let index = 0;
  while (rest >= (weights[index] as number)) {
    rest -= weights[index] as number;
    index += 1;
  }
  return index;
}

/** The `index`-th of `count` distinct ascending numbers below `bound`: one drawn from each of `count` equal intervals. */
function stratum(draws: PhiloxSequence, index: number, count: number, bound: number): number {
  const start = Math.floor((index * bound) / count);
  return start + draws.below(Math.floor(((index + 1) * bound) / count) - start);
}
