import { type Draws, purpose } from './draws';
import { base, Family, packPhrase } from './family';
import { type Language, partsOfSpeech } from './language';
import { Texts } from './texts';
import { tuning } from './tuning';

const literal = (text: string): Texts => Texts.of([text]);
const word = literal('[{"word":"');
const pronunciation = literal('","pronunciation":"');
const items = literal('","item":[');
const itemStarts = ['wn', 'we', 'wj'].map((label) => Texts.of(partsOfSpeech.map((part) => `{"label":"${label}","pos":"${part}","text":"`)));
const [wordnet, wiktionary, japanese] = itemStarts as [Texts, Texts, Texts];
const itemEnd = literal('"}');
const translation = literal(' [-] [translation]: ');
const synonym = literal(' [-] [synonym]: ');
const hypernym = literal(' [-] [hypernym]: ');
const synset = literal(' [-] [synset]: ');
const synsetEnds = Texts.of(['-n"}', '-v"}', '-a"}', '-r"}']);
const glossOfTranslation = literal('[translation]: (');
const probability = literal('],"probability":".');
const share = literal('","share":".');
const translations = literal('","translation":[');
const related = literal('],"related":[');
const cooccurrence = literal('],"cooccurrence":[');
const recordEnd = literal(']}]');
const stop = literal('。');
const japaneseComma = literal('、');

/** More than any record takes: the longest of the sizes, one item, and the lists behind the items. */
const roomBytes = 65_536;
const listLimit = 24;
/** Among the related phrases: the word that a derived word or a phrase comes from. */
const stemItself = -1;

/** The size in bytes, about, for each 4096th of the records, in ascending order. */
const sizes = ((): Float64Array => {
  const table = new Float64Array(4_096);
  const knots = tuning.sizes as [number, number][];
  for (let knot = 1; knot < knots.length; knot += 1) {
    const [from, low] = knots[knot - 1] as [number, number];
    const [to, high] = knots[knot] as [number, number];
    for (let at = from; at < to; at += 1) table[at] = low + Math.floor(((high - low) * (at - from)) / (to - from));
  }
  return table;
})();

/** A whole number below 1000 from the lower half of a random word. */
const perMilleOf = (random: number): number => ((random & 0xffff) * 1_000) >>> 16;

/** Writes one record after the other behind `keys` and `values`. */
export class RecordWriter {
  private readonly keys: Texts;
  private readonly values: Texts;
  private readonly draws: Draws;
  private readonly language: Language;
  private readonly family: Family;
  /** Translations and related phrases that the record's items name. */
  private readonly translated = new Int32Array(listLimit);
  private translatedCount = 0;
  private readonly relatives = new Int32Array(listLimit);
  private relativeCount = 0;
  private readonly found = new Int32Array(tuning.cooccurrenceWords);
  /** Where the record's part of the family's phrases, translations and synonyms begins: its senses repeat each other. */
  private favourite = 0;
  /** Bytes that the lists behind the items will take. */
  private listBytes = 0;

  constructor(keys: Texts, values: Texts, draws: Draws, language: Language) {
    this.keys = keys;
    this.values = values;
    this.draws = draws;
    this.language = language;
    this.family = new Family(draws, language);
  }

