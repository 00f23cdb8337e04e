import { expect, it } from 'vitest';
import { caughtErrorRecord, readTestFile } from '../../../open-file/testing/test-files';

const report = async (text: string, fileName = 'a.smi') =>
  (await readTestFile(text, fileName, { malformed: 'skip' })).report;
const ring = 'ring 1 opens here but is never closed';

it.each([
  [
    'id\tsmiles\tx\nA1\tCC(=O)Oc1ccccc1C(=O)O\t1\nA2\tCCO\t2\n',
    [
      'Of 3 columns between tabs, the SMILES are read from column 2 (smiles) and the titles from column 1 (id); the other column is left out.',
      'Line 1 names the columns and was left out: id\tsmiles\tx',
    ],
  ],
  [
    'CCO |$;;$| ethanol\nC[C@H](O)CC |&1:1,r|\n',
    [
      'Extensions (|…|) of 2 SMILES are left out: Formatlab does not read what CXSMILES adds, such as labels, coordinates, radicals and groups of configurations.',
    ],
  ],
])('notes say what of %j is left out', async (text, words) => expect((await report(text)).notes).toEqual(words));

it('says in words what is malformed', async () => {
  const { badRows, dialect } = await report('CCO\nC1CC\nc1cccc1\n');
  expect(badRows.map(({ message }) => message)).toEqual([
    `Column 2: ${ring}.`,
    "Its aromatic bonds can't be made single and double: atom 5 (C) gets no double bond. Perhaps a hydrogen is missing, as in [nH].",
  ]);
  expect(dialect).toBe('one SMILES per line, UTF-8');
  const columns = await report('id\tsmiles\n1\tCCO\n2\tCC\n3\tCCCC\n4\tC1CC\n5\n6\tCC and more\n');
  expect(columns.badRows.map(({ message }) => message)).toEqual([
    `Character 4, in column 2: ${ring}.`,
    'Column 2, from which the SMILES are read, is empty.',
    'Character 6, in column 2: the column has more text after its SMILES.',
  ]);
  expect(columns.dialect).toBe('SMILES in column 2 of 2, between tabs, UTF-8');
});

it.each([
  [
    'C1CC\n',
    'a.smi',
    {
      message: `Line 1 of a.smi is not a SMILES that can be read. Column 2: ${ring}.`,
      remedy: 'Correct the line and choose the file again, or choose to leave malformed lines out and count them.',
    },
  ],
  [
    'CCO>>CC=O\n',
    'a.smi',
    {
      message:
        'Line 1 of a.smi is not a SMILES that can be read. Column 4: the sign > separates the molecules of a reaction, and Formatlab does not read reactions.',
    },
  ],
  ['\n\n', 'a.smi', { message: 'All of its lines are empty.' }],
  ['[1, 2]', 'a.smi', { message: 'a.smi is called a file of SMILES, but its content is a JSON file.' }],
])('says in words why %j is refused', async (text, fileName, record) => {
  expect(await caughtErrorRecord(text, fileName)).toMatchObject(record);
});

it('says that no line is a SMILES', async () => {
  const record = await caughtErrorRecord('hello\nworld\n', 'a.smi', { malformed: 'skip' });
  expect(record.message).toMatch(/^None of its lines is a SMILES\. Line 1: Column 1/u);
});

const molfile = (symbol: string) =>
  `a\n     Program         2D\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 ${symbol} 0  0\nM  END\n> <CAS>\n1\n\n$$$$\n`;

it('says in words what of an SDF file is left out or refused', async () => {
  expect((await report(molfile('C '), 'a.sdf')).notes).toEqual([
    '1 data items (> <NAME>) are left out: a dataset of molecules has titles only.',
  ]);
  expect((await report(`${molfile('C ')}${molfile('Zz')}`, 'a.sdf')).badRows[0]?.message).toBe(
    'Atom 1 has the unknown symbol “Zz”.',
  );
  expect((await caughtErrorRecord(molfile('Zz'), 'a.sdf')).message).toBe(
    'A molecule of a.sdf cannot be read. Line 5: atom 1 has the unknown symbol “Zz”.',
  );
  expect((await caughtErrorRecord(molfile('Zz'), 'a.sdf', { malformed: 'skip' })).message).toBe(
    'None of its molecules can be read. Line 5: atom 1 has the unknown symbol “Zz”.',
  );
});
