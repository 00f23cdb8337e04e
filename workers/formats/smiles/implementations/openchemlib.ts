import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import type { Molecules } from '../../../model/molecules/molecules';
import { type MalformedLineChoice, readMoleculeLines, writeMoleculeLines } from '../../../libraries/molecules/lines';
import { withoutCoordinates } from '../../../libraries/molecules/losses';
import { withoutOpenChemLibLosses } from '../../../libraries/openchemlib/kept';
import { readSmiles, smilesOf } from '../../../libraries/openchemlib/smiles';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules =>
  requireMolecules(dataset, 'smiles', 'SMILES stores only molecules, not');

/** The estimated size of a line in bytes, for the first allocation. */
const expectedLineBytes = 50;

function read(
  file: Uint8Array,
  malformed: MalformedLineChoice,
): { readonly molecules: Molecules; readonly skipped: number } {
  const builder = new MoleculesBuilder({
    coordinates: false,
    expectedMolecules: Math.ceil(file.length / expectedLineBytes),
  });
  const skipped = readMoleculeLines(file, { malformed, separator: 'whiteSpace' }, builder, (smiles) =>
    readSmiles(smiles, builder),
  );
  return { molecules: builder.finish(), skipped };
}

export const format: FormatModule = {
  async open({ options }) {
    const malformed: MalformedLineChoice = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode(dataset) {
        const molecules = moleculesOf(dataset);
        return writeMoleculeLines(molecules, ' ', (molecule) => smilesOf(molecules, molecule));
      },
      decode: (file) => read(file, malformed).molecules,
      countsOf(file) {
        const { molecules, skipped } = read(file, 'skip');
        return {
          molecules: molecules.moleculeCount,
          atoms: molecules.atoms.elements.length,
          bonds: molecules.bonds.orders.length,
          leftOut: skipped,
        };
      },
    };
  },
  forget: (dataset) => withoutCoordinates(withoutOpenChemLibLosses(moleculesOf(dataset))),
  reorders: true,
};
