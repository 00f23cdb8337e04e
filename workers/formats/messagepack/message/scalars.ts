import { ByteStringsBuilder, type ScalarValues } from '../../../columns/collections';
import type { ByteStrings } from '../../../model/byte-strings';
import type { NumericType } from '../../../model/column';
import type { ScalarType } from '../../../model/dataset';
import { areUtf8, TextBatch } from '../../../columns/text-batch';
import { malformedMessage } from './check';

/** Decoded values as a column of the type: every `step`-th value from `first` on. */
export function scalarsIn(values: readonly unknown[], first: number, step: number, type: ScalarType): ScalarValues {
  const found: unknown[] = [];
  for (let index = first; index < values.length; index += step) found.push(scalarOf(values[index], type, index));
  return found as ScalarValues;
}

function scalarOf(value: unknown, type: ScalarType, index: number): unknown {
  if (type === 'int64') return integerOf(value, type, index);
  if (typeof value === (type === 'float64' ? 'number' : 'string')) return value;
  throw malformedMessage(`value ${index} is a ${nameOf(value)} instead of ${type}`);
}

/** Short integers are decoded to numbers, others to bigint. */
function integerOf(value: unknown, type: 'int64' | 'uint64', index: number): bigint {
  const wide = typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value as number) : null;
  if (wide === null || (type === 'int64' ? BigInt.asIntN(64, wide) : BigInt.asUintN(64, wide)) !== wide)
    throw malformedMessage(`value ${index} is a ${nameOf(value)} instead of ${type}`);
  return wide;
}

export function numberOf(value: unknown, type: NumericType, index: number): number | bigint {
  if (type === 'int64' || type === 'uint64') return integerOf(value, type, index);
  if (typeof value === 'number') return value;
  throw malformedMessage(`value ${index} is a ${nameOf(value)} instead of ${type}`);
}

const nameOf = (value: unknown) =>
  Array.isArray(value) ? 'list' : typeof value === 'bigint' ? 'number out of range' : typeof value;

export function textsOf({ offsets, data }: ByteStrings): string[] {
  const batch = new TextBatch(data, 'messagepack');
  for (let index = 0; index < offsets.length - 1; index += 1)
    batch.add(offsets[index] as number, offsets[index + 1] as number);
  return batch.finish();
}

/** Texts that the decoder left as bytes. */
export function bytesIn(values: readonly unknown[], first: number, expectedBytes: number): ByteStrings {
  const builder = new ByteStringsBuilder(expectedBytes, 'messagepack');
  for (let index = first; index < values.length; index += 2) {
    const bytes = values[index];
    if (!(bytes instanceof Uint8Array))
      throw malformedMessage(`value ${index} is a ${nameOf(bytes)} instead of a text`);
    builder.add(bytes, 0, bytes.length);
  }
  const texts = builder.finish();
  if (!areUtf8(texts)) throw malformedMessage('the file has a text that is not UTF-8');
  return texts;
}
