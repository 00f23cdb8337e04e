import { LittleEndianWriter } from '../../../libraries/bytes/byte-writer';
import type { FormatModule } from '../../../model/entry';
import { MoleculesBuilder } from '../../../model/molecules/builder';
import { RdkitMoleculeReader } from '../../../libraries/rdkit/binary/read';
import { addRecord, readRecords } from '../../../libraries/rdkit/binary/records';
import { RdkitMoleculeWriter } from '../../../libraries/rdkit/binary/write';
import { storedProperties, withRdkitMolecule } from '../../../libraries/rdkit/calls';
import { withoutRdkitLosses } from '../../../libraries/rdkit/kept';
import { loadRdkit } from '../../../libraries/rdkit/load';
import { moleculesOf } from '../molecules-in';

const expectedRecordBytes = 400;

export const format: FormatModule = {
  async open() {
    let library = await loadRdkit();
    /** Rewrites a record with RDKit: the same molecule, in the form of this release. */
    const written = (stage: 'encode' | 'decode', record: Uint8Array, molecule: number) =>
      withRdkitMolecule(
        library,
        stage,
        () => (stage === 'encode' ? `Molecule ${(molecule + 1).toLocaleString('en')}` : 'The record'),
        () => library.rdkit.get_mol_from_uint8array(record),
        (made) => made.get_as_uint8array(storedProperties),
      );
    return {
      async encode(dataset) {
        library = await loadRdkit();
        const molecules = moleculesOf(dataset);
        const writer = new RdkitMoleculeWriter(molecules, { coordinates: true, titles: true, settled: false });
        const file = new LittleEndianWriter(Math.max(1_024, expectedRecordBytes * molecules.moleculeCount));
        for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1)
          addRecord(file, written('encode', writer.write(molecule), molecule));
        return file.finish();
      },
      async decode(file) {
        library = await loadRdkit();
        // RDKit trusts a record's counts: wrong counts would keep it busy for seconds or make it trap, so the record is checked first.
        const scratch = new MoleculesBuilder({ coordinates: false });
        const check = new RdkitMoleculeReader({ directions: false });
        return readRecords(file, (record, molecule) => {
          check.read(record, scratch);
          scratch.abandonMolecule();
          return written('decode', record, molecule);
        });
      },
      wasmMemoryBytes: () => library.memoryBytes(),
    };
  },
  forget: (dataset) => withoutRdkitLosses(moleculesOf(dataset)),
  reorders: true,
};
