import { partsOfSpeech } from './language';
import { Texts } from './texts';

/** What is the same in every record, between what differs. */
const literal = (text: string): Texts => Texts.of([text]);
const itemStarts = (label: string): Texts =>
  Texts.of(partsOfSpeech.map((part) => `{"label":"${label}","pos":"${part}","text":"`));

/** A record's own, in order. */
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

/** Of its items; those with several strings have one for each part of speech. */
export const itemParts = {
  wordnet: itemStarts('wn'),
  wiktionary: itemStarts('we'),
  japanese: itemStarts('wj'),
  translation: literal(' [-] [translation]: '),
  synonym: literal(' [-] [synonym]: '),
  hypernym: literal(' [-] [hypernym]: '),
  synset: literal(' [-] [synset]: '),
  synsetEnds: Texts.of(['-n"}', '-v"}', '-a"}', '-r"}']),
  glossOfTranslation: literal('[translation]: ('),
  end: literal('"}'),
  comma: literal(', '),
  japaneseComma: literal('、'),
  japaneseStop: literal('。'),
} as const;
