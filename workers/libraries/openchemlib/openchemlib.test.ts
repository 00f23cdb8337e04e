import { describe, expect, it } from 'vitest';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { differenceOfMolecules } from '../../model/molecules/difference';
import type { Molecules } from '../../model/molecules/molecules';
import { kekulise } from '../molecules/kekulise';
import { withoutCoordinates, withoutMaps } from '../molecules/losses';
import { readSmiles as ours } from '../../formats/smiles/file/read-lines';
import { inventCoordinates } from './coordinates';
import { idCodeOf, readIdCode } from './idcode';
import { withoutOpenChemLibLosses } from './kept';
import { readSmiles, smilesOf } from './smiles';
import { telling } from '../../model/testing/telling';

const given = (smiles: string): Molecules => kekulise(ours(new TextEncoder().encode(smiles)).molecules);

function one(read: (builder: MoleculesBuilder) => void, coordinates = false): Molecules {
  const builder = new MoleculesBuilder({ coordinates });
  read(builder);
  builder.endMolecule('');
  return builder.finish();
}

const kept = (molecules: Molecules) => withoutCoordinates(withoutOpenChemLibLosses(molecules));

const molecules = [
  'CCO',
  'c1cc[nH]c1',
  'N[C@@H](C)C(=O)O',
  'C[S@](=O)CC',
  'C[P@](O)(=O)F',
  'F/C=C/C=C\\Br',
  'CC=CC',
  'CC=[C@]=CC',
  'FC(C)=[C@@]=C(Cl)I',
  '[13CH3][NH3+].[Cl-]',
  '[CH2]',
  '[CH3]',
  'CC(C)(C)N([O])C',
  '[Fe+3]',
  '[235U]',
  'C$C',
  '[2H]O',
  '[H]C(F)(Cl)Br',
  '[C@@H](F)(Cl)Br',
  '*C(=O)*',
  '[NH4+]',
  '[CH5+]',
  'O=S(=O)(O)O',
  'C[Si@H](F)Cl',
  'CN(=O)=O',
  'C[N+](=O)[O-]',
  'CN=N#N',
  'CN=[N+]=[N-]',
  'C=N#N',
  '[O-]Cl(=O)(=O)=O',
  '[O-][Cl+3]([O-])([O-])[O-]',
  '',
];

describe('molecules through OpenChemLib', () => {
  it.each(molecules)('%s comes back from its SMILES and from its idCode', (smiles) => {
    const dataset = given(smiles === '' ? '\n' : smiles);
    const expected = kept(dataset);
    expect(
      differenceOfMolecules(expected, kept(one((builder) => readSmiles(smilesOf(dataset, 0), builder)))),
    ).toBeNull();
    expect(
      differenceOfMolecules(
        withoutMaps(expected),
        withoutMaps(kept(one((builder) => readIdCode(idCodeOf(dataset, 0), builder, false)))),
      ),
    ).toBeNull();
  });

  it('reads a ring’s nitrogen with five bonds as charge-separated', () => {
    expect(
      differenceOfMolecules(kept(given('O=n1ccccc1')), kept(one((builder) => readSmiles('O=n1ccccc1', builder)))),
    ).toBeNull();
  });

  it('keeps atom classes in SMILES only, and bonds of order zero in idCodes only', () => {
    expect(one((builder) => readSmiles(smilesOf(given('[CH3:7]O'), 0), builder)).atoms.maps).toContain(7);
    const bound = given('N~[Fe]');
    expect(() => smilesOf(bound, 0)).toThrow(telling('molecule 1', 'order zero'));
    expect([...one((builder) => readIdCode(idCodeOf(bound, 0), builder, false)).bonds.orders]).toEqual([0]);
  });

  it('says what it can’t hold', () => {
    expect(() => smilesOf(given('[2H][H]'), 0)).toThrow(/hydrogen isotope/);
    expect(() => idCodeOf(given('[Fe+9]'), 0)).toThrow(telling('charge 9', -8, 7));
    expect(() => idCodeOf(given('[300CH4]'), 0)).toThrow(/mass number 300/);
    expect(() => readSmiles('C1CC', new MoleculesBuilder({ coordinates: false }))).toThrow(
      telling('OpenChemLib', 'ring', 1),
    );
    expect(() => readIdCode('nocode!', new MoleculesBuilder({ coordinates: false }), false)).toThrow(/characters/);
  });

  it('is known to contradict itself beside some double bonds, as long as it is this release', () => {
    const amidine = given('CN/C(=N\\C(C)=O)NC(=O)CC');
    const written = smilesOf(amidine, 0);
    expect(differenceOfMolecules(kept(amidine), kept(one((builder) => readSmiles(written, builder))))).toBeNull();
    expect(() => ours(new TextEncoder().encode(written))).toThrow(/same side/);
  });
});

describe('drawings', () => {
  it('have whole ten-thousandths, bonds of 1.5 Å, and are the same each time', () => {
    const caffeine = given('Cn1cnc2c1c(=O)n(C)c(=O)n2C');
    const places = inventCoordinates(caffeine, 0);
    expect(inventCoordinates(caffeine, 0)).toEqual(places);
    expect([...places].every((place) => Math.round(10_000 * place) / 10_000 === place && !Object.is(place, -0))).toBe(
      true,
    );
    const lengths = Array.from(caffeine.bonds.begins, (begin, bond) => {
      const end = caffeine.bonds.ends[bond] as number;
      return Math.hypot(
        (places[2 * begin] as number) - (places[2 * end] as number),
        (places[2 * begin + 1] as number) - (places[2 * end + 1] as number),
      );
    });
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeCloseTo(1.5, 3);
    expect(Math.min(...lengths)).toBeGreaterThan(1);
  });

  it('are in an idCode within a fifth of an ångström, and configurations do not hang on them', () => {
    const smiles = 'N[C@@H](C)C(=O)N/C(C)=C/[C@H](F)O';
    const plain = given(smiles);
    const places = inventCoordinates(plain, 0);
    // As drawn, mirrored (which contradicts every wedge), and all on a line, where nothing can be told.
    const drawings = [
      places,
      places.map((place, at) => (at % 2 === 0 ? -place : place)),
      places.map((_, at) => (at % 2 === 0 ? at : 0)),
    ];
    for (const coordinates of drawings) {
      const dataset = { ...plain, coordinates };
      const code = idCodeOf(dataset, 0);
      const back = one((builder) => readIdCode(code, builder, true), true);
      expect(differenceOfMolecules(kept(plain), kept(back))).toBeNull();
      expect(code.split(' ')[0]).toBe(idCodeOf(plain, 0));
      const found = back.coordinates ?? new Float64Array();
      for (let atom = 0; atom < back.atoms.elements.length; atom += 1) {
        const nearest = Math.min(
          ...Array.from({ length: places.length / 2 }, (_, other) =>
            Math.hypot(
              (coordinates[2 * other] as number) - (found[2 * atom] as number),
              (coordinates[2 * other + 1] as number) - (found[2 * atom + 1] as number),
            ),
          ),
        );
        expect(nearest).toBeLessThan(0.2);
      }
    }
  });
});
