import { type PhiloxSequence, perMilleFromRandom } from './draws';
import { type WordFamily, packPhrase, stemPlaceholder } from './family';
import type { Language } from './language';
import { itemParts } from './literals';
import { MentionedNumbers } from './mentioned';
import type { ByteStringBuffer } from '../../model/byte-string-buffer';
import { tuning } from './tuning';

const [minSegments, moreSegments] = tuning.glossSegments as [number, number];
const familyLimit = tuning.segmentPerMille.family;
const topicLimit = familyLimit + tuning.segmentPerMille.topic;
const collocationLimit = topicLimit + tuning.segmentPerMille.collocation;

/** Appends the items of a record to `values`. Each item is one dictionary's entry for the word; the source merged several dictionaries. */
export class RecordItems {
  private readonly values: ByteStringBuffer;
  private readonly draws: PhiloxSequence;
  private readonly language: Language;
  private readonly family: WordFamily;
  /**
   * Index at which the record starts in the family's phrases, translations and synonyms, so that the senses of one record repeat each
   * other.
   */
  private favourite = 0;
  /** Numbers of the Japanese words used so far. */
  readonly translated = new MentionedNumbers();
  /** Phrases used so far, packed by `packPhrase`, or `stemPlaceholder`. */
  readonly related = new MentionedNumbers();
  /** Bytes that these two lists will take after the items. */
  listBytes = 0;

  constructor(values: ByteStringBuffer, draws: PhiloxSequence, language: Language, family: WordFamily) {
    this.values = values;
    this.draws = draws;
    this.language = language;
    this.family = family;
  }

  /** Starts a new record. A word that is not the stem itself is related to its stem. */
  begin(favourite: number, isStem: boolean): void {
    this.favourite = favourite;
    this.listBytes = 0;
    this.translated.clear();
    this.related.clear();
    if (!isStem) this.related.add(stemPlaceholder);
  }

  /** Writes an item in WordNet's style: a definition, with its words in both languages. */
  wordnet(part: number): void {
    const { values, draws, favourite } = this;
    values.copy(itemParts.wordnet, part);
    this.gloss();
    values.copy(itemParts.translation, 0);
    this.translations(
      favourite + draws.below(tuning.translationsPerRecord),
      1 + draws.below(tuning.translationsPerSense),
      itemParts.comma,
    );
    const synonyms = draws.below(tuning.synonymsPerSense + 1);
    if (synonyms > 0) {
      values.copy(itemParts.synonym, 0);
      const first = favourite + draws.below(tuning.synonymsPerRecord);
      for (let index = 0; index < synonyms; index += 1) {
        if (index > 0) values.copy(itemParts.comma, 0);
        this.relative(first + index);
      }
    }
    if (draws.happens(tuning.hypernymPerMille)) {
      values.copy(itemParts.hypernym, 0);
      this.relative(favourite + draws.below(tuning.synonymsPerRecord));
    }
    values.copy(itemParts.synset, 0);
    values.digits(draws.below(1_000_000) * 15 + draws.below(15), 8);
    values.copy(itemParts.synsetEnds, part);
  }

  /** Writes an item in Wiktionary's style: translations, or a sentence. */
  wiktionary(part: number): void {
    const { values, draws, favourite, family } = this;
    values.copy(itemParts.wiktionary, part);
    if (draws.happens(tuning.wiktionaryTranslationPerMille)) {
      values.copy(itemParts.glossOfTranslation, 0);
      values.copy(family.phrases, (favourite + draws.below(tuning.phrasesPerRecord)) % tuning.familyPhrases);
      values.byte(0x29);
      values.byte(0x20);
      this.translations(favourite + draws.below(tuning.translationsPerRecord), 1 + draws.below(3), itemParts.comma);
    } else {
      const at = values.at;
      this.gloss();
      values.capitalize(at);
      values.byte(0x2e);
    }
    values.copy(itemParts.end, 0);
  }

  /** Writes how a word with a suffix relates to its stem. */
  derivation(part: number, suffix: number): void {
    const { values, language, family } = this;
    values.copy(itemParts.wiktionary, part);
    values.copy(language.suffixGlossStarts, suffix);
    values.copy(family.stem, 0);
    values.copy(language.suffixGlossEnds, suffix);
    values.copy(itemParts.end, 0);
  }

  /** Writes an item in the Japanese Wiktionary's style: translations only, different ones in each item. */
  japanese(part: number, itemNumber: number): void {
    const { values, draws } = this;
    values.copy(itemParts.japanese, part);
    this.translations(this.favourite + itemNumber, 1 + draws.below(2), itemParts.japaneseComma);
    values.copy(itemParts.japaneseStop, 0);
    values.copy(itemParts.end, 0);
  }

  /** Writes a phrase and adds it to `related`. */
  phrase(packed: number): void {
    const { language, values, family } = this;
    if (packed === stemPlaceholder) {
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

  private gloss(): void {
    const { values, draws, language, family } = this;
    let segments = minSegments + draws.below(moreSegments);
    if (draws.happens(tuning.openingPerMille)) values.copy(language.openings, draws.below(language.openings.count));
    else {
      values.copy(language.english, language.englishPicks[draws.word() >>> 16] as number);
      segments -= 1;
    }
    for (; segments > 0; segments -= 1) {
      values.byte(0x20);
      // One random word serves both choices: one half selects the kind, the other the entry.
      const random = draws.word();
      const choice = perMilleFromRandom(random);
      const pick = random >>> 16;
      if (choice < familyLimit)
        values.copy(
          family.phrases,
          (this.favourite + ((pick * tuning.phrasesPerRecord) >>> 16)) % tuning.familyPhrases,
        );
      else if (choice < topicLimit) values.copy(family.topicPhrases, (pick * tuning.topicPhrases) >>> 16);
      else if (choice < collocationLimit) values.copy(language.collocations, language.collocationPicks[pick] as number);
      else {
        values.copy(language.english, language.englishPicks[pick] as number);
        this.glue();
      }
    }
  }

  /** Writes, often, one of the short function words, frequent ones more often. */
  private glue(): void {
    const { values, draws, language } = this;
    const random = draws.word();
    if (perMilleFromRandom(random) >= tuning.gluePerMille) return;
    values.byte(0x20);
    values.copy(
      language.english,
      Math.min(((random >>> 24) * tuning.glueWords) >>> 8, (((random >>> 16) & 0xff) * tuning.glueWords) >>> 8),
    );
  }

  /** Writes `count` translations, most of them the family's, starting at its number `first`. */
  private translations(first: number, count: number, comma: ByteStringBuffer): void {
    const { values, draws, language, family } = this;
    for (let index = 0; index < count; index += 1) {
      if (index > 0) values.copy(comma, 0);
      const word = draws.happens(tuning.freshTranslationPerMille)
        ? (language.japanesePicks[draws.word() >>> 16] as number)
        : (family.translations[(first + index) % tuning.familyTranslations] as number);
      const from = values.at;
      values.copy(language.japanese, word);
      if (this.translated.add(word)) this.listBytes += values.at - from + 3;
    }
  }

  private relative(index: number): void {
    const { values, draws, family } = this;
    const phrase = draws.happens(tuning.freshSynonymPerMille)
      ? packPhrase(family.englishWord(tuning.functionWords), 0)
      : (family.synonyms[index % tuning.familySynonyms] as number);
    const from = values.at;
    this.phrase(phrase);
    if (this.related.add(phrase)) this.listBytes += values.at - from + 3;
  }
}
