import { type PhiloxSequence, perMilleFromRandom, randomStreamPurpose } from './draws';
import { stemMember, WordFamily } from './family';
import type { Language } from './language';
import { recordParts } from './literals';
import { includesNumber, type MentionedNumbers } from './mentioned';
import { RecordItems } from './senses';
import { targetRecordBytes } from './sizes';
import type { ByteStringBuffer } from '../../model/byte-string-buffer';
import { tuning } from './tuning';

/** Space for one record: many times the largest size, one item and the lists that follow. */
const roomBytes = 65_536;
/**
 * Bytes of the fields after the items, without the contents of their lists. One word in `cooccurrence` has about `cooccurrenceWordBytes`.
 */
const endBytes = 75;
const cooccurrenceWordBytes = 9;
const [wordnetLeast, wordnetMore] = tuning.wordnetShare as [number, number];
const [wiktionaryLeast, wiktionaryMore] = tuning.wiktionaryShare as [number, number];

/** Appends records, one after another, to `keys` and `values`. */
export class RecordWriter {
  private readonly keys: ByteStringBuffer;
  private readonly values: ByteStringBuffer;
  private readonly draws: PhiloxSequence;
  private readonly language: Language;
  private readonly family: WordFamily;
  private readonly senses: RecordItems;
  private readonly found = new Int32Array(tuning.cooccurrenceWords);

  constructor(keys: ByteStringBuffer, values: ByteStringBuffer, draws: PhiloxSequence, language: Language) {
    this.keys = keys;
    this.values = values;
    this.draws = draws;
    this.language = language;
    this.family = new WordFamily(draws, language);
    this.senses = new RecordItems(values, draws, language, this.family);
  }

  write(row: number): void {
    const { keys, values, draws, language, family, senses } = this;
    family.goTo(row);
    const member = family.members[row - family.first] as number;
    keys.reserve(256);
    this.word(keys, member);
    keys.end();
    draws.start(row, randomStreamPurpose.record);
    values.reserve(roomBytes);
    const start = values.at;
    const size = targetRecordBytes(draws.word());
    senses.begin(draws.below(64), member === stemMember);
    values.copy(recordParts.word, 0);
    const wordAt = values.at;
    this.word(values, member);
    if (family.proper) values.capitalize(wordAt);
    if (member >= stemMember && draws.happens(tuning.pronunciationPerMille)) {
      values.copy(recordParts.pronunciation, 0);
      values.copy(family.sound, 0);
      if (member >= 0) values.copy(language.suffixSounds, member);
    }
    values.copy(recordParts.items, 0);
    const cooccurs = size >= tuning.cooccurrenceFromBytes && draws.happens(tuning.cooccurrencePerMille);
    this.items(member, start, size, cooccurs ? endBytes + tuning.cooccurrenceWords * cooccurrenceWordBytes : endBytes);
    values.copy(recordParts.probability, 0);
    values.digits(Math.floor(draws.below(1_000_000) / 2 ** draws.below(14)), 7);
    values.copy(recordParts.share, 0);
    values.digits(draws.below(1_000), 3);
    values.copy(recordParts.translations, 0);
    this.list(senses.translated, (word) => values.copy(language.japanese, word));
    values.copy(recordParts.related, 0);
    this.list(senses.related, (phrase) => senses.phrase(phrase));
    values.copy(recordParts.cooccurrence, 0);
    if (cooccurs) this.cooccurrence();
    values.copy(recordParts.end, 0);
    values.end();
  }

  private word(into: ByteStringBuffer, member: number): void {
    const { language, family } = this;
    into.copy(family.stem, 0);
    if (member >= 0) into.copy(language.suffixes, member);
    else if (member < stemMember) {
      into.byte(0x20);
      into.copy(language.nouns, stemMember - 1 - member);
    }
  }

  /** Writes at least one item, and more until the record reaches its size. `behindBytes` is the size of the fields that follow. */
  private items(member: number, start: number, size: number, behindBytes: number): void {
    const { values, draws, language, family, senses } = this;
    const part = member < 0 ? family.part : (language.suffixParts[member] as number);
    const wordnetUntil = draws.happens(tuning.wordnetPerMille)
      ? Math.floor((size * (wordnetLeast + draws.below(wordnetMore))) / 1_000)
      : 0;
    const wiktionaryUntil = Math.floor((size * (wiktionaryLeast + draws.below(wiktionaryMore))) / 1_000);
    const before = start - behindBytes;
    let number = 0;
    do {
      if (number > 0) values.byte(0x2c);
      const reached = values.at + senses.listBytes - before;
      if (reached < wordnetUntil) senses.wordnet(part);
      else if (number === 0 && member >= 0) senses.derivation(part, member);
      else if (reached < wiktionaryUntil) senses.wiktionary(part);
      else senses.japanese(part, number);
      number += 1;
    } while (values.at + senses.listBytes - before < size);
  }

  private list({ numbers, count }: MentionedNumbers, write: (number: number) => void): void {
    const { values } = this;
    for (let index = 0; index < count; index += 1) {
      if (index > 0) values.byte(0x2c);
      values.byte(0x22);
      write(numbers[index] as number);
      values.byte(0x22);
    }
  }

  /** Writes related words: many of the family, in its order, and others, each once. */
  private cooccurrence(): void {
    const { values, draws, language, family, found } = this;
    for (let index = 0; index < found.length; index += 1) {
      if (index > 0) values.byte(0x2c);
      values.byte(0x22);
      const random = draws.word();
      let word =
        perMilleFromRandom(random) < tuning.cooccurrenceKeepPerMille
          ? (family.cooccurrence[index] as number)
          : (language.englishPicks[random >>> 16] as number);
      while (includesNumber(found, index, word)) word = language.englishPicks[draws.word() >>> 16] as number;
      found[index] = word;
      values.copy(language.english, word);
      values.byte(0x22);
    }
  }
}
