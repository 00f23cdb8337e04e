import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { inconsistencyOf, type Molecules } from '../../../model/molecules/molecules';
import { readSmiles } from './read-lines';
import { telling } from '../../../model/testing/telling';

const read = (text: string): Molecules => {
  const { molecules } = readSmiles(new TextEncoder().encode(text));
  expect(inconsistencyOf(molecules)).toBeNull();
  return molecules;
};
const hydrogensOf = (text: string) => [...read(text).atoms.hydrogens];
const bondsOf = (text: string) => {
  const { begins, ends, orders } = read(text).bonds;
  return Array.from(begins, (begin, bond) => [begin, ends[bond], orders[bond]]);
};
const stereoOf = (text: string) => {
  const { stereo } = read(text);
  return Array.from(stereo.kinds, (kind, element) => [
    kind,
    stereo.centers[element],
    stereo.configurations[element],
    ...stereo.carriers.subarray(6 * element, 6 * element + 6).filter((carrier) => carrier !== 0xffff),
  ]);
};
const problemOf = (text: string): string => {
  try {
    read(text);
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record.message;
    throw thrown;
  }
  return '';
};

describe('implied hydrogens', () => {
  it.each([
    ['C', [4]],
    ['N', [3]],
    ['O', [2]],
    ['P', [3]],
    ['S', [2]],
    ['B', [3]],
    ['F', [1]],
    ['Cl', [1]],
    ['Br', [1]],
    ['I', [1]],
    ['*', [0]],
    ['C=C', [2, 2]],
    ['C#N', [1, 0]],
    ['CN(=O)=O', [3, 0, 0, 0]],
    ['N(C)(C)(C)C', [1, 3, 3, 3, 3]],
    ['CS(C)=O', [3, 0, 3, 0]],
    ['S(=O)(=O)(O)O', [0, 0, 0, 1, 1]],
    ['FS(F)(F)(F)(F)F', [0, 0, 0, 0, 0, 0, 0]],
    ['OP(O)(O)=O', [1, 0, 1, 1, 0]],
    ['FCl(F)F', [0, 0, 0, 0]],
    ['C$C', [0, 0]],
    ['C~C', [4, 4]],
  ])('of %s', (text, hydrogens) => {
    expect(hydrogensOf(text)).toEqual(hydrogens);
  });

  it.each([
    ['c1ccccc1', [1, 1, 1, 1, 1, 1]],
    ['n1ccccc1', [0, 1, 1, 1, 1, 1]],
    ['[nH]1cccc1', [1, 1, 1, 1, 1]],
    ['Cn1cccc1', [3, 0, 1, 1, 1, 1]],
    ['o1cccc1', [0, 1, 1, 1, 1]],
    ['s1cccc1', [0, 1, 1, 1, 1]],
    ['O=c1cc[nH]cc1', [0, 0, 1, 1, 1, 1, 1]],
    ['b1ccccc1', [0, 1, 1, 1, 1, 1]],
    ['C1:C:C:C:C:C1', [1, 1, 1, 1, 1, 1]],
    ['c1ccc2ccccc2c1', [1, 1, 1, 0, 1, 1, 1, 1, 0, 1]],
  ])('of aromatic %s', (text, hydrogens) => {
    expect(hydrogensOf(text)).toEqual(hydrogens);
  });
});

describe('atoms in brackets', () => {
  it('have isotope, symbol, hydrogens, charge and class', () => {
    const { atoms } = read(
      '[13CH3:7].[Fe+2].[Fe++].[O--].[se]1cccc1.[2H].[*:3].[OH-].[Og].[H+].[nH+]1ccccc1.[Sc].[CH12].[Cu-0]',
    );
    expect([...atoms.elements.subarray(0, 5)]).toEqual([6, 26, 26, 8, 34]);
    expect([...atoms.charges.subarray(0, 4)]).toEqual([0, 2, 2, -2]);
    expect([atoms.isotopes[0], atoms.hydrogens[0], atoms.maps[0], atoms.aromatic[4]]).toEqual([13, 3, 7, 1]);
    expect([...atoms.elements.subarray(9, 14)]).toEqual([1, 0, 8, 118, 1]);
    expect([atoms.isotopes[9], atoms.maps[10], atoms.charges[11], atoms.charges[13]]).toEqual([2, 3, -1, 1]);
    expect([atoms.elements[14], atoms.aromatic[14], atoms.hydrogens[14], atoms.charges[14]]).toEqual([7, 1, 1, 1]);
    expect([...atoms.elements.subarray(20, 23)]).toEqual([21, 6, 29]);
    expect(atoms.hydrogens[21]).toBe(12);
  });

  it.each([
    ['C[Xx]', /column 3: this element does not exist/u],
    ['[C', /column 3: the bracket is not closed/u],
    ['[', /column 2: the bracket is not closed/u],
    ['[CH3+:]', /column 7: an atom class needs a number/u],
    ['[C@TB21H]', /Line 1, column 6: the number of a configuration of this class can be at most 20/u],
    ['[C@TH]', /column 3: a configuration class such as TH needs a number from 1/u],
    ['[99999C]', /Line 1, column 2: a mass number can be at most 65/u],
    ['[C+128]', /Line 1, column 4: a charge can be at most 127/u],
    ['[cl]', /column 2: this element does not exist/u],
    [
      '[CH3 ]',
      /column 5: this character is not valid here; an atom in brackets has an isotope, symbol, @, H, charge and class, in this order/u,
    ],
  ])('that are wrong, as %s', (text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });
});

