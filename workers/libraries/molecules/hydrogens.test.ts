import { expect, it } from 'vitest';
import { differenceOfMolecules } from '../../model/molecules/difference';
import { readSmiles } from '../../formats/smiles/file/read-lines';
import { withHydrogensCounted } from './hydrogens';

const given = (smiles: string) => readSmiles(new TextEncoder().encode(smiles)).molecules;

it.each([
  ['[H]C([H])([H])O[H]', 'CO'],
  ['[H][C@](F)(Cl)Br', '[C@H](F)(Cl)Br'],
  ['F[C@]([H])(Cl)Br', 'F[C@H](Cl)Br'],
  ['[H]/C(F)=C/Cl', 'F\\C=C/Cl'],
  ['[2H]O[H]', '[2H]O'],
  ['[H][Fe]', '[FeH]'],
])('%s is %s', (atoms, counted) => {
  expect(differenceOfMolecules(given(counted), withHydrogensCounted(given(atoms)))).toBeNull();
});

it.each(['[H][H]', '[H+]', '[H]', '[3H]C', 'C[H-]C', 'CCO'])('%s stays as it is', (smiles) => {
  const molecules = given(smiles);
  expect(withHydrogensCounted(molecules)).toBe(molecules);
});
