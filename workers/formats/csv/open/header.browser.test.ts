import { describe, expect, it } from 'vitest';
import { caughtErrorRecord, readTestTable } from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

describe('names in the header of a CSV', () => {
  const read = async (text: string) => {
    const { table, report } = await readTestTable(text, 'a.csv');
    return { names: table.columns.map(({ name }) => name), notes: report.notes };
  };

  it.each([
    ['a,b,a,A\n1,2,3,4\n', ['a', 'b', 'a_1', 'A_2'], '“a” to “a_1”, “A” to “A_2”'],
    [
      'a,,b,\n1,2,3,4\n',
      ['a', 'column1', 'b', 'column3'],
      'that of column 2 to “column1”, that of column 4 to “column3”',
    ],
    [' a , b\n1,2\n', ['a', 'b'], '“ a ” to “a”, “ b” to “b”'],
    ['a,"",b b\n1,2,3\n4,5,6\n', ['a', 'column1', 'b b'], 'that of column 2 to “column1”'],
  ])('that are empty or repeated are changed, and a note says so: %j', async (text, names, changes) => {
    const found = await read(text);
    expect(found.names).toEqual(names);
    expect(found.notes).toEqual([told(`: ${changes}.`)]);
  });

  it.each(['a,b\n1,2\n', 'NA,"x y"\n1,2\n', '1,2\n3,4\n', 'ä;Ä ö\n1,5;x\n', '# note\na,b\n1,2\n'])(
    'that stay get no note: %j',
    async (text) => {
      expect((await read(text)).notes.filter((note) => note.includes('names'))).toEqual([]);
    },
  );

  it.each([
    [`id,${'x'.repeat(1_001)}\n1,2\n`, telling('column 2', `“${'x'.repeat(60)}…”`, '1,001', '1,000')],
    ['id,na\0me\n1,2\n3,4\n', telling('column 2', '“na␀me”', 'zero byte')],
  ])('are refused with the column and the reason if no column can have them', async (text, says) => {
    expect(await caughtErrorRecord(text, 'a.csv')).toMatchObject({
      tag: 'unsupported',
      message: expect.stringMatching(says),
    });
  });
});
