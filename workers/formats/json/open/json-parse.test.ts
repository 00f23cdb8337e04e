import { expect, it } from 'vitest';
import { hasOtherSpellings, jsonErrorPosition, parseJson, parseJsonAsWritten, recordsInARow } from './json-parse';
import { jsonText } from './json-text';

it('an error beside NaN is told without the marks that stand for it', () => {
  expect(() => parseJson('{"a": NaN, "b": x}')).toThrow(/^[\p{L} ]*\bJSON\b[\p{L} ]*$/u);
  expect(() => parseJson('[NaN')).toThrow(SyntaxError);
  expect(parseJson('[NaN, -Infinity, "NaN"]')).toEqual({
    value: [Number.NaN, Number.NEGATIVE_INFINITY, 'NaN'],
    infinite: 2,
  });
});

it.each([
  '[1.0,-0,-0.0,1e2,1E400,1.50,0.0000001,0.10000000000000001]',
  '{"1.0":[12345678901234567890,9007199254740992,-3,0.5],"a":"1.0","b":"\\"2.0"}',
])('numbers keep their spelling where that is asked: %s', (text) => {
  expect(hasOtherSpellings(text)).toBe(true);
  expect(jsonText(parseJsonAsWritten(text))).toBe(text);
});

it('only numbers that JavaScript writes as they are need no second look', () => {
  expect(hasOtherSpellings('[0.5,10,-3,"a",1.25]')).toBe(false);
  expect(parseJsonAsWritten('[0.5,NaN,-Infinity,9007199254740993]')).toEqual([
    0.5,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    9_007_199_254_740_993n,
  ]);
});

it('records in a row are found with their places, and nothing else is', () => {
  expect(recordsInARow('{"a":"}{"}\n {"b":[{}]}')).toEqual([
    { text: '{"a":"}{"}', start: 0 },
    { text: '{"b":[{}]}', start: 12 },
  ]);
  for (const other of ['{}', '{},{}', '[{}][{}]', '{}{', '{}{} x', '"a"{}{}', '1{}{}', '{}}{}'])
    expect([other, recordsInARow(other)]).toEqual([other, null]);
  expect(jsonErrorPosition('{"a":1}\n{"a":}', 8)).toEqual({ line: 2, column: 6 });
});
