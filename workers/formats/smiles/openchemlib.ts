import { type Dataset, kindNames } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { MoleculesBuilder } from '../../model/molecules/builder';
import type { Molecules } from '../../model/molecules/molecules';
import { type Malformed, readMoleculeLines, writeMoleculeLines } from '../../libraries/molecules/lines';
import { withoutCoordinates } from '../../libraries/molecules/losses';
import { keptByOpenChemLib } from '../../libraries/openchemlib/kept';
import { readSmiles, smilesOf } from '../../libraries/openchemlib/smiles';

function moleculesIn(dataset: Dataset): Molecules {
  if (dataset.kind === 'molecules') return dataset;
  throw new FormatlabError({ tag: 'unsupported', stage: 'encode', format: 'smiles', message: `SMILES has no place for ${kindNames[dataset.kind]}.` });
}

/** A guess of a line's bytes, for room. */
const expectedLineBytes = 50;

function read(file: Uint8Array, malformed: Malformed): { readonly molecules: Molecules; readonly skipped: number } {
  const builder = new MoleculesBuilder({ coordinates: false, expectedMolecules: Math.ceil(file.length / expectedLineBytes) });
  const skipped = readMoleculeLines(file, { malformed, separator: 'whiteSpace' }, builder, (smiles) => readSmiles(smiles, builder));
  return { molecules: builder.finish(), skipped };
}

export const format: FormatModule = {
  async open({ options }) {
    const malformed: Malformed = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode(dataset) {
        const molecules = moleculesIn(dataset);
        return writeMoleculeLines(molecules, ' ', (molecule) => smilesOf(molecules, molecule));
      },
      decode: (file) => read(file, malformed).molecules,
      countsOf(file) {
        const { molecules, skipped } = read(file, 'skip');
        return { molecules: molecules.moleculeCount, atoms: molecules.atoms.elements.length, bonds: molecules.bonds.orders.length, leftOut: skipped };
      },
    };
  },
  forget: (dataset) => withoutCoordinates(keptByOpenChemLib(moleculesIn(dataset))),
  reorders: true,
};
