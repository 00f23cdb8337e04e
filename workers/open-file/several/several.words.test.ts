import { expect, it } from 'vitest';
import type { CategoryColumn, Column } from '../../model/column';
import { agreeing } from './agreement';
import { type HivePaths, hivePathsOf, partitionColumns } from './hive-paths';
import { joinColumns } from './join-columns';
import { reorderedNote } from './joined-table';
import { mixedTypeNotes } from './mixed-types';
import { type FileShape, namedType, shapeDifference } from './schemas';
import { withCommonTypes } from './widen-types';
import { checkLeftOut } from './zip-set';

/** The words of what is said of several files that are read as one table. */

const shape = (columns: Readonly<Record<string, 'int64' | 'utf8'>>, properties: FileShape['properties'] = {}) => ({
  columns: Object.entries(columns).map(([name, type]) => namedType({ name, type, nullable: false })),
  properties,
});

it('how a file differs from the others', () => {
  const common = shape({ a: 'int64', b: 'utf8' });
  expect(shapeDifference(shape({ a: 'utf8', b: 'utf8' }), common)).toBe('its column “a” is utf8, in the others int64');
  expect(shapeDifference(shape({ a: 'int64', B: 'utf8' }), common)).toBe(
    'it lacks the column “b”; it has the column “B”, which the others lack',
  );
  const part = (name: string) => shape({}, { 'the part that is read': name });
  expect(shapeDifference(part('Sheet2'), part('Sheet1'))).toBe('the part that is read is Sheet2, in the others Sheet1');
});

it('files that are not read together', () => {
  const findings = (count: number, values: number) =>
    Array.from({ length: count }, (_, index) => (index < values ? { value: shape({}) } : { problem: 'it is empty' }));
  const names = Array.from({ length: 5 }, (_, index) => `${index}.csv`);
  const agree = (count: number, values: number) => () =>
    agreeing(names, findings(count, values), { shapeOf: (value: FileShape) => value });
  expect(agree(3, 2)).toThrow('1 of 3 files can’t be read with the other 2. “2.csv”: it is empty.');
  expect(agree(5, 0)).toThrow(
    'None of the 5 files can be read. “0.csv”: it is empty. “1.csv”: it is empty. “2.csv”: it is empty. 2 more files differ.',
  );
});

it('columns of the folders', () => {
  const notes: string[] = [];
  partitionColumns(hivePathsOf(['m=01/a', 'm=12/b']) as Extract<HivePaths, { names: unknown }>, [1, 1], notes);
  expect(notes).toEqual([
    'Column “m” holds the numbers in the folders’ names as int32. Zeros in front of 1 of its 2 values are not kept.',
  ]);
  expect(hivePathsOf(['a=1/a=2/x.csv'])).toEqual({ problem: 'The name “a” stands twice in one path.' });
  expect(hivePathsOf(['m=1/x.csv', 'y.csv'])).toEqual({
    problem: 'Not all files lie in folders named by m, in this order.',
  });
});

const textsOf = (name: string, ...texts: string[]): CategoryColumn['categories'] => ({
  name,
  type: 'utf8',
  validity: null,
  offsets: Int32Array.from([0, ...texts.map((_, at) => texts.slice(0, at + 1).join('').length)]),
  data: new TextEncoder().encode(texts.join('')),
});

it('columns whose types or categories differ', () => {
  const notes: string[] = [reorderedNote(1, 3)];
  const ids = (type: 'int32' | 'int64'): Column =>
    type === 'int32'
      ? { name: 'id', type, validity: null, values: Int32Array.of(1) }
      : { name: 'id', type, validity: null, values: BigInt64Array.of(2n) };
  withCommonTypes(
    [
      { columns: [ids('int32')], rowCount: 1 },
      { columns: [ids('int64')], rowCount: 1 },
    ],
    notes,
  );
  const colours = (ordered: boolean, ...names: string[]): { column: CategoryColumn; rowCount: number } => ({
    column: {
      name: 'k',
      type: 'category',
      validity: null,
      ordered,
      indices: Int32Array.of(0),
      categories: textsOf('item', ...names),
    },
    rowCount: 1,
  });
  joinColumns([colours(false, 'red'), colours(false, 'blue')], notes);
  joinColumns([colours(true, 'red'), colours(true, 'blue')], notes);
  notes.push(...mixedTypeNotes({ kind: 'table', rowCount: 2, columns: [textsOf('code', '1', 'x')] }, [1, 1]));
  expect(notes).toEqual([
    '1 of 3 files have their columns in another order than the first. Columns are matched by name.',
    'Column “id” is int32 in 1 file, int64 in 1 file. All are int64 now, which holds each value exactly.',
    'Column “k”: its categories differ between the files. They are one list now, in the order in which they come first.',
    'Column “k”: the order of its categories is lost, since the files have different categories.',
    'Column “code” is text in all files, since its values are whole numbers in 1 file, text in 1 file.',
  ]);
});

it('files of an archive that are left out', () => {
  expect(() => checkLeftOut(new Set([0, 1]), 2)).toThrow('All 2 files of the archive are left out.');
  expect(() => checkLeftOut(new Set([6]), 6)).toThrow(
    'The file 7 can’t be left out: the archive holds 6 files with data.',
  );
});
