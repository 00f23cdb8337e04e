import { expect, it } from 'vitest';
import { parseJson } from './json-parse';

it('an error beside NaN is told without the marks that stand for it', () => {
  expect(() => parseJson('{"a": NaN, "b": x}')).toThrow(/^[\p{L} ]*\bJSON\b[\p{L} ]*$/u);
  expect(() => parseJson('[NaN')).toThrow(SyntaxError);
  expect(parseJson('[NaN, -Infinity, "NaN"]')).toEqual({
    value: [Number.NaN, Number.NEGATIVE_INFINITY, 'NaN'],
    infinite: 2,
  });
});
