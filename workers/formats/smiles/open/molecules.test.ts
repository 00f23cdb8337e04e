import { describe, expect, it } from 'vitest';
import { unpackTexts } from '../../../model/canonical';
import type { Molecules } from '../../../model/molecules/molecules';
import { decideType, detectContent } from '../../../open-file/sniff';
import { readTestFile, caughtErrorRecord } from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

type Choices = NonNullable<Parameters<typeof readTestFile>[2]>;

async function readMolecules(content: string, fileName: string, choices: Choices = {}) {
  const { dataset, report } = await readTestFile(content, fileName, choices);
  if (dataset.kind !== 'molecules') throw new Error(`${fileName} became ${dataset.kind}.`);
  return { molecules: dataset, report, titles: unpackTexts(dataset.titles) };
}

const atomCounts = ({ atomOffsets, moleculeCount }: Molecules) =>
  Array.from(
    { length: moleculeCount },
    (_, molecule) => (atomOffsets[molecule + 1] ?? 0) - (atomOffsets[molecule] ?? 0),
  );

const good =
  'CCO ethanol\r\n\r\nc1ccccc1\tbenzene, the ring\nOC(=O)c1ccccc1O  salicylic acid  \n[Na+].[Cl-]\nCn1cnc2c1c(=O)n(C)c(=O)n2C Koffein ä';
const bad = `${good}\nC1CC unclosed\nnot a molecule\nCCC propane\nc1cccc1 no Kekulé structure\n`;

