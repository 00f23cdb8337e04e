import { partsOfSpeech } from './language';
import { ByteStringBuffer } from '../../model/byte-string-buffer';

/** The constant text between the varying parts of a record. */
const literal = (text: string): ByteStringBuffer => ByteStringBuffer.of([text]);
const itemStarts = (label: string): ByteStringBuffer =>
  ByteStringBuffer.of(partsOfSpeech.map((part) => `{"label":"${label}","pos":"${part}","text":"`));

/** Constant parts of a record, in order. */
export const recordParts = {
  word: literal('[{"word":"'),
  pronunciation: literal('","pronunciation":"'),
  items: literal('","item":['),
  probability: literal('],"probability":".'),
  share: literal('","share":".'),
  translations: literal('","translation":['),
  related: literal('],"related":['),
  cooccurrence: literal('],"cooccurrence":['),
  end: literal(']}]'),
} as const;

/** Constant parts of a record's items. An array has one string for each part of speech. */
export const itemParts = {
  wordnet: itemStarts('wn'),
  wiktionary: itemStarts('we'),
  japanese: itemStarts('wj'),
  translation: literal(' [-] [translation]: '),
  synonym: literal(' [-] [synonym]: '),
  hypernym: literal(' [-] [hypernym]: '),
  synset: literal(' [-] [synset]: '),
  synsetEnds: ByteStringBuffer.of(['-n"}', '-v"}', '-a"}', '-r"}']),
  glossOfTranslation: literal('[translation]: ('),
  end: literal('"}'),
  comma: literal(', '),
  japaneseComma: literal('、'),
  japaneseStop: literal('。'),
} as const;