  write(row: number): void {
    const { keys, values, draws, language, family } = this;
    family.goTo(row);
    const member = family.members[row - family.first] as number;
    keys.reserve(256);
    this.writeWord(keys, member);
    keys.end();
    draws.start(row, purpose.record);
    values.reserve(roomBytes);
    const start = values.at;
    const size = sizes[draws.word() >>> 20] as number;
    this.favourite = draws.below(64);
    values.copy(word, 0);
    const wordAt = values.at;
    this.writeWord(values, member);
    if (family.proper) {
      const letter = values.data[wordAt] as number;
      if (letter < 0x80) values.data[wordAt] = letter - 0x20;
    }
    const part = member < 0 ? family.part : (language.suffixParts[member] as number);
    if (member >= base && draws.happens(tuning.pronunciationPerMille)) {
      values.copy(pronunciation, 0);
      values.copy(family.sound, 0);
      if (member >= 0) values.copy(language.suffixSounds, member);
    }
    values.copy(items, 0);
    this.translatedCount = 0;
    this.relativeCount = 0;
    if (member !== base) {
      this.relatives[0] = stemItself;
      this.relativeCount = 1;
    }
    const withCooccurrence = size >= tuning.cooccurrenceFromBytes && draws.happens(tuning.cooccurrencePerMille);
    this.listBytes = 75 + (withCooccurrence ? tuning.cooccurrenceWords * 9 : 0);
    const wordnetUntil = draws.happens(tuning.wordnetPerMille) ? start + Math.floor((size * (tuning.wordnetShare[0] as number + draws.below(tuning.wordnetShare[1] as number))) / 1_000) : start;
    const wiktionaryUntil = start + Math.floor((size * (tuning.wiktionaryShare[0] as number + draws.below(tuning.wiktionaryShare[1] as number))) / 1_000);
    let itemCount = 0;
    do {
      if (itemCount > 0) values.byte(0x2c);
      const reached = values.at + this.listBytes;
      if (reached < wordnetUntil) this.writeWordnet(part);
      else if (itemCount === 0 && member >= 0) this.writeDerivation(part, member);
      else if (reached < wiktionaryUntil) this.writeWiktionary(part);
      else this.writeJapanese(part, itemCount);
      itemCount += 1;
    } while (values.at + this.listBytes - start < size);
    values.copy(probability, 0);
    values.digits(Math.floor(draws.below(1_000_000) / 2 ** draws.below(14)), 7);
    values.copy(share, 0);
    values.digits(draws.below(1_000), 3);
    values.copy(translations, 0);
    for (let index = 0; index < this.translatedCount; index += 1) {
      if (index > 0) values.byte(0x2c);
      values.byte(0x22);
      values.copy(language.japanese, this.translated[index] as number);
      values.byte(0x22);
    }
    values.copy(related, 0);
    for (let index = 0; index < this.relativeCount; index += 1) {
      if (index > 0) values.byte(0x2c);
      values.byte(0x22);
      this.writePhrase(this.relatives[index] as number);
      values.byte(0x22);
    }
    values.copy(cooccurrence, 0);
    if (withCooccurrence) this.writeCooccurrence();
    values.copy(recordEnd, 0);
    values.end();
  }

  private writeWord(into: Texts, member: number): void {
    const { language, family } = this;
    into.copy(family.stem, 0);
    if (member >= 0) into.copy(language.suffixes, member);
    else if (member < base) {
      into.byte(0x20);
      into.copy(language.nouns, base - 1 - member);
    }
  }

  private writePhrase(packed: number): void {
    const { language, values, family } = this;
    if (packed === stemItself) {
      values.copy(family.stem, 0);
      return;
    }
    const second = packed % 65_536;
    values.copy(language.english, (packed - second) / 65_536);
    if (second > 0) {
      values.byte(0x20);
      values.copy(language.english, second - 1);
    }
  }

  /** A sense in WordNet's manner. */
  private writeWordnet(part: number): void {
    const { values, draws } = this;
    values.copy(wordnet, part);
    this.writeGloss();
    values.copy(translation, 0);
    this.writeTranslations(this.favourite + draws.below(tuning.translationsPerRecord), 1 + draws.below(tuning.translationsPerSense), false);
    const synonyms = draws.below(tuning.synonymsPerSense + 1);
    if (synonyms > 0) {
      values.copy(synonym, 0);
      const first = this.favourite + draws.below(tuning.synonymsPerRecord);
      for (let index = 0; index < synonyms; index += 1) {
        if (index > 0) this.comma();
        this.writeRelative(first + index);
      }
    }
    if (draws.happens(tuning.hypernymPerMille)) {
      values.copy(hypernym, 0);
      this.writeRelative(this.favourite + draws.below(tuning.synonymsPerRecord));
    }
    values.copy(synset, 0);
    values.digits(draws.below(1_000_000) * 15 + draws.below(15), 8);
    values.copy(synsetEnds, part);
  }

  /** A sense in Wiktionary's manner: translations, or a sentence. */
  private writeWiktionary(part: number): void {
    const { values, draws } = this;
    values.copy(wiktionary, part);
    if (draws.happens(tuning.wiktionaryTranslationPerMille)) {
      values.copy(glossOfTranslation, 0);
      values.copy(this.family.phrases, (this.favourite + draws.below(tuning.phrasesPerRecord)) % tuning.familyPhrases);
      values.byte(0x29);
      values.byte(0x20);
      this.writeTranslations(this.favourite + draws.below(tuning.translationsPerRecord), 1 + draws.below(3), false);
    } else {
      const at = values.at;
      this.writeGloss();
      const letter = values.data[at] as number;
      if (letter >= 0x61 && letter <= 0x7a) values.data[at] = letter - 0x20;
      values.byte(0x2e);
    }
    values.copy(itemEnd, 0);
  }

