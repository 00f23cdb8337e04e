import { knownNullWords } from '../../../../model/reading-options';
import { numberStyles } from '../guess-reading';

/** The numbers that the scan counts for each column, in the order of `Of` in workers/wasm/rust/delimited/src/places.rs, where each is described. */
const names = [
  'values',
  'quotedEmpties',
  'integers',
  'floats',
  'others',
  'ungrouped',
  'basedIntegers',
  'infiniteWords',
  'negativeZeros',
  'toInteger',
  'integerAltered',
  'toFloat',
  'floatAltered',
  'unsignedDigits',
  'codes',
  'decimals',
  'exponents',
  'wholeDigits',
  'fractionDigits',
  'timesOfDay',
  'outsideInt32',
  'outsideInt16',
  'outsideInt8',
  'outsideUint64',
  'outsideUint32',
  'outsideUint16',
  'outsideUint8',
  'integerNotInFloat64',
  'integerNotInFloat32',
  'outsideFloat32',
  'alteredByFloat32',
  'outsideInt64',
  'alteredByInt64',
  'outsideUint64AsFloat',
  'clearTruths',
  'likelyTruths',
  'possibleTruths',
  'dates',
  'timestamps',
  'zoned',
  'sniffedZoned',
  'beyondNanoseconds',
  'finer',
  'notMidnight',
  'lateHours',
  'oddYearDates',
  'oddYearTimes',
  'castDates',
  'castDatesAltered',
  'toTimestamp',
  'commas',
] as const;
export type ScanCountName = (typeof names)[number];

const places = Object.fromEntries(names.map((name, at) => [name, at])) as Record<ScanCountName, number>;

/** The kinds of text of which the scan keeps the first, in the order of `Example` in places.rs. */
export const scanExampleNames = ['altered', 'code', 'infiniteWord', 'noNumber', 'comma'] as const;
export type ScanExampleName = (typeof scanExampleNames)[number];

/** Null words that the user chose, and how often those that are not known ones stand in a column. */
interface ChosenWords {
  readonly words: readonly string[];
  readonly own: ReadonlyMap<string, number>;
}

/** What the texts of a column are. Values are texts that are neither empty nor a null word: a known one other than NaN, or one that was chosen. */
export class ColumnCounts {
  readonly #numbers: Uint32Array;
  readonly #chosen: ChosenWords | null;

  /** `chosen` are the null words that the user chose; null if nobody chose. */
  constructor(numbers: Uint32Array, chosen: ChosenWords | null) {
    this.#numbers = numbers;
    this.#chosen = chosen;
  }

  /** True if the user chose the null words, so that values are all texts that are none of them. */
  get areWordsChosen(): boolean {
    return this.#chosen !== null;
  }

  /** The words of the column that stand for null, without the empty text. */
  get nullWords(): readonly string[] {
    const chosen = this.#chosen;
    return [...this.words.keys()].filter(
      (word) => word !== '' && (chosen === null ? !/^nan$/iu.test(word) : chosen.words.includes(word)),
    );
  }

  of(name: ScanCountName): number {
    return this.#numbers[places[name]] ?? 0;
  }

  /** Values that are numbers in the style of this place in `numberStyles` and have one of its marks. */
  ofStyle(style: number): number {
    return this.#numbers[names.length + style] ?? 0;
  }

  /** The known null words of the column with their counts; '' is an empty field in quotes. */
  get words(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    if (this.of('quotedEmpties') > 0) found.set('', this.of('quotedEmpties'));
    for (const [at, word] of knownNullWords.entries()) {
      const count = this.#numbers[names.length + numberStyles.length + at] ?? 0;
      if (count > 0) found.set(word, count);
    }
    for (const [word, count] of this.#chosen?.own ?? []) if (count > 0) found.set(word, count);
    return found;
  }
}
