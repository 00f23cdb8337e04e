import type { ScalarType } from './dataset';
import type { OptionDescriptor, OptionValues } from './options';

/** Parameters of the workloads whose items are scalars (arrays, lists, dictionaries), and the sizes that follow from them. */

/**
 * The characters of generated texts. `ascii`: letters and digits. `latin1`: every fourth character is an accented letter. `bmp`: Chinese
 * characters. `beyond`: ASCII with an emoji at the end. `mixed`: the four in turn. CPython stores such texts with 1, 1 (Latin-1), 2 (UCS-2)
 * and 4 (UCS-4) bytes for each character.
 */
export const characterSets = ['ascii', 'latin1', 'bmp', 'beyond'] as const;
type CharacterSet = (typeof characterSets)[number];

export interface TextShape {
  readonly characters: CharacterSet | 'mixed';
  /** Mean number of characters (code points). */
  readonly length: number;
  /** If true, lengths are uniform from 1 to twice the mean minus 1. */
  readonly varied: boolean;
}

/** The longest text that a user can choose, in characters. */
export const maxTextCharacters = 64;
/** Decimal digits of the row number at the end of a key, which make all keys distinct. */
export const keyDigits = 8;

/** The character set of the text of a row. */
export function characterSetOf({ characters }: TextShape, row: number): CharacterSet {
  return characters === 'mixed' ? (characterSets[row & 3] as CharacterSet) : characters;
}

/** Code points of the longest text. */
export const longestTextLength = ({ length, varied }: TextShape): number => (varied ? 2 * length - 1 : length);

/** A prime larger than the number of lengths. All lengths occur in turn, but not in ascending order, which a codec could learn. */
const stride = 7_919;

/** Code points of the text of a row. */
export function textLengthOf(shape: TextShape, row: number): number {
  return shape.varied ? 1 + ((row * stride) % longestTextLength(shape)) : shape.length;
}

function utf8Length(set: CharacterSet, characters: number): number {
  switch (set) {
    case 'ascii':
      return characters;
    case 'latin1':
      return characters + Math.ceil(characters / 4);
    case 'bmp':
      return 3 * characters;
    case 'beyond':
      return characters + 3;
  }
}

/** Exact UTF-8 bytes of the first `count` texts. */
export function utf8Bytes(shape: TextShape, count: number): number {
  const period = 4 * longestTextLength(shape);
  const sum = (rows: number) => {
    let bytes = 0;
    for (let row = 0; row < rows; row += 1) bytes += utf8Length(characterSetOf(shape, row), textLengthOf(shape, row));
    return bytes;
  };
  return Math.floor(count / period) * sum(period) + sum(count % period);
}

export const elementTypeParameter = (id: string, label: string, help: string): OptionDescriptor => ({
  type: 'choice',
  id,
  label,
  help,
  choices: [
    { value: 'float64', label: 'float64' },
    { value: 'int64', label: 'int64' },
    { value: 'utf8', label: 'texts' },
  ],
  default: 'float64',
});

export const charactersParameter: OptionDescriptor = {
  type: 'choice',
  id: 'characters',
  label: 'Characters of texts',
  help: 'CPython stores all characters of a text with 1, 2 or 4 bytes each, as the widest one needs. UTF-8 takes 1 to 4 bytes for each character.',
  choices: [
    { value: 'ascii', label: 'ASCII' },
    { value: 'latin1', label: 'Latin-1, every fourth letter accented' },
    { value: 'bmp', label: 'Chinese (UCS-2)' },
    { value: 'beyond', label: 'ASCII with an emoji (UCS-4)' },
    { value: 'mixed', label: 'All four, alternating' },
  ],
  default: 'ascii',
};

export const textParameters: readonly OptionDescriptor[] = [
  {
    type: 'integer',
    id: 'textLength',
    label: 'Length of texts',
    unit: 'characters, on average',
    min: 1,
    max: maxTextCharacters,
    default: 8,
  },
  {
    type: 'choice',
    id: 'lengths',
    label: 'Lengths of texts',
    help: 'NumPy’s arrays pad every text to the length of the longest.',
    choices: [
      { value: 'varied', label: 'varied, from 1 to twice the average' },
      { value: 'equal', label: 'all equal' },
    ],
    default: 'varied',
  },
];

/** Reads the text parameters from option values that the plan's parser has completed and checked. */
export function readTextShape(parameters: OptionValues): TextShape {
  return {
    characters: readCharacters(parameters),
    length: Number(parameters.textLength),
    varied: parameters.lengths === 'varied',
  };
}

export function readCharacters(parameters: OptionValues): CharacterSet | 'mixed' {
  return characterSets.find((set) => set === parameters.characters) ?? 'mixed';
}

export function readScalarType(value: unknown): ScalarType {
  return value === 'int64' || value === 'utf8' ? value : 'float64';
}

/** Bytes of `count` scalars in canonical form: see `canonical.ts`. */
export function scalarBytes(type: ScalarType, shape: TextShape, count: number): number {
  return type === 'utf8' ? 4 * (count + 1) + utf8Bytes(shape, count) : 8 * count;
}