describe('a file of SMILES', () => {
  it('becomes molecules with their titles, and a Kekulé structure beside the marks of aromatic rings', async () => {
    const { molecules, report, titles } = await readMolecules(good, 'drugs.smi');
    expect(titles).toEqual(['ethanol', 'benzene, the ring', 'salicylic acid', '', 'Koffein ä']);
    expect(atomCounts(molecules)).toEqual([3, 6, 10, 2, 14]);
    expect(molecules.bonds.orders).not.toContain(5);
    expect(molecules.bonds.aromatic.filter((flag) => flag === 1)).toHaveLength(6 + 6 + 10);
    expect(report).toMatchObject({
      type: 'smiles',
      schema: { kind: 'molecules', coordinates: false, titles: true },
      itemCount: 5,
      badRowCount: 0,
      notes: [],
      dialect: told('one SMILES', 'line', 'UTF-8'),
    });
    expect(report.preview[0]).toEqual(['ethanol', '3', '2']);
  });

  it('may end its lines with carriage returns alone', async () => {
    const { titles, report } = await readMolecules('CCO ethanol\rC methane\r\nCC ethane\nO water\r', 'drugs.smi');
    expect(titles).toEqual(['ethanol', 'methane', 'ethane', 'water']);
    expect(report.itemCount).toBe(4);
  });

  it('is refused at its first malformed line, or read without it, with the line and the reason', async () => {
    const record = await caughtErrorRecord(bad, 'drugs.smi');
    expect(record).toMatchObject({ tag: 'malformedInput', stage: 'import', format: 'smiles' });
    expect(record.message).toMatch(/\b7 of drugs\.smi\b.*\bColumn \d+: /u);
    expect(record.remedy).toMatch(telling('line', 'malformed lines'));
    const { molecules, report, titles } = await readMolecules(bad, 'drugs.smi', { malformed: 'skip' });
    expect(titles.at(-1)).toBe('propane');
    expect(molecules.moleculeCount).toBe(6);
    expect(report.badRowCount).toBe(3);
    expect(report.badRows.map(({ line }) => line)).toEqual([7, 8, 10]);
    expect(report.badRows[2]?.message).toMatch(/\baromatic bonds\b.*\batom \d \(C\)/u);
  });

  it('lists a hundred malformed lines, and counts them all', async () => {
    const { report } = await readMolecules(`${'C1CC\n'.repeat(1_000)}CC\n`, 'a.smi', { malformed: 'skip' });
    expect([report.badRows.length, report.badRowCount, report.itemCount]).toEqual([100, 1_000, 1]);
  });

  it('may begin with names of columns, and have UTF-16 or a mark', async () => {
    const { report, titles } = await readMolecules('canonical_smiles\tname\nCCO\tethanol\nCC\tethane\n', 'chembl.smi');
    expect(titles).toEqual(['ethanol', 'ethane']);
    expect(report.notes).toEqual([
      told('2 columns', 'tabs', 'SMILES', 'column 1 (canonical_smiles)', 'titles', 'column 2 (name)'),
      told('Line 1', 'columns', 'canonical_smiles\tname'),
    ]);
    expect((await readMolecules('SMILES Name\nCC(=O)O acetic acid\n', 'a.smi')).titles).toEqual(['acetic acid']);
    expect((await readMolecules('\uFEFFCCO ethanol\n', 'a.smi')).titles).toEqual(['ethanol']);
    // What is JSON at first sight.
    expect((await readMolecules('[Na+].[Cl-] salt\n[nH]1cccc1 pyrrole\n', 'a.smi')).titles).toEqual([
      'salt',
      'pyrrole',
    ]);
  });

  it('of CXSMILES has its extensions left out of the titles, and counted', async () => {
    const { report, titles } = await readMolecules(
      'CCO |$;;$| ethanol\nC[C@H](O)CC |&1:1,r|\nCC |a name of bars\nCCC propane |$;;$|\n',
      'a.cxsmi',
      { type: 'smiles' },
    );
    expect(titles).toEqual(['ethanol', '', '|a name of bars', 'propane |$;;$|']);
    expect(report.notes).toEqual([told('(|…|)', '2 SMILES', 'CXSMILES')]);
    expect((await readMolecules('CCO |$;;$|\n', 'a.smi')).report.notes[0]).toMatch(
      telling('(|…|)', 'one SMILES', 'CXSMILES'),
    );
  });

  const aspirin = 'CC(=O)Oc1ccccc1C(=O)O';
  it.each<[content: string, names: string[], dialect: readonly string[], note: readonly string[] | null]>([
    // As ChEMBL's chemreps.txt begins.
    [
      `chembl_id\tcanonical_smiles\tstandard_inchi\nCHEMBL25\t${aspirin}\tInChI=1S/C9H8O4\nCHEMBL545\tCCO\tInChI=1S/C2H6O\n`,
      ['CHEMBL25', 'CHEMBL545'],
      ['column 2 of 3', 'tabs'],
      ['3 columns', 'tabs', 'SMILES', 'column 2 (canonical_smiles)', 'titles', 'column 1 (chembl_id)', 'other column'],
    ],
    // As PubChem's CID-SMILES.
    [
      `2244\t${aspirin}\n702\tCCO\n`,
      ['2244', '702'],
      ['column 2 of 2', 'tabs'],
      ['2 columns', 'tabs', 'SMILES', 'column 2', 'titles', 'column 1'],
    ],
    [`Name Smiles\naspirin ${aspirin}\nethanol CCO\n`, ['aspirin', 'ethanol'], ['column 2 of 2', 'white space'], null],
    [
      `SMILES,Name\r\n${aspirin},aspirin\r\nCCO,"ethanol, ""absolute"""\r\n`,
      ['aspirin', 'ethanol, "absolute"'],
      ['column 1 of 2', 'commas'],
      null,
    ],
    [
      `${aspirin},aspirin\nCc1ccc(cc1[N+](=O)[O-])[N+](=O)[O-],2,4-dinitrotoluene\nCCO,\n`,
      ['aspirin', '2,4-dinitrotoluene', ''],
      ['column 1 of 2', 'commas'],
      null,
    ],
    [
      `"id";"Isomeric SMILES";"smiles";"name"\n1;"${aspirin}";"C";"aspirin"\n2;"CCO |$;;$|";"C";"ethanol"\n`,
      ['aspirin', 'ethanol'],
      ['column 2 of 4', 'semicolons'],
      null,
    ],
    // The identifier of the second is missing.
    [`\n#id\tsmiles\nA1\t${aspirin}\n\tCCO\n`, ['A1', ''], ['column 2 of 2', 'tabs'], null],
    [
      `code,drawing,remark\n7,${aspirin},a\n8,CCO,b\n9,CCN,\n10,CCCC,\n11,CCCC,\n`,
      ['7', '8', '9', '10', '11'],
      ['column 2 of 3', 'commas'],
      null,
    ],
  ])('may have columns: %j', async (content, names, dialect, note) => {
    const { molecules, report, titles } = await readMolecules(content, 'columns.smi');
    expect([titles, report.dialect, report.badRowCount]).toEqual([names, told('SMILES', ...dialect, 'UTF-8'), 0]);
    expect(atomCounts(molecules)).toContain(13);
    if (note !== null) expect(report.notes[0]).toMatch(telling(...note));
  });

  it('of columns names the line and the place of what is malformed', async () => {
    const text = 'id\tsmiles\n1\tCCO\n2\tCC\n3\tCCCC\n4\tC1CC\n5\n6\tCC and more\n';
    expect((await caughtErrorRecord(text, 'a.smi')).message).toMatch(
      telling('Line 5 of a.smi', 'Character 4, in column 2', 'ring 1'),
    );
    const { report, titles } = await readMolecules(text, 'a.smi', { malformed: 'skip' });
    expect(titles).toEqual(['1', '2', '3']);
    expect(report.badRows).toEqual([
      { line: 5, message: told('Character 4, in column 2', 'ring 1') },
      { line: 6, message: told('Column 2', 'empty') },
      { line: 7, message: told('Character 6, in column 2', 'text') },
    ]);
  });

  it('is not taken to have columns where most lines begin with a SMILES, or words happen to be SMILES', async () => {
    const { report, titles } = await readMolecules('C1CC CCO\nCCO CC\nCC CCC\n', 'a.smi', { malformed: 'skip' });
    expect([titles, report.dialect, report.badRowCount]).toEqual([['CC', 'CCC'], told('one SMILES', 'line'), 1]);
    expect((await caughtErrorRecord('say NO\nhello CO\nan OS\n', 'a.smi', { malformed: 'skip' })).message).toMatch(
      telling('None', 'lines', 'SMILES'),
    );
    expect((await caughtErrorRecord('C1CC CCO\n', 'a.smi')).message).toMatch(
      telling('Line 1 of a.smi', 'Column 2: ring 1'),
    );
  });

  it('that are reactions is refused with that reason', async () => {
    expect((await caughtErrorRecord('CCO>>CC=O oxidation\nCC>>CC nothing\n', 'reactions.smi')).message).toMatch(
      telling('Line 1 of reactions.smi', 'Column 4', '>', 'reaction'),
    );
  });

  it('is refused where it has nothing, or is something else', async () => {
    expect((await caughtErrorRecord('\n\n', 'a.smi')).message).toMatch(/lines are empty/u);
    expect((await caughtErrorRecord('hello\nworld\n', 'a.smi', { malformed: 'skip' })).message).toMatch(
      telling('None', 'SMILES', 'Line 1: Column 1'),
    );
    expect((await caughtErrorRecord('[1, 2]', 'a.smi')).message).toMatch(
      telling('a.smi', 'file of SMILES', 'JSON file'),
    );
    expect((await caughtErrorRecord(`CC${'C'.repeat(1_100_000)}\n`, 'a.smi')).message).toMatch(
      telling('Line 1 of a.smi', '1,100,002', '1,048,576'),
    );
  });

  it('is known by its content where its name says nothing', async () => {
    expect(
      (await readTestFile('c1ccccc1 benzene\nCC(=O)OCC ester\nN[C@@H](C)C(=O)O alanine\n', 'download')).report.type,
    ).toBe('smiles');
    expect((await readTestFile('Some words\nand others\nfollow here\n', 'download')).report.type).toBe('bytes');
    // A column of short words, which a name says to be a table.
    expect(decideType('cities.csv', null, detectContent(new TextEncoder().encode('BONNN\nPOSON\nSOSOO\n'), true))).toBe(
      'csv',
    );
  });
});

