import type { Compressor } from '../file/compressors';
import { tkrzwFailure } from '../file/failures';
import { recordKind } from '../file/store-layout';
import { emptyRecordPositions, type StoreReader } from '../file/store-reader';
import { trainingSampleBytes } from '../../../model/codec-options';
import type { Records } from '../../../model/dataset';

/**
 * zstd with a trained dictionary, which Tkrzw does not have. It uses compressor code 7, which Tkrzw leaves unused. The metadata's opaque bytes begin with “FLZD”. The first record
 * of the file is a void record, which every scan skips; its value is the dictionary that ZDICT trained. All other values are zstd frames that need it.
 */

export const dictionaryMark = new TextEncoder().encode('FLZD');

/** Trains a dictionary from evenly spread records. @throws `unsupported` if there are too few records */
export function trainDictionary(
  { recordCount, values }: Records,
  compressor: Compressor,
  sizeBytes: number,
): Uint8Array<ArrayBuffer> {
  const { offsets, data } = values;
  const valuesBytes = offsets[recordCount] ?? 0;
  const step = Math.max(1, valuesBytes / trainingSampleBytes(sizeBytes));
  const samples: Uint8Array[] = [];
  let sampleBytes = 0;
  for (let place = 0; place < recordCount; place += step) {
    const index = Math.floor(place);
    const sample = data.subarray(offsets[index], offsets[index + 1]);
    if (sample.length === 0) continue;
    samples.push(sample);
    sampleBytes += sample.length;
  }
  const refuse = (why: string) =>
    tkrzwFailure(
      'hashdbm',
      'unsupported',
      'encode',
      `A dictionary of ${sizeBytes.toLocaleString('en')} bytes cannot be trained from ${samples.length.toLocaleString('en')} records of ${sampleBytes.toLocaleString('en')} bytes in all: ${why}.`,
      'Choose more records, a smaller dictionary, or zstd without a dictionary.',
    );
  if (sampleBytes <= sizeBytes) throw refuse('the records are hardly larger than the dictionary');
  try {
    return compressor.train(samples, sizeBytes);
  } catch (thrown) {
    throw refuse(thrown instanceof Error ? thrown.message.replace(/\.$/, '') : 'the library reported an error');
  }
}

/** The dictionary of a file with compressor code 7. @throws `decodeFailed` if the file has none */
export function readDictionary(store: StoreReader): Uint8Array {
  if (dictionaryMark.some((byte, index) => store.opaque[index] !== byte))
    throw store.damaged(
      62,
      'the file names compressor 7, but its opaque metadata do not begin with “FLZD”, so Formatlab did not write it',
    );
  const place = emptyRecordPositions();
  if (!store.canBegin(store.base)) throw store.damaged(store.base, 'the file ends before its dictionary');
  store.read(store.base, place);
  store.check(place);
  if (place.kind !== recordKind.void || place.keyEnd !== place.keyStart)
    throw store.damaged(store.base, 'the first record is not the void record that holds the dictionary');
  return store.data.subarray(place.keyEnd, place.valueEnd);
}
