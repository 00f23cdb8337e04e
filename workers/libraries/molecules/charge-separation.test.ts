import { describe, expect, it } from 'vitest';
import { differenceOfMolecules } from '../../model/molecules/difference';
import type { Molecules } from '../../model/molecules/molecules';
import { readSmiles } from '../../formats/smiles/file/read-lines';
import { withoutChargeSeparation } from './charge-separation';
import { kekulise } from './kekulise';
import { withoutResonance } from './resonance';

const read = (smiles: string): Molecules =>
  withoutResonance(withoutChargeSeparation(kekulise(readSmiles(new TextEncoder().encode(smiles)).molecules)));

describe('withoutChargeSeparation', () => {
  it.each([
    ['CN(=O)=O', 'C[N+](=O)[O-]'],
    ['[O:1]=N([O:2])C', '[O:1]=N([O:2])C'],
    ['[O:1]=[N+]([O-:2])C', '[O-:1][N+](=[O:2])C'],
    ['O=n1ccccc1', '[O-][n+]1ccccc1'],
    ['CN(C)(C)=O', 'C[N+](C)(C)[O-]'],
    ['CN=N#N', 'CN=[N+]=[N-]'],
    ['CN=N#N', 'C[N-][N+]#N'],
    ['C=N#N', 'C=[N+]=[N-]'],
    ['[O-]Cl(=O)(=O)=O', '[O-][Cl+3]([O-])([O-])[O-]'],
    ['OBr(=O)=O', 'O[Br+2]([O-])[O-]'],
    ['CC=P(=O)C', 'CC=[P+]([O-])C'],
    ['[O-]N(=O)=C', '[O-][N+]([O-])=C'],
  ])('%s is %s', (left, right) => {
    expect(differenceOfMolecules(read(left), read(right))).toBeNull();
  });

  it.each([
    ['CN(=O)=O', 'CN=O'],
    ['C[N+](=O)[O-]', 'C[N+](=O)O'],
    ['CS(=O)(=O)[O-]', 'C[S+](=O)([O-])[O-]'],
    ['CP(=O)([O-])[O-]', 'C[P+]([O-])([O-])[O-]'],
    ['[15N]#[N+][N-]C', 'N#[N+][N-]C'],
    ['[O-]c1ccccc1', 'O=C1C=CC=C[CH-]1'],
  ])('%s is not %s', (left, right) => {
    expect(differenceOfMolecules(read(left), read(right))).not.toBeNull();
  });

  it('leaves molecules without such charges as they are, and its input in any case', () => {
    const plain = readSmiles(new TextEncoder().encode('CC(=O)O')).molecules;
    expect(withoutChargeSeparation(plain)).toBe(plain);
    const nitro = readSmiles(new TextEncoder().encode('C[N+](=O)[O-]')).molecules;
    withoutChargeSeparation(nitro);
    expect([...nitro.atoms.charges]).toEqual([0, 1, 0, -1]);
  });
});
