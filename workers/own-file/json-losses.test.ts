import { expect, it } from 'vitest';
import { JsonLosses } from './json-losses';
import { told } from '../open-file/testing/told';
import { telling } from '../model/testing/telling';

const lossesOf = (text: string) => {
  const losses = new JsonLosses();
  losses.add(text, JSON.parse(text));
  return losses.notes();
};

it.each([
  '[{"a":1,"b":{"a":2}},{"a":3}]',
  String.raw`{"a\"":"b\\" , "c" : [":", "\":"], "__proto__": {}, "1":2}`,
  '[]',
  '"a"',
  String.raw`["\ud83d\ude00", "\u00e9", "\\ud800"]`,
])('nothing is lost of %s', (text) => {
  expect(lossesOf(text)).toEqual([]);
});

it('repeated names are counted, at any depth', () => {
  expect(lossesOf('[{"a":1,"a":2}]')).toEqual([told('1 value', 'names')]);
  expect(lossesOf(String.raw`{"x":{"a":1,"\u0061":2,"a" : 3},"y":0}`)[0]).toMatch(telling('2 values', 'names'));
});

it('texts with half of a surrogate pair are counted', () => {
  expect(lossesOf(String.raw`["\ud800", "x\udc00y", "\ud83d\ude00"]`)).toEqual([told('2 texts', 'UTF-8', '“\uFFFD”')]);
});