  /** What a word with a suffix is to its stem. */
  private writeDerivation(part: number, suffix: number): void {
    const { values, language, family } = this;
    values.copy(wiktionary, part);
    values.copy(language.suffixGlossStarts, suffix);
    values.copy(family.stem, 0);
    values.copy(language.suffixGlossEnds, suffix);
    values.copy(itemEnd, 0);
  }

  private writeJapanese(part: number, itemNumber: number): void {
    const { values, draws } = this;
    values.copy(japanese, part);
    this.writeTranslations(this.favourite + itemNumber, 1 + draws.below(2), true);
    values.copy(stop, 0);
    values.copy(itemEnd, 0);
  }

  private comma(): void {
    this.values.byte(0x2c);
    this.values.byte(0x20);
  }

  private writeGloss(): void {
    const { values, draws, language, family } = this;
    const [least, more] = tuning.glossSegments as [number, number];
    const { family: familyLimit, topic, collocation } = tuning.segmentPerMille;
    let segments = least + draws.below(more);
    if (draws.happens(tuning.openingPerMille)) values.copy(language.openings, draws.below(language.openings.count));
    else {
      values.copy(language.english, language.englishPicks[draws.word() >>> 16] as number);
      segments -= 1;
    }
    for (; segments > 0; segments -= 1) {
      values.byte(0x20);
      // One random word for both: its halves say which kind, and which of that kind.
      const random = draws.word();
      const choice = perMilleOf(random);
      const pick = random >>> 16;
      if (choice < familyLimit) values.copy(family.phrases, (this.favourite + ((pick * tuning.phrasesPerRecord) >>> 16)) % tuning.familyPhrases);
      else if (choice < familyLimit + topic) values.copy(family.topicPhrases, (pick * tuning.topicPhrases) >>> 16);
      else if (choice < familyLimit + topic + collocation) values.copy(language.collocations, language.collocationPicks[pick] as number);
      else {
        values.copy(language.english, language.englishPicks[pick] as number);
        this.writeGlue();
      }
    }
  }

  /** Often one of the short words that hold a sentence together; the more frequent, the more often. */
  private writeGlue(): void {
    const { values, draws, language } = this;
    const random = draws.word();
    if (perMilleOf(random) >= tuning.gluePerMille) return;
    values.byte(0x20);
    values.copy(language.english, Math.min(((random >>> 24) * tuning.glueWords) >>> 8, (((random >>> 16) & 0xff) * tuning.glueWords) >>> 8));
  }

  /** So many translations, most of them the family's, one after the other. */
  private writeTranslations(first: number, count: number, japaneseText: boolean): void {
    const { values, draws, language, family } = this;
    for (let index = 0; index < count; index += 1) {
      if (index > 0) {
        if (japaneseText) values.copy(japaneseComma, 0);
        else this.comma();
      }
      const translated = draws.happens(tuning.freshTranslationPerMille)
        ? (language.japanesePicks[draws.word() >>> 16] as number)
        : (family.translations[(first + index) % tuning.familyTranslations] as number);
      const from = values.at;
      values.copy(language.japanese, translated);
      if (this.translatedCount < listLimit && !includes(this.translated, this.translatedCount, translated)) {
        this.translated[this.translatedCount] = translated;
        this.translatedCount += 1;
        this.listBytes += values.at - from + 3;
      }
    }
  }

  private writeRelative(index: number): void {
    const { values, draws, family } = this;
    const relative = draws.happens(tuning.freshSynonymPerMille)
      ? packPhrase(family.englishWord(tuning.functionWords), 0)
      : (family.synonyms[index % tuning.familySynonyms] as number);
    const from = values.at;
    this.writePhrase(relative);
    if (this.relativeCount < listLimit && !includes(this.relatives, this.relativeCount, relative)) {
      this.relatives[this.relativeCount] = relative;
      this.relativeCount += 1;
      this.listBytes += values.at - from + 3;
    }
  }

  /** Most of the family's words, in its order, and some of the record's own. */
  private writeCooccurrence(): void {
    const { values, draws, language, family } = this;
    for (let index = 0; index < tuning.cooccurrenceWords; index += 1) {
      if (index > 0) values.byte(0x2c);
      values.byte(0x22);
      const random = draws.word();
      let found = perMilleOf(random) < tuning.cooccurrenceKeepPerMille ? (family.cooccurrence[index] as number) : (language.englishPicks[random >>> 16] as number);
      while (includes(this.found, index, found)) found = language.englishPicks[draws.word() >>> 16] as number;
      this.found[index] = found;
      values.copy(language.english, found);
      values.byte(0x22);
    }
  }
}

function includes(list: Int32Array, count: number, value: number): boolean {
  for (let index = 0; index < count; index += 1) if (list[index] === value) return true;
  return false;
}
