import type { Dataset } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import type { Molecules } from '../../../model/molecules/molecules';
import { type MalformedLineChoice, readMoleculeLines, writeMoleculeLines } from '../../../libraries/molecules/lines';
import { withoutCoordinates } from '../../../libraries/molecules/losses';
import { RdkitMoleculeReader } from '../../../libraries/rdkit/binary/read';
import { RdkitMoleculeWriter } from '../../../libraries/rdkit/binary/write';
import { withRdkitMolecule } from '../../../libraries/rdkit/calls';
import { withoutRdkitLosses, withoutSanitizingLosses } from '../../../libraries/rdkit/kept';
import { loadRdkit, type RdkitLibrary } from '../../../libraries/rdkit/load';
import { graphProperties, parseAsWritten, parseSanitized, writeInOrder } from '../../../libraries/rdkit/parsing';
import { requireMolecules } from '../../../libraries/molecules/molecules-in';

const moleculesOf = (dataset: Dataset): Molecules =>
  requireMolecules(dataset, 'smiles', 'SMILES stores only molecules, not');

/** The estimated size of a line in bytes, for the first allocation. */
const expectedLineBytes = 50;

function read(
  library: RdkitLibrary,
  file: Uint8Array,
  malformed: MalformedLineChoice,
  details: string,
): { readonly molecules: Molecules; readonly skipped: number } {
  const builder = new MoleculesBuilder({
    coordinates: false,
    expectedMolecules: Math.ceil(file.length / expectedLineBytes),
  });
  const reader = new RdkitMoleculeReader({ directions: true });
  const skipped = readMoleculeLines(file, { malformed, separator: 'whiteSpace' }, builder, (smiles) => {
    const record = withRdkitMolecule(
      library,
      'decode',
      () => 'The SMILES',
      () => library.rdkit.get_mol(smiles, details),
      (molecule) => molecule.get_as_uint8array(graphProperties),
    );
    reader.read(record, builder);
  });
  return { molecules: builder.finish(), skipped };
}

export const format: FormatModule = {
  async open({ options }) {
    let library = await loadRdkit();
    const malformed: MalformedLineChoice = options.malformed === 'skip' ? 'skip' : 'fatal';
    const details = options.sanitize === false ? parseAsWritten : parseSanitized;
    return {
      async encode(dataset) {
        library = await loadRdkit();
        const molecules = moleculesOf(dataset);
        const writer = new RdkitMoleculeWriter(molecules, { coordinates: false, titles: false, settled: true });
        return writeMoleculeLines(molecules, ' ', (molecule) =>
          withRdkitMolecule(
            library,
            'encode',
            () => `Molecule ${(molecule + 1).toLocaleString('en')}`,
            () => library.rdkit.get_mol_from_uint8array(writer.write(molecule)),
            (made) => made.get_smiles(writeInOrder),
          ),
        );
      },
      async decode(file) {
        library = await loadRdkit();
        return read(library, file, malformed, details).molecules;
      },
      countsOf(file) {
        const { molecules, skipped } = read(library, file, 'skip', details);
        return {
          molecules: molecules.moleculeCount,
          atoms: molecules.atoms.elements.length,
          bonds: molecules.bonds.orders.length,
          leftOut: skipped,
        };
      },
      wasmMemoryBytes: () => library.memoryBytes(),
    };
  },
  forget: (dataset, options) =>
    withoutCoordinates(
      (options?.sanitize === false ? withoutRdkitLosses : withoutSanitizingLosses)(moleculesOf(dataset)),
    ),
  reorders: true,
};
