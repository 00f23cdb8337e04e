import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import type { Molecules } from '../../../model/molecules/molecules';
import { type MalformedLineChoice, readMoleculeLines, writeMoleculeLines } from '../../../libraries/molecules/lines';
import { withoutCoordinates, withoutMaps } from '../../../libraries/molecules/losses';
import { idCodeOf, readIdCode } from '../../../libraries/openchemlib/idcode';
import { withoutOpenChemLibLosses } from '../../../libraries/openchemlib/kept';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules =>
  requireMolecules(dataset, 'openchemlib-idcode', 'idCodes store only molecules, not');

const [tab, feed, space] = [9, 10, 32];

/** Whether the first line has coordinates: a space before its title. */
function hasPlaces(file: Uint8Array): boolean {
  for (const code of file) {
    if (code === space) return true;
    if (code === tab || code === feed) return false;
  }
  return false;
}

function read(
  file: Uint8Array,
  malformed: MalformedLineChoice,
): { readonly molecules: Molecules; readonly skipped: number } {
  const places = hasPlaces(file);
  const builder = new MoleculesBuilder({ coordinates: places, expectedMolecules: Math.ceil(file.length / 60) });
  const skipped = readMoleculeLines(file, { malformed, separator: 'tab' }, builder, (notation) =>
    readIdCode(notation, builder, places),
  );
  return { molecules: builder.finish(), skipped };
}

export const format: FormatModule = {
  async open({ options }) {
    const malformed: MalformedLineChoice = options.malformed === 'skip' ? 'skip' : 'fatal';
    return {
      encode(dataset) {
        const molecules = moleculesOf(dataset);
        return writeMoleculeLines(molecules, '\t', (molecule) => idCodeOf(molecules, molecule));
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
  forget: (dataset) => withoutCoordinates(withoutMaps(withoutOpenChemLibLosses(moleculesOf(dataset)))),
  reorders: true,
};
