import { expect, it } from 'vitest';
import type { ChosenType } from '../../../model/chosen-type';
import { brokenTextsNote } from '../../../own-file/json-losses';
import { infiniteNote } from './json-parse';
import { caughtErrorRecord, readTestTable } from '../../../open-file/testing/test-files';
import { inferType } from './reader/types';
import { serveRecords } from '../../../open-file/testing/json-records';

serveRecords();

const read = async (text: string) => (await readTestTable(text, 'a.json')).report;

it.each([
  ['[{"a": 1}, {"a": "x"}]', 'Column “a”: it mixes numbers, texts and is kept as JSON.'],
  ['[{"a": {}}]', 'Column “a”: its nested values are kept as JSON.'],
  ['[{"a": null}]', 'Column “a”: it holds only nulls and is kept as text.'],
  ['[{"a": 1, "b": 1}, {"b": 1}]', 'Column “a”: 1 record does not have it, which is read as null.'],
  ['[{"a": 1, "b": 1}, {"b": 1}, {"b": 1}]', 'Column “a”: 2 records do not have it, which is read as null.'],
  [
    '[{"a": 1, "a": 2}]',
    '1 value of names that occur again in the same object is lost: the last value of a name is kept.',
  ],
  ['{"a": {"3": 1, "7": 2}}', 'The names of its rows are the column “index”.'],
])('a note says what %s loses', async (text, words) => expect((await read(text)).notes).toContain(words));

it('a note says how many texts or numbers cannot be held', () => {
  const notes: string[] = [];
  inferType({ name: 'a', present: 1, integers: 1, max: String(2n ** 64n) }, 1, 'a', notes);
  expect(notes).toEqual(['Column “a”: it holds whole numbers beyond 64 bits and is kept as JSON.']);
  expect(brokenTextsNote(2)).toBe(
    '2 texts hold half of a surrogate pair, which UTF-8 can’t store; it became “\uFFFD”.',
  );
  expect(infiniteNote(1)).toBe(
    '1 value is NaN or infinite, as Python’s json writes them, though JSON has none: float64 in columns of numbers, texts in columns that are kept as JSON.',
  );
});

it.each<[ChosenType[], string]>([
  [['int8', 'int8'], '2 column types were given for 1 columns.'],
  [['nested'], 'Column “a” was to be read as lists and structs, but its values are neither.'],
  [['time'], 'Column “a” of JSON cannot be read as time.'],
])('says why the types %j cannot be chosen', async (columnTypes, words) => {
  expect((await caughtErrorRecord('[{"a": 300}]', 'a.json', { columnTypes })).message).toBe(words);
});

it('says why a record is left out', async () => {
  const { report } = await readTestTable('[{"a": 300}, {"a": 1}]', 'a.json', { columnTypes: ['int8'] });
  expect(report.badRows).toEqual([{ line: 1, message: '“a” is "300", which is not a valid int8.' }]);
});
