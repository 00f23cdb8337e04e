import type { Records } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { PhiloxSequence } from './draws';
import { language } from './language';
import { meanRecordBytes } from './meta';
import { RecordWriter } from './record';
import { ByteStringBuffer } from '../../model/byte-string-buffer';

const progressEveryRecords = 1_000;

export const workload: WorkloadModule = {
  generate({ seed, from, to, onProgress }): Records {
    const recordCount = to - from;
    const keys = new ByteStringBuffer(recordCount * 12, recordCount);
    const values = new ByteStringBuffer(Math.ceil(recordCount * meanRecordBytes * 1.03), recordCount);
    const writer = new RecordWriter(keys, values, new PhiloxSequence(seed), language());
    for (let row = from; row < to; row += 1) {
      writer.write(row);
      if ((row - from) % progressEveryRecords === progressEveryRecords - 1) onProgress?.(row - from + 1);
    }
    onProgress?.(recordCount);
    return { kind: 'records', recordCount, keys: keys.finish(), values: values.finish() };
  },
};
