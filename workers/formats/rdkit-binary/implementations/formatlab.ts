import type { FormatModule } from '../../../model/entry';
import { readRecords, RecordSink } from '../../../libraries/rdkit/binary/records';
import { RecordWriter } from '../../../libraries/rdkit/binary/write';
import { withoutRdkitLosses } from '../../../libraries/rdkit/kept';
import { moleculesOf } from '../molecules-in';

/** A first guess of a record's size in bytes: most drug molecules have twenty to forty atoms. */
const expectedRecordBytes = 400;

export const format: FormatModule = {
  async open() {
    return {
      encode(dataset) {
        const molecules = moleculesOf(dataset);
        const writer = new RecordWriter(molecules, { coordinates: true, titles: true, settled: false });
        const sink = new RecordSink(expectedRecordBytes * molecules.moleculeCount);
        for (let molecule = 0; molecule < molecules.moleculeCount; molecule += 1) sink.add(writer.write(molecule));
        return sink.finish();
      },
      decode: (file) => readRecords(file, (record) => record),
    };
  },
  forget: (dataset) => withoutRdkitLosses(moleculesOf(dataset)),
  reorders: true,
};
