import { describe, expect, it } from 'vitest';
import { toCanonical } from '../../../model/canonical';
import { FormatlabError } from '../../../model/errors';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { differenceOfMolecules } from '../../../model/molecules/difference';
import { type Molecules, type StereoKind, stereoKinds } from '../../../model/molecules/molecules';
import { withoutSmilesLosses } from './forget';
import { readSmiles } from './read-lines';
import { writeSmiles } from './write-lines';

const read = (text: string) => readSmiles(new TextEncoder().encode(text)).molecules;
const write = (molecules: Molecules) => new TextDecoder().decode(writeSmiles(molecules)).trimEnd();
const columns = (molecules: Molecules) => toCanonical(molecules).parts.map((part) => [...(part as Uint8Array)]);

interface Sketch {
  readonly atoms: readonly (readonly [element: number, hydrogens: number])[];
  readonly bonds: readonly (readonly [begin: number, end: number, order: number, aromatic?: number])[];
  readonly stereo?: readonly (readonly [
    kind: StereoKind,
    center: number,
    configuration: number,
    carriers: readonly number[],
  ])[];
  readonly aromatic?: boolean;
}
function molecule({ atoms, bonds, stereo = [], aromatic = false }: Sketch): Molecules {
  const builder = new MoleculesBuilder({ coordinates: false });
  for (const [element, hydrogens] of atoms) builder.addAtom(element, hydrogens, 0, 0, aromatic ? 1 : 0);
  for (const [begin, end, order, flag = 0] of bonds) builder.addBond(begin, end, order, flag);
  for (const [kind, center, configuration, carriers] of stereo)
    builder.addStereo(kind, center, configuration, carriers);
  builder.endMolecule();
  return builder.finish();
}

describe('writing what was read', () => {
  it.each([
    'C',
    'CCO',
    'CC(C)(C)C',
    'C=CC#N',
    'C$C',
    'C~C',
    '[CH3]',
    '[CH2]',
    'c1ccccc1',
    'Cn1cccc1',
    'c1cc[nH]c1',
    'c1ccccc1-c1ccccc1',
    'O=c1cc[nH]cc1',
    'C1CC1',
    'C12C3C1C23',
    'CC.O',
    '[Na+].[Cl-]',
    '[13CH3:7]C',
    '*C',
    '[*:1]C',
    '[2H]O',
    '[Fe+2]',
    '[O-]S(=O)(=O)[O-]',
    'F/C=C/F',
    'F/C=C\\F',
    'F/C=C/C=C\\C',
    'N[C@@H](C)C(=O)O',
    'F[C@](Cl)(Br)I',
    '[C@H](F)(Cl)Br',
    'C[S@](=O)N',
    'CC=[C@]=CC',
    'CC=[C@@]=C(F)Cl',
    'C[Pt@SP3](F)(Cl)Br',
    'S[As@TB5](F)(N)(Cl)Br',
    'C[Co@OH26](F)(Cl)(Br)(I)S',
    'C[C@@]1(F)CCO1',
    '[se]1cccc1',
    '[te]1cccc1',
    'b1ccccc1',
    'C1=C/CCCCCC/1',
    'c1ccc2c(c1)[nH]c1ccccc12',
    'C1CCC2(CC1)CCCC2',
    '*1:c:c:c:c:c:1',
    '[CH]1:C:C:C:C:C:1',
    'C/C(=N\\O)c1ccccc1',
    'CC=C=[C@]=C=CC',
    'C(C)=[C@@]=CC',
    'ClC(Br)I',
    '[NH4+]',
    '[H][H]',
    '[SiH4]',
  ])('%s comes back with the same columns, and then in the same letters', (text) => {
    const molecules = read(text);
    const once = write(molecules);
    const again = read(once);
    expect(differenceOfMolecules(molecules, again), once).toBeNull();
    expect(columns(read(write(again)))).toEqual(columns(again));
    expect(write(read(write(again)))).toBe(write(again));
  });

  it.each([
    'CCO',
    'c1ccccc1',
    'N[C@@H](C)C(=O)O',
    'F/C=C/F',
    'Cn1cccc1',
    'c1ccccc1-c1ccccc1',
    'C[C@@]1(F)CCO1',
    'CC(C)(C)C',
    '[13CH3:7]C.[Na+]',
    'CC=[C@]=CC',
    'F[Co@OH12](C)(Cl)(Br)(I)S',
    'C1CC2CC1CC2',
    'c1ccccc1:c1ccccc1',
  ])('%s comes back in its own letters', (text) => {
    expect(write(read(text))).toBe(text);
  });

  it('has ring numbers again once they are closed, and beyond nine', () => {
    expect(write(read('C1CC1C2CC2'))).toBe('C1CC1C1CC1');
    const cage = `C${'123456789'}%10%11${'CC1C2C3C4C5C6C7C8C9C%10C%11'}`;
    expect(write(read(cage))).toContain('%10%11');
    expect(differenceOfMolecules(read(cage), read(write(read(cage))))).toBeNull();
  });
});

