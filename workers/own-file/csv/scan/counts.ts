import { knownNullWords } from '../../../model/reading-options';
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
  'oddTimes',
  'lateHours',
  'toTimestamp',
  'commas',
] as const;
export type CountName = (typeof names)[number];

const places = Object.fromEntries(names.map((name, at) => [name, at])) as Record<CountName, number>;

/** The kinds of text of which the scan keeps the first, in the order of `Example` in places.rs. */
export const exampleNames = ['altered', 'code', 'infiniteWord', 'noNumber', 'comma'] as const;
export type ExampleName = (typeof exampleNames)[number];

/** What the texts of a column are. Values are texts that are neither empty nor a null word other than NaN. */
export class ColumnCounts {
  readonly #numbers: Uint32Array;

  constructor(numbers: Uint32Array) {
    this.#numbers = numbers;
  }

  of(name: CountName): number {
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
    return found;
  }
}
