import { expect, test } from 'vitest';
import { completeOptions } from './options';
import {
  characterSetOf,
  charactersParameter,
  elementTypeParameter,
  textLengthOf,
  longestTextLength,
  readCharacters,
  readScalarType,
  readTextShape,
  scalarBytes,
  type TextShape,
  textParameters,
  utf8Bytes,
} from './scalar-parameters';
import { telling } from './testing/telling';

const shape = (characters: TextShape['characters'], length: number, varied: boolean): TextShape => ({
  characters,
  length,
  varied,
});

test('texts are of one set of characters, or of the four in turn', () => {
  expect([0, 1, 5].map((row) => characterSetOf(shape('bmp', 8, true), row))).toEqual(['bmp', 'bmp', 'bmp']);
  expect([0, 1, 2, 3, 4, 7].map((row) => characterSetOf(shape('mixed', 8, true), row))).toEqual([
    'ascii',
    'latin1',
    'bmp',
    'beyond',
    'ascii',
    'beyond',
  ]);
});

test('lengths are equal, or from 1 to twice the mean less one, each as often', () => {
  expect([longestTextLength(shape('ascii', 8, true)), longestTextLength(shape('ascii', 8, false))]).toEqual([15, 8]);
  expect([0, 1, 2].map((row) => textLengthOf(shape('ascii', 8, false), row))).toEqual([8, 8, 8]);
  expect([0, 1, 2, 3, 4].map((row) => textLengthOf(shape('ascii', 3, true), row))).toEqual([1, 5, 4, 3, 2]);
  const lengths = Array.from({ length: 30 }, (_, row) => textLengthOf(shape('ascii', 8, true), row));
  expect(lengths.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => 1 + (at >> 1)));
});

test.each([
  [shape('ascii', 5, false), 3, 15],
  [shape('latin1', 5, false), 3, 21],
  [shape('latin1', 4, false), 1, 5],
  [shape('bmp', 5, false), 3, 45],
  [shape('beyond', 5, false), 3, 24],
  [shape('mixed', 5, false), 4, 5 + 7 + 15 + 8],
  [shape('mixed', 5, false), 6, 35 + 12],
  [shape('ascii', 3, true), 5, 15],
  [shape('ascii', 3, true), 22, 66],
  [shape('mixed', 5, false), 0, 0],
])('%o takes of %i texts %i bytes', (texts, count, bytes) => expect(utf8Bytes(texts, count)).toBe(bytes));

test('bytes over many periods are the sum of those of the texts', () => {
  const texts = shape('mixed', 3, true);
  const one = (row: number) => utf8Bytes(texts, row + 1) - utf8Bytes(texts, row);
  for (const count of [19, 20, 21, 40, 47])
    expect(utf8Bytes(texts, count)).toBe(
      Array.from({ length: count }, (_, row) => one(row % 20)).reduce((sum, bytes) => sum + bytes, 0),
    );
});

test('scalars take 8 bytes each, texts an offset and their bytes', () => {
  const texts = shape('ascii', 5, false);
  expect([scalarBytes('float64', texts, 3), scalarBytes('int64', texts, 3), scalarBytes('utf8', texts, 3)]).toEqual([
    24, 24, 31,
  ]);
});

test('parameters are read with their types', () => {
  const defaults = completeOptions([charactersParameter, ...textParameters], {}, 'Test');
  expect(defaults).toEqual({ characters: 'ascii', textLength: 8, lengths: 'varied' });
  expect(readTextShape(defaults)).toEqual(shape('ascii', 8, true));
  expect(readTextShape({ characters: 'beyond', textLength: 5, lengths: 'equal' })).toEqual(shape('beyond', 5, false));
  expect([readCharacters({ characters: 'mixed' }), readCharacters({ characters: 'latin1' })]).toEqual([
    'mixed',
    'latin1',
  ]);
  expect(['int64', 'utf8', 'float64', 'int8', 3].map(readScalarType)).toEqual([
    'int64',
    'utf8',
    'float64',
    'float64',
    'float64',
  ]);
});

test('parameters take what a workload can make, and nothing else', () => {
  const given = (values: Record<string, string | number>) => () =>
    completeOptions([charactersParameter, ...textParameters], values, 'Test');
  for (const characters of ['ascii', 'latin1', 'bmp', 'beyond', 'mixed'])
    expect(given({ characters })()).toMatchObject({ characters });
  for (const textLength of [1, 64]) expect(given({ textLength })()).toMatchObject({ textLength });
  expect(given({ lengths: 'equal' })()).toMatchObject({ lengths: 'equal' });
  expect(given({ textLength: 0 })).toThrow(telling('Test', 'textLength', 0, 1, 64));
  expect(given({ textLength: 65 })).toThrow(telling('Test', 'textLength', 65, 1, 64));
  expect(given({ lengths: 'short' })).toThrow(telling('Test', 'lengths', '“short”', 'varied, equal'));
  expect(elementTypeParameter('type', 'Type', 'Help.')).toEqual({
    type: 'choice',
    id: 'type',
    label: 'Type',
    help: 'Help.',
    choices: [
      { value: 'float64', label: 'float64' },
      { value: 'int64', label: 'int64' },
      { value: 'utf8', label: 'texts' },
    ],
    default: 'float64',
  });
});
