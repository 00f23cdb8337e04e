import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import { agreeing } from './agreement';
import { type FileShape, namedType } from './schemas';
import { told } from '../testing/told';
import { telling } from '../../model/testing/telling';

const shape = (
  columns: Readonly<Record<string, 'int64' | 'utf8'>>,
  properties: FileShape['properties'] = {},
): FileShape => ({
  columns: Object.entries(columns).map(([name, type]) => namedType({ name, type, nullable: false })),
  properties,
});
const shapes = { shapeOf: (value: FileShape) => value };
const paths = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];

function disagreement(findings: Parameters<typeof agreeing<FileShape>>[1]) {
  try {
    agreeing(paths, findings, shapes);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
  }
  throw new Error('The files agree.');
}

describe('agreeing', () => {
  it('takes files whose columns are the same, in any order', () => {
    const values = [shape({ a: 'int64', b: 'utf8' }), shape({ b: 'utf8', a: 'int64' })];
    expect(
      agreeing(
        paths,
        values.map((value) => ({ value })),
        shapes,
      ),
    ).toEqual(values);
  });

  it('does not match columns by name where two share one', () => {
    const twice = (types: readonly ('int64' | 'utf8')[]): FileShape => ({
      columns: types.map((type) => namedType({ name: 'a', type, nullable: false })),
      properties: {},
    });
    const record = disagreement([{ value: twice(['int64', 'utf8']) }, { value: twice(['utf8', 'int64']) }]);
    expect(record.differingFiles).toHaveLength(1);
  });

  it('ignores nulls and the number of categories', () => {
    const of = (nullable: boolean, categories: number): FileShape => ({
      columns: [
        namedType({
          name: 'a',
          type: 'category',
          nullable,
          ordered: false,
          categories,
          item: { name: 'item', type: 'utf8', nullable: false },
        }),
      ],
      properties: {},
    });
    expect(agreeing(paths, [{ value: of(true, 2) }, { value: of(false, 3) }], shapes)).toHaveLength(2);
  });

  it('names the files that differ from the largest group, their columns and how', () => {
    const common = { value: shape({ a: 'int64', b: 'utf8' }) };
    const record = disagreement([
      { value: shape({ a: 'utf8', b: 'utf8' }) },
      common,
      { problem: 'it is empty' },
      common,
    ]);
    expect(record.differingFiles).toEqual([
      { index: 0, path: 'a.csv', reason: told('“a”', 'utf8', 'int64'), group: 0 },
      { index: 2, path: 'c.csv', reason: 'it is empty' },
    ]);
    const [first, second] = record.differingFiles ?? [];
    expect(record.message).toMatch(
      telling('2 of 4 files', 'other 2', `“a.csv”: ${first?.reason}`, `“c.csv”: ${second?.reason}`),
    );
    expect(record.tag).toBe('unsupported');
  });

  it('says which of the differing files agree with each other', () => {
    const [most, some, none] = [shape({ a: 'int64' }), shape({ b: 'utf8' }), { problem: 'it is empty' }];
    const names = ['1', '2', '3', '4', '5', '6'];
    const findings = [{ value: some }, { value: most }, none, { value: some }, { value: most }, { value: most }];
    try {
      agreeing(names, findings, shapes);
      expect.unreachable();
    } catch (thrown) {
      const { differingFiles } = (thrown as FormatlabError).record;
      expect(differingFiles?.map(({ index, group }) => [index, group])).toEqual([
        [0, 0],
        [2, undefined],
        [3, 0],
      ]);
    }
  });

  it('says which columns are lacking and which are more', () => {
    const common = { value: shape({ a: 'int64', b: 'utf8' }) };
    const { differingFiles } = disagreement([common, common, { value: shape({ a: 'int64', B: 'utf8' }) }]);
    expect(differingFiles?.[0]?.reason).toMatch(/\blacks\b.*“b”.*\bhas\b.*“B”/u);
  });

  it('compares the other properties', () => {
    const of = (part: string) => ({ value: shape({ a: 'int64' }, { 'the part that is read': part }) });
    const { differingFiles } = disagreement([of('Sheet1'), of('Sheet2'), of('Sheet1')]);
    expect(differingFiles).toEqual([
      { index: 1, path: 'b.csv', reason: told('part', 'Sheet2', 'others Sheet1'), group: 1 },
    ]);
  });

  it('says so if no file can be read, with all of them', () => {
    const findings = Array.from({ length: 10_000 }, () => ({ problem: 'it is empty' }));
    const names = findings.map((_, index) => `part-${index}.csv`);
    try {
      agreeing(names, findings, shapes);
      expect.unreachable();
    } catch (thrown) {
      const { record } = thrown as FormatlabError;
      expect(record.message).toMatch(telling('10,000 files', '“part-0.csv”: it is empty'));
      expect(record.message).toMatch(telling('9,997 more files'));
      expect(record.differingFiles).toHaveLength(10_000);
    }
  });
});