describe('bonds', () => {
  it('are single or aromatic where nothing is said', () => {
    expect(bondsOf('CC(=O)C#N')).toEqual([
      [0, 1, 1],
      [1, 2, 2],
      [1, 3, 1],
      [3, 4, 3],
    ]);
    expect(bondsOf('c1ccccc1')).toEqual([
      [0, 1, 5],
      [1, 2, 5],
      [2, 3, 5],
      [3, 4, 5],
      [4, 5, 5],
      [0, 5, 5],
    ]);
    expect([...read('c1ccccc1C').bonds.aromatic]).toEqual([1, 1, 1, 1, 1, 1, 0]);
    expect(bondsOf('C$C~C->[Fe]<-N')).toEqual([
      [0, 1, 4],
      [1, 2, 0],
      [2, 3, 0],
      [3, 4, 0],
    ]);
    expect(bondsOf('*1:c:c:c:c:c1')[0]).toEqual([0, 1, 5]);
    expect([...read('*1:c:c:c:c:c:1').atoms.aromatic]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('of rings in lower case are aromatic, and single between two of them', () => {
    for (const text of [
      'c1ccccc1-c2ccccc2',
      'c1ccccc1c1ccccc1',
      'c1ccc(cc1)c1ccccc1',
      'c1ccc(c2ccccc2)cc1',
      'c12ccccc1.c12ccccc1',
      'c1ccccc1c2.c2ccc',
    ]) {
      const { bonds } = read(
        text.replace('c12ccccc1.c12ccccc1', 'c13ccccc1.c23ccccc2').replace('c1ccccc1c2.c2ccc', 'c1cccc(c12)C.c2'),
      );
      expect(bonds.orders.filter((order) => order === 1).length, text).toBeGreaterThan(0);
      expect(bonds.aromatic.filter((flag, bond) => (flag === 1) !== (bonds.orders[bond] === 5)).length, text).toBe(0);
    }
    expect([...read('c13ccccc1.c23ccccc2').bonds.orders].filter((order) => order === 1)).toEqual([1]);
    expect([...read('c1ccccc1:c1ccccc1').bonds.orders].filter((order) => order !== 5)).toEqual([]);
  });

  it('close rings by numbers, with the symbol on either side', () => {
    expect(bondsOf('C=1CC1')).toEqual([
      [0, 1, 1],
      [1, 2, 1],
      [0, 2, 2],
    ]);
    expect(bondsOf('C1CC=1')).toEqual(bondsOf('C=1CC1'));
    expect(bondsOf('C=1CC=1')).toEqual(bondsOf('C=1CC1'));
    expect(bondsOf('C%12CC%12')).toEqual(bondsOf('C1CC1'));
    expect(bondsOf('C%01CC1')).toEqual(bondsOf('C1CC1'));
    expect(bondsOf('C0CC0')).toEqual(bondsOf('C1CC1'));
    expect(bondsOf('C12CC1C2').length).toBe(5);
    expect(bondsOf('C1.C1')).toEqual([[0, 1, 1]]);
    expect(bondsOf('C(CC)1CC1')).toEqual([
      [0, 1, 1],
      [1, 2, 1],
      [0, 3, 1],
      [3, 4, 1],
      [0, 4, 1],
    ]);
    // A number is free again behind its ring.
    expect(bondsOf('C1CC1C1CC1').length).toBe(7);
  });

  it('lead into parts that a dot separates', () => {
    expect(bondsOf('C.C')).toEqual([]);
    expect(bondsOf('C(.O)N')).toEqual([[0, 2, 1]]);
    expect([...read('[Na+].[Cl-]').atomOffsets]).toEqual([0, 2]);
  });

  it.each([
    ['C1CC', /column 2: ring 1 opens here but is never closed/u],
    ['C11', /column 3: ring 1 bonds an atom to itself/u],
    ['C1C1', /column 4: ring 1 joins two atoms that already have a bond/u],
    ['C12CC12', /column 7: ring 2 joins two atoms that already have a bond/u],
    ['C1(C1)C', /column 5: ring 1 joins two atoms that already have a bond/u],
    ['C12.C12', /column 7: ring 2 joins two atoms that already have a bond/u],
    ['C12CC(C)12', /column 10: ring 2 joins two atoms that already have a bond/u],
    ['C=1CC#1', /column 7: ring 1 opens with another bond symbol/u],
    ['C%1', /column 2: a ring number after % needs two digits/u],
    ['1CC1', /column 1: a ring number has no atom before it/u],
    ['C==C', /column 3: two bond symbols follow each other/u],
    ['C=', /column 2: a bond has no atom after it/u],
    ['=C', /column 1: a bond has no atom before it/u],
    ['C(C', /column 4: a parenthesis is not closed/u],
    ['C)C', /column 2: this parenthesis closes no open branch/u],
    ['C()C', /column 3: a branch ends without an atom/u],
    ['C((C))C', /column 3: a branch begins with no atom before it/u],
    ['C(1CC1)C', /column 3: a ring number has no atom before it/u],
    ['C=(C)C', /column 2: a bond symbol is before a branch; put it inside the branch/u],
    ['C(=)C', /column 3: a bond has no atom after it/u],
    ['(C)C', /column 1: a branch begins with no atom before it/u],
    ['C.', /column 2: a dot has no atom after it/u],
    ['.C', /column 1: a dot has no atom before it/u],
    ['C..C', /column 3: a dot has no atom before it/u],
    ['C.=C', /column 3: a bond has no atom before it/u],
    ['CCO>>CC=O', /column 4: the sign > separates the molecules of a reaction, and Formatlab does not read reactions/u],
    ['CCO.O>[Na+]>CC=O', /column 6: the sign > .* reactions/u],
    ['>>C', /column 1: the sign > .* reactions/u],
    ['CX', /column 2: this character can’t begin an atom, bond, branch or ring number/u],
    ['C<C', /column 2: this character can’t begin an atom, bond, branch or ring number/u],
    ['Cé', /column 2: this character can’t begin an atom, bond, branch or ring number/u],
  ])('that are wrong, as %s', (text, problem) => {
    expect(problemOf(text)).toMatch(problem);
    // What was open is forgotten.
    expect(
      readSmiles(new TextEncoder().encode(`${text}\nC1CC1\n`), { malformed: 'skip' }).molecules.bonds.begins.length,
    ).toBe(3);
  });
});

describe('configurations', () => {
  const [tetrahedral, doubleBond, allenal, square, bipyramid, octahedral] = [1, 2, 3, 4, 5, 6];

  it('of centres name their neighbours in the order of the text', () => {
    expect(stereoOf('N[C@@H](C)C(=O)O')).toEqual([[tetrahedral, 1, 2, 0, 1, 2, 3]]);
    expect(stereoOf('[C@H](F)(Cl)Br')).toEqual([[tetrahedral, 0, 1, 0, 1, 2, 3]]);
    expect(stereoOf('F[C@](Cl)(Br)I')).toEqual([[tetrahedral, 1, 1, 0, 2, 3, 4]]);
    // A ring number holds the place of the atom that closes it.
    expect(stereoOf('C[C@@]1(F)CCO1')).toEqual([[tetrahedral, 1, 2, 0, 5, 2, 3]]);
    expect(stereoOf('C1CO[C@]1(F)C')).toEqual([[tetrahedral, 3, 1, 2, 0, 4, 5]]);
    expect(stereoOf('C[S@](=O)N')).toEqual([[tetrahedral, 1, 1, 0, 1, 2, 3]]);
    expect(stereoOf('C[C@TH2H](F)O')).toEqual([[tetrahedral, 1, 2, 0, 1, 2, 3]]);
  });

  it('of other classes', () => {
    expect(stereoOf('CC=[C@]=CC')).toEqual([[allenal, 2, 1, 0, 1, 3, 4]]);
    expect(stereoOf('CC=[C@AL2]=C(F)Cl')).toEqual([[allenal, 2, 2, 0, 1, 4, 5]]);
    expect(stereoOf('C(C)=[C@@]=CC')).toEqual([[allenal, 2, 2, 0, 1, 3, 4]]);
    expect(stereoOf('CC=C=[C@]=C=CC')).toEqual([[allenal, 3, 1, 0, 1, 5, 6]]);
    expect(stereoOf('F[Pt@SP3](Cl)(Br)I')).toEqual([[square, 1, 3, 0, 2, 3, 4]]);
    expect(stereoOf('S[As@TB5](F)(N)(Cl)Br')).toEqual([[bipyramid, 1, 5, 0, 2, 3, 4, 5]]);
    expect(stereoOf('S[As@@](F)(N)(Cl)Br')).toEqual([[bipyramid, 1, 2, 0, 2, 3, 4, 5]]);
    expect(stereoOf('C[Co@OH26](F)(Cl)(Br)(I)S')).toEqual([[octahedral, 1, 26, 0, 2, 3, 4, 5, 6]]);
    expect(stereoOf('C[Co@](F)(Cl)(Br)(I)S')).toEqual([[octahedral, 1, 1, 0, 2, 3, 4, 5, 6]]);
  });

  it('of double bonds, whichever neighbour is marked', () => {
    const trans = [[doubleBond, 1, 1, 0, 3]];
    for (const text of ['F/C=C/F', 'F\\C=C\\F']) expect(stereoOf(text)).toEqual(trans);
    for (const text of ['F/C=C\\F', 'F\\C=C/F']) expect(stereoOf(text)).toEqual([[doubleBond, 1, 2, 0, 3]]);
    // Told from inside a branch, the first neighbour lies on the other side.
    expect(stereoOf('C(\\F)=C/F')).toEqual([[doubleBond, 1, 1, 1, 3]]);
    expect(stereoOf('F/C(Cl)=C/F')).toEqual(stereoOf('FC(/Cl)=C/F'));
    expect(stereoOf('F/C(Cl)=C/F')).toEqual(stereoOf('F/C(/Cl)=C/F'));
    expect(stereoOf('FC=C/F')).toEqual([]);
    expect(stereoOf('F/CC=C/F')).toEqual([]);
  });

  it('of conjugated chains, and across ring numbers', () => {
    expect(stereoOf('F/C=C/C=C\\C')).toEqual([
      [doubleBond, 1, 1, 0, 3],
      [doubleBond, 3, 2, 2, 5],
    ]);
    expect(stereoOf('C/1=C/CCCCCC1')).toEqual(stereoOf('C1=C/CCCCCC\\1'));
    expect(stereoOf('C/1=C/CCCCCC1').length).toBe(1);
    expect(stereoOf('C/1=C/CCCCCC\\1')).toEqual(stereoOf('C/1=C/CCCCCC1'));
  });

  it('that mean nothing are left out, and those that contradict themselves are not', () => {
    expect(stereoOf('[C@H2](F)Cl')).toEqual([]);
    expect(stereoOf('[C@](F)Cl')).toEqual([]);
    expect(problemOf('F/C(\\Cl)=C/F')).toMatch(telling('column 10', 'direction marks', 'double bond'));
    expect(problemOf('F[Pt@SP1]Cl')).toMatch(telling('column 2', 'neighbours', 'class'));
    expect(problemOf('C/1=C/CCCCCC/1')).toMatch(telling('column 14', 'ring 1', 'directions'));
  });
});

describe('lines', () => {
  it('end a molecule, with a title behind the first white space', () => {
    const molecules = read('CCO ethanol, naïve\r\nC\t methane\n\nO');
    expect([...molecules.atomOffsets]).toEqual([0, 3, 4, 4, 5]);
    const { offsets, data } = molecules.titles;
    expect(
      [0, 1, 2, 3].map((index) => new TextDecoder().decode(data.subarray(offsets[index], offsets[index + 1]))),
    ).toEqual(['ethanol, naïve', ' methane', '', '']);
  });

  it('that are malformed end the reading, or are counted', () => {
    expect(problemOf('C\nC1\nX')).toMatch(telling('Line 2', 'column 2', 'ring 1', '“C1”'));
    const { molecules, skipped, firstProblem } = readSmiles(new TextEncoder().encode('C\nC1\nX\nO'), {
      malformed: 'skip',
    });
    expect([molecules.moleculeCount, skipped, firstProblem]).toEqual([
      2,
      2,
      expect.stringMatching(telling('Line 2', 'column 2', 'ring 1')),
    ]);
    expect(() => readSmiles(Uint8Array.of(67, 32, 0xff))).toThrow(telling('column 3', 'title', 'UTF-8'));
  });

  it('of great molecules and deep branches', () => {
    const deep = read(`${'C('.repeat(30_000)}C${')'.repeat(30_000)}`);
    expect([deep.atoms.elements.length, deep.bonds.begins.length]).toEqual([30_001, 30_000]);
    expect(read('C'.repeat(65_534)).atoms.elements.length).toBe(65_534);
    expect(problemOf('C'.repeat(65_535))).toMatch(/column 65,535: more than 65,534 atoms/u);
  });
});