const molfile = (title: string, symbol = 'O') =>
  [
    title,
    '     Program         2D',
    '',
    '  2  1  0  0  0  0  0  0  0  0999 V2000',
    '    0.0000    0.0000    0.0000 C   0  0',
    `    1.2000    0.0000    0.0000 ${symbol.padEnd(3)} 0  0`,
    '  1  2  1  0',
    'M  END',
    '',
  ].join('\n');
const sdf = `${molfile('methanol')}> <CAS>\n67-56-1\n\n$$$$\n${molfile('methylamine', 'N')}$$$$\n`;

describe('an SDF file', () => {
  it('becomes molecules with coordinates, and says what is left out', async () => {
    const { molecules, report, titles } = await readMolecules(sdf, 'two.sdf');
    expect(titles).toEqual(['methanol', 'methylamine']);
    expect([...molecules.atoms.hydrogens]).toEqual([3, 1, 3, 2]);
    expect([...(molecules.coordinates ?? [])].slice(0, 4)).toEqual([0, 0, 1.2, 0]);
    expect(report).toMatchObject({
      type: 'sdf',
      schema: { kind: 'molecules', coordinates: true, titles: true },
      itemCount: 2,
      badRowCount: 0,
    });
    expect(report.notes).toEqual([told('1 data items', 'titles')]);
    expect((await readMolecules(molfile('one'), 'one.mol')).titles).toEqual(['one']);
    expect((await readMolecules(sdf, 'download')).report.type).toBe('sdf');
  });

  it('is refused at its first malformed molecule, or read without it', async () => {
    const text = `${sdf}${molfile('nothing', 'Zz')}$$$$\n${molfile('again')}$$$$\n`;
    expect((await caughtErrorRecord(text, 'four.sdf')).message).toMatch(
      telling('four.sdf', 'Line 27', 'atom 2', '“Zz”'),
    );
    const { report, titles } = await readMolecules(text, 'four.sdf', { malformed: 'skip' });
    expect(titles).toEqual(['methanol', 'methylamine', 'again']);
    expect(report).toMatchObject({
      badRowCount: 1,
      badRows: [{ line: 27, message: told('Atom 2', '“Zz”') }],
    });
  });

  it('is refused where it is something else', async () => {
    expect((await caughtErrorRecord('a,b\n1,2\n3,4\n', 'table.sdf')).message).toMatch(
      telling('table.sdf', 'SDF file', 'CSV'),
    );
    expect((await caughtErrorRecord(sdf, 'two.smi')).message).toMatch(telling('two.smi', 'file of SMILES', 'SDF file'));
    expect((await caughtErrorRecord('Just\nsome\nlines\nof text\n', 'a.sdf', { malformed: 'skip' })).message).toMatch(
      telling('None', 'molecules', 'Line 4'),
    );
  });
});