describe('writing other molecules', () => {
  it('orders atoms from the lowest, children in the order of the bonds', () => {
    expect(
      write(
        molecule({
          atoms: [
            [6, 3],
            [8, 1],
            [6, 2],
          ],
          bonds: [
            [2, 1, 1],
            [0, 2, 1],
          ],
        }),
      ),
    ).toBe('CCO');
    expect(
      write(
        molecule({
          atoms: [
            [6, 1],
            [8, 1],
            [7, 2],
            [6, 3],
          ],
          bonds: [
            [0, 2, 1],
            [0, 1, 1],
            [3, 0, 1],
          ],
        }),
      ),
    ).toBe('C(N)(O)C');
  });

  it('tells aromatic bonds whatever their order, and what is in no ring by a colon', () => {
    const benzene: Sketch = {
      atoms: Array.from({ length: 6 }, () => [6, 1] as const),
      bonds: [0, 1, 2, 3, 4, 5].map((atom) => [atom, (atom + 1) % 6, 1 + (atom % 2), 1] as const),
      aromatic: true,
    };
    expect(write(molecule(benzene))).toBe('c1ccccc1');
    expect(columns(withoutSmilesLosses(read('c1ccccc1')))).toEqual(columns(read('c1ccccc1')));
    expect(
      write(
        molecule({
          atoms: [
            [6, 3],
            [6, 3],
          ],
          bonds: [[0, 1, 1, 1]],
          aromatic: true,
        }),
      ),
    ).toBe('[cH3]:[cH3]');
    expect(write(molecule({ ...benzene, aromatic: false }))).toBe(
      '[CH]1:[CH]:[CH]:[CH]:[CH]:[CH]:1'.replace(/:1$/u, '1').replace('[CH]1:', '[CH]:1:'),
    );
  });

  it('tells a double bond named by its hydrogen', () => {
    const named = (carrier: number, configuration: number) =>
      molecule({
        atoms: [
          [9, 0],
          [6, 1],
          [6, 1],
          [9, 0],
        ],
        bonds: [
          [0, 1, 1],
          [1, 2, 2],
          [2, 3, 1],
        ],
        stereo: [[stereoKinds.doubleBond, 1, configuration, [carrier, 3]]],
      });
    expect(write(named(0, 1))).toBe('F/C=C/F');
    expect(write(named(1, 2))).toBe('F/C=C/F');
    expect(write(named(1, 1))).toBe('F/C=C\\F');
  });

  it('drops what marks can’t tell, as forgetting does', () => {
    // The middle double bond is not known; marks at both its ends would tell it.
    const chain: Sketch = {
      atoms: [[9, 0], ...Array.from({ length: 6 }, () => [6, 1] as const), [9, 0]],
      bonds: [
        [0, 1, 1],
        [1, 2, 2],
        [2, 3, 1],
        [3, 4, 2],
        [4, 5, 1],
        [5, 6, 2],
        [6, 7, 1],
      ],
      stereo: [
        [stereoKinds.doubleBond, 1, 1, [0, 3]],
        [stereoKinds.doubleBond, 5, 1, [4, 7]],
      ],
    };
    const molecules = molecule(chain);
    expect(withoutSmilesLosses(molecules).stereo.kinds.length).toBe(1);
    expect(differenceOfMolecules(withoutSmilesLosses(molecules), read(write(molecules)))).toBeNull();
    // With another neighbour to mark, nothing is lost.
    const roomy: Sketch = {
      ...chain,
      atoms: [...chain.atoms.slice(0, 2), [6, 0], ...chain.atoms.slice(3), [17, 0]],
      bonds: [...chain.bonds, [2, 8, 1]],
    };
    expect(withoutSmilesLosses(molecule(roomy)).stereo.kinds.length).toBe(2);
    expect(differenceOfMolecules(molecule(roomy), read(write(molecule(roomy))))).toBeNull();
    // An imine's hydrogen is no atom, so there is nothing to mark.
    const imine = molecule({
      atoms: [
        [6, 3],
        [6, 1],
        [7, 1],
      ],
      bonds: [
        [0, 1, 1],
        [1, 2, 2],
      ],
      stereo: [[stereoKinds.doubleBond, 1, 1, [0, 2]]],
    });
    expect(withoutSmilesLosses(imine).stereo.kinds.length).toBe(0);
    expect(write(imine)).toBe('CC=N');
  });

  it('tells rings of double bonds where the marks meet', () => {
    const ring = (size: number, same: boolean) =>
      molecule({
        atoms: Array.from({ length: 2 * size }, () => [6, 1] as const),
        bonds: Array.from(
          { length: 2 * size },
          (_, atom) => [atom, (atom + 1) % (2 * size), atom % 2 === 0 ? 2 : 1] as const,
        ),
        stereo: Array.from(
          { length: size },
          (_, bond) =>
            [
              stereoKinds.doubleBond,
              2 * bond,
              same ? 2 : 1,
              [(2 * bond + 2 * size - 1) % (2 * size), (2 * bond + 2) % (2 * size)],
            ] as const,
        ),
      });
    for (const size of [4, 5, 6, 7]) {
      for (const same of [true, false]) {
        const molecules = ring(size, same);
        const kept = withoutSmilesLosses(molecules);
        // An odd ring of neighbours on the same side has marks that contradict each other all round.
        expect(kept.stereo.kinds.length === size, `${size} ${same}`).toBe(!same || size % 2 === 0);
        expect(differenceOfMolecules(kept, read(write(molecules))), `${size} ${same}`).toBeNull();
      }
    }
  });

  it('refuses what has no SMILES', () => {
    const tagOf = (molecules: Molecules) => {
      try {
        write(molecules);
      } catch (thrown) {
        return thrown instanceof FormatlabError ? thrown.record.tag : String(thrown);
      }
      return '';
    };
    expect(
      tagOf(
        molecule({
          atoms: [
            [6, 2],
            [6, 2],
          ],
          bonds: [
            [0, 1, 1],
            [1, 0, 1],
          ],
        }),
      ),
    ).toBe('unsupported');
    expect(
      tagOf(
        molecule({
          atoms: [
            [6, 0],
            [9, 0],
            [17, 0],
            [35, 0],
            [53, 0],
          ],
          bonds: [
            [0, 1, 1],
            [0, 2, 1],
            [0, 3, 1],
          ],
          stereo: [[stereoKinds.tetrahedral, 0, 1, [1, 2, 3, 4]]],
        }),
      ),
    ).toBe('encodeFailed');
    const many = 110;
    const hub: Sketch = {
      atoms: Array.from({ length: 2 * many }, () => [6, 0] as const),
      bonds: [
        ...Array.from({ length: 2 * many - 1 }, (_, atom) => [atom, atom + 1, 1] as const),
        ...Array.from({ length: many - 1 }, (_, atom) => [atom, 2 * many - 1 - atom, 1] as const),
      ],
    };
    expect(tagOf(molecule(hub))).toBe('unsupported');
    const builder = new MoleculesBuilder({ coordinates: false });
    builder.endMolecule('two\nlines');
    expect(tagOf(builder.finish())).toBe('unsupported');
  });
});
