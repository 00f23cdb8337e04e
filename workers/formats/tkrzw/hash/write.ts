import type { Compressor } from '../file/compressors';
import { recordBytesOf, type StoreOptions, StoreWriter } from '../file/store-writer';
import type { Records } from '../../../model/dataset';
import { dictionaryMark } from './dictionary';

/** The expected ratio of compressed values, for the first allocation. If it is exceeded, the file is copied while it grows. */
const usualShare = 0.7;

function expectedBytes({ recordCount, keys, values }: Records, options: StoreOptions, compressed: boolean): number {
  let bytes = 0;
  for (let index = 0; index < recordCount; index += 1) {
    const valueBytes = (values.offsets[index + 1] ?? 0) - (values.offsets[index] ?? 0);
    bytes += recordBytesOf(
      options,
      (keys.offsets[index + 1] ?? 0) - (keys.offsets[index] ?? 0),
      compressed ? Math.ceil(valueBytes * usualShare) : valueBytes,
    );
  }
  return bytes;
}

/** The records as a HashDBM file, in the order of the dataset. */
export function writeHashDbm(
  records: Records,
  options: StoreOptions,
  compressor: Compressor | null,
  dictionary: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  const { recordCount, keys, values } = records;
  const writer = new StoreWriter(
    'hashdbm',
    options,
    expectedBytes(records, options, compressor !== null) + (dictionary?.length ?? 0),
  );
  if (dictionary !== null) writer.addVoid(dictionary);
  for (let index = 0; index < recordCount; index += 1) {
    const value = values.data.subarray(values.offsets[index], values.offsets[index + 1]);
    writer.add(
      keys.data,
      keys.offsets[index] ?? 0,
      keys.offsets[index + 1] ?? 0,
      compressor === null ? value : compressor.compress(value),
    );
  }
  return writer.finish(dictionary === null ? null : dictionaryMark);
}
