import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { coordinatesWriter, readCoordinates, withRoundedCoordinates } from './coordinates';
import { readSmiles } from './read-lines';
import { writeSmiles } from './write-lines';

const read = (text: string) =>
  readSmiles(new TextEncoder().encode(text), { coordinates: true, between: readCoordinates }).molecules;
const problemOf = (text: string) => {
  try {
    read(text);
  } catch (thrown) {
    return thrown instanceof FormatlabError ? thrown.record.message : String(thrown);
  }
  return '';
};

/** Water's atoms in another order than they are written in: H O H, bound 2-1 and 1-0. */
function bent() {
  const builder = new MoleculesBuilder({ coordinates: true });
  builder.addAtom(1, 0, 0, 0, 0, 0, 0.75, -0.58);
  builder.addAtom(1, 0, 0, 0, 0, 0, -0.75, -0.00004);
  builder.addAtom(8, 0, 0, 0, 0, 0, -0.00001, 12.34567);
  builder.addBond(2, 1, 1);
  builder.addBond(0, 2, 1);
  builder.endMolecule('bent');
  builder.endMolecule('');
  return builder.finish();
}

describe('coordinates behind SMILES', () => {
  it('stand in the order of the SMILES, in whole ten-thousandths', () => {
    const molecules = bent();
    const text = new TextDecoder().decode(writeSmiles(molecules, { between: coordinatesWriter(molecules) }));
    expect(text).toBe('[H]O[H] 7500,-5800,0,123457,-7500,0 bent\n \n');
    const back = read(text);
    expect([...(back.coordinates ?? [])]).toEqual([0.75, -0.58, 0, 12.3457, -0.75, 0]);
    expect([...back.atomOffsets]).toEqual([0, 3, 3]);
    expect([...(withRoundedCoordinates(molecules).coordinates ?? [])]).toEqual([0.75, -0.58, -0.75, 0, 0, 12.3457]);
  });

  it.each([
    ['CC', /column 3: the coordinates after the SMILES are missing/u],
    ['CC 1,2,3', /column 9: the atoms need 4 coordinates, separated by commas, but only 3 are here/u],
    ['CC 1,2,3,4,5', /column 11: the atoms have 4 coordinates, but more are here/u],
    ['C 1,x', /column 5: a coordinate must be a whole number of ten-thousandths of an ångström/u],
    ['C 1,', /column 5: a coordinate must be a whole number of ten-thousandths of an ångström/u],
    ['C 1,99999999999', /Line 1, column 5: a coordinate can be at most 2/u],
    ['C 1.5,2', /column 4: the atoms need 2 coordinates/u],
  ])('%s is refused', (text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });

  it('leave out a malformed line without a trace', () => {
    const { molecules, skipped } = readSmiles(new TextEncoder().encode('CC 1,2,3\nC 10000,-20000 methane\n'), {
      malformed: 'skip',
      coordinates: true,
      between: readCoordinates,
    });
    expect([molecules.moleculeCount, skipped, ...(molecules.coordinates ?? [])]).toEqual([1, 1, 1, -2]);
  });

  it('that are too far out are not written', () => {
    const builder = new MoleculesBuilder({ coordinates: true });
    builder.addAtom(6, 4, 0, 0, 0, 0, 1e9, 0);
    builder.endMolecule();
    const molecules = builder.finish();
    expect(() => writeSmiles(molecules, { between: coordinatesWriter(molecules) })).toThrow(/within 214,748 Å/u);
  });
});