describe('a sample of molecules', () => {
  const sample = { seed: 4, targetBytes: 300_000 };
  const titlesOf = async (content: string, fileName: string) => {
    const { dataset, sample: taken } = await readTestFile(content, fileName, { sample });
    if (dataset.kind !== 'molecules' || taken === null) throw new Error('It was not cut.');
    expect(taken.info).toMatchObject({ unitKind: 'blocks', isTotalEstimated: true });
    const titles = unpackTexts(dataset.titles).map(Number);
    expect(titles).toEqual([...titles].sort((one, other) => one - other));
    expect(titles[0]).toBe(0);
    return { titles, totalItems: taken.info.totalItems };
  };

  it('of SMILES holds lines from all over the file', async () => {
    const lines = Array.from({ length: 12_000 }, (_, row) => `C${'C'.repeat(row % 9)}O ${row}\n`).join('');
    const { titles, totalItems } = await titlesOf(lines, 'many.smi');
    expect(titles.length).toBeLessThan(4_000);
    expect(titles.at(-1)).toBeGreaterThan(11_000);
    expect(Math.abs(totalItems - 12_000)).toBeLessThan(400);
  });

  it('of an SD file holds whole molecules from all over the file', async () => {
    const atom = '    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0';
    const item = '> <PRICE>\n12 $$$$ a gram\n';
    const molecule = (row: number) =>
      `${row}\n  made\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n${atom}\nM  END\n${item}\n$$$$\n`;
    const content = Array.from({ length: 8_000 }, (_, row) => molecule(row)).join('');
    const { titles, totalItems } = await titlesOf(content, 'many.sdf');
    expect(titles.length).toBeLessThan(3_000);
    expect(titles.at(-1)).toBeGreaterThan(7_000);
    expect(Math.abs(totalItems - 8_000)).toBeLessThan(200);
  });

  it('says that it counts the lines of the sample where one is refused', async () => {
    const lines = `${'CCO ethanol\n'.repeat(12_000)}C1CC unclosed\n`;
    const record = await caughtErrorRecord(`C1CC unclosed\n${lines}`, 'many.smi', { sample, type: 'smiles' });
    expect(record.message).toMatch(telling('Lines', 'sample'));
  });
});
