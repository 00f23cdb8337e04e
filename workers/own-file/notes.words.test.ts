import { expect, it } from 'vitest';
import {
  differentOffsetsKeptNote,
  instantsKeptNote,
  leftOutNote,
  numbersAlteredNote,
  numbersKeptNote,
  offsetLossNote,
  offsetsLostNote,
  oneOffsetNote,
  shortList,
  timesAsTextNote,
} from './notes';
import { plural } from '../model/plural';
import { readingNote, type ReadingNote } from './reading-notes';

/** The words of the notes that all types of file share. */
it.each([
  [plural(1_200, 'row'), '1,200 rows'],
  [shortList(['a', 'b', 'c'], 2), 'a, b and 1 more'],
  [numbersAlteredNote('n', 'int8', 1, 1_200, '1.5'), 'Column “n”: int8 alters 1 of 1,200 numbers; the first is 1.5.'],
  [
    numbersKeptNote('n', 'uint64', { altered: 2, total: 2, first: '17258328881026652089' }),
    'Column “n” is kept as uint64: float64 would alter 2 of 2 numbers; the first is 17258328881026652089.',
  ],
  [
    offsetsLostNote('at', 3, 2),
    'Column “at”: its 3 times have 2 different offsets from UTC. The instants are kept in UTC, the offsets are lost.',
  ],
  [
    instantsKeptNote('at', '+02:00'),
    'Column “at”: its times all have the offset +02:00. Their instants are kept, in UTC; the offset itself is not kept.',
  ],
  [
    offsetLossNote('at', 3, new Set(['Z', null])),
    'Column “at”: some of its 3 times have an offset from UTC, which is lost; those without are taken as UTC.',
  ],
  [oneOffsetNote('at', 'Z'), 'Column “at”: its times are in UTC, and kept so.'],
  [
    differentOffsetsKeptNote('at', 3, 2),
    'Column “at” is kept as text: its 3 times have 2 different offsets from UTC. As timestamp its instants are kept, and the offsets are lost.',
  ],
  [timesAsTextNote('at', 2), 'Column “at” is kept as text: its 2 values are times, which can be read as timestamp.'],
  [timesAsTextNote('at', 1), 'Column “at” is kept as text: its 1 value is a time, which can be read as timestamp.'],
  [leftOutNote(1, true), '1 malformed molecule was left out.'],
  [leftOutNote(1_200, false), '1,200 rows were left out.'],
])('%s', (note, words) => expect(note).toBe(words));

it('says of offsets only what is lost', () => {
  expect(offsetLossNote('at', 2, new Set(['Z']))).toBeNull();
  expect(offsetLossNote('at', 2, new Set([null]))).toBeNull();
  expect(offsetLossNote('at', 2, new Set(['-03']))).toBe(instantsKeptNote('at', '-03'));
  expect(offsetLossNote('at', 3, new Set(['-03', 'Z']))).toBe(offsetsLostNote('at', 3, 2));
});

const written = { column: 'c', count: 2, total: 1_200, example: '12E3' };
const once = { ...written, count: 1 };
const place = { byte: 0xeb, line: 203, at: 3_106 };

/** The words of how a text was read. */
it.each<[ReadingNote, string]>([
  [
    { tag: 'unreadableBytes', count: 1, places: [place] },
    'As UTF-8, 1 of its characters cannot be read and are shown as “\uFFFD”: byte 0xEB in line 203 (byte 3,106 of the file).',
  ],
  [
    { tag: 'unreadableBytes', count: 7, places: [place] },
    'As UTF-8, 7 of its characters cannot be read and are shown as “\uFFFD”: byte 0xEB in line 203 (byte 3,106 of the file) and others.',
  ],
  [
    { tag: 'filledRows', rows: 1_000, emptyNames: 1 },
    'Its header ends with 1 empty name, and 1,000 rows lack fields for it. These are read as null.',
  ],
  [
    { tag: 'filledNames', rows: 1_000, names: ['d'] },
    'Its header has 1 name more than its 1,000 rows have fields. The last name has no values: “d” is read as null. If other names are too many, mend the header.',
  ],
  [
    { tag: 'filledNames', rows: 1, names: ['d', 'e', 'f', 'g'] },
    'Its header has 4 names more than its row has fields. The last names have no values: “d”, “e”, “f” and others are read as null. If other names are too many, mend the header.',
  ],
  [
    { tag: 'codesAsText', ...written },
    'Column “c” is kept as text: 2 of its 1,200 values are written like “12E3”, as codes are. It can be read as float64.',
  ],
  [
    { tag: 'codesAsNumbers', ...once },
    'Column “c” is read as float64: 1 of its 1,200 values is written as codes may be, “12E3”. To keep them as they are, choose utf8.',
  ],
  [
    { tag: 'wordsAsText', ...written, example: 'Nan' },
    'Column “c” is kept as text: it has no numbers but words such as “Nan”, in 2 of its 1,200 values. It can be read as float64.',
  ],
  [
    { tag: 'wordsAsNumbers', ...written, example: 'Inf' },
    'Column “c” is read as float64: 2 of its 1,200 values are NaN or infinite, such as “Inf”.',
  ],
  [
    { tag: 'noNumbers', ...once, example: 'id' },
    'Column “c” is kept as text: 1 of its 1,200 values is no number, “id”. The others are numbers.',
  ],
  [
    { tag: 'unclearCommas', ...once, example: '1,234' },
    'Column “c” is kept as text: the comma in 1 of its 1,200 values, “1,234”, may stand for decimals or for thousands. Choose which under “Reading options”.',
  ],
  [
    { tag: 'recordsInARow', records: 50 },
    '50 records follow one another without a comma or a line end, and each is read as a record.',
  ],
])('%j', (note, words) => expect(readingNote(note)).toBe(words));
