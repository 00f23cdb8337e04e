import { expect, it } from 'vitest';
import { withFilledRows } from './filled-rows';
import { findOverlongRow, refuseOverlongRows } from './overlong-rows';
import { telling } from '../../../model/testing/telling';

const layout = { delimiter: ',', quote: 'double', columnCount: 2 } as const;
const textOf = (row: string) => new Blob([`a,b\n1,2\n"x\ny",4\n${row}\n5,6\n`]);

it('a row of tens of thousands of fields in a table of two is found, with its line', async () => {
  const long = textOf(`${'7,'.repeat(39_999)}7`);
  expect(await findOverlongRow(long, layout)).toEqual({ line: 5, fieldCount: 40_000 });
  await expect(refuseOverlongRows(long, layout, 3)).rejects.toThrow(telling('line 8', '40,000 fields', '2 columns'));
});

it('rows with a few fields too many are left out as ever', async () => {
  expect(await findOverlongRow(textOf('1,2,3,4,5'), layout)).toBeNull();
  const many = new Blob([`${'a,b\n'}${'1,2,3\r\n'.repeat(50_000)}`]);
  expect(await findOverlongRow(many, layout)).toBeNull();
});

it('delimiters in quotes, and other characters, count no fields', async () => {
  const prose = `"${'one, two, '.repeat(20_000)}",2`;
  expect(await findOverlongRow(textOf(prose), layout)).toBeNull();
  expect(await findOverlongRow(textOf(prose), { ...layout, quote: 'none' })).toMatchObject({ line: 5 });
  // Two quotes within quotes are one, and the text goes on.
  expect(await findOverlongRow(textOf(`"${'say ""hi"", and, '.repeat(20_000)}",2`), layout)).toBeNull();
  expect(await findOverlongRow(textOf('1;'.repeat(40_000)), layout)).toBeNull();
});

it('fills rows under names that have no field, unless another delimiter fits the header', async () => {
  const filled = async (text: string) => {
    const found = await withFilledRows(new Blob([text]), 1_024, { quote: 'double' });
    return found && { ...found, utf8: await found.utf8.text() };
  };
  expect(await filled('a;b;c;d\n1;"2;x"\n3;4\n')).toEqual({
    utf8: 'a;b;c;d\n1;"2;x";;\n3;4;;\n',
    delimiter: 'semicolon',
    rows: 2,
    names: ['c', 'd'],
    emptyNames: 0,
  });
  expect(await filled('time, s;value, V\n1,5;2\n2,5;3\n')).toBeNull();
  expect(await filled('a,b,c\n1,2\n3,4,5\n')).toBeNull();
  expect(await filled('a,b,1\n1,2\n')).toBeNull();
});
