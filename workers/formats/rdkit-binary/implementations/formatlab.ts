import { LittleEndianWriter } from '../../../libraries/bytes/byte-writer';
import type { FormatModule } from '../../../model/entry';
import { addRecord, readRecords } from '../../../libraries/rdkit/binary/records';
import { RdkitMoleculeWriter } from '../../../libraries/rdkit/binary/write';
import { withoutRdkitLosses } from '../../../libraries/rdkit/kept';
import { moleculesOf } from '../molecules-in';

/** A first guess of a record's size in bytes: most drug molecules have twenty to forty atoms. */
const expectedRecordBytes = 400;

export const format: FormatModule = {
  async open() {
    return {
      encode(dataset) {
        const molecules = moleculesOf(dataset);
        const writer = new RdkitMoleculeWriter(molecules, { coordinates: true, titles: true, settled: false });
        const file = new LittleEndianWriter(Math.max(1_024, expectedRecordBytes * molecules.moleculeCount));
        for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1)
          addRecord(file, writer.write(molecule));
        return file.finish();
      },
      decode: (file) => readRecords(file, (record) => record),
    };
  },
  forget: (dataset) => withoutRdkitLosses(moleculesOf(dataset)),
  reorders: true,
};
