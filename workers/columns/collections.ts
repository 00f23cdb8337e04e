import { DamagedInput } from '../model/damaged-input';
import { areKeysAscending } from '../model/read-canonical';
import type { ByteStrings } from '../model/byte-strings';
import type { Dict, DictKeyType, List, Records, ScalarType } from '../model/dataset';
import { FormatlabError } from '../model/errors';

/**
 * Builds lists, dictionaries and records from decoded values. `format` names the format in error messages.
 * @throws `malformedInput` if the values cannot form the dataset, for example if keys repeat.
 */

const damaged = (format: string | undefined, sentence: string) => new DamagedInput(sentence, { format, subject: '' });

/** Decoded values of one scalar type. The reader has already checked their type. */
export type ScalarValues = readonly number[] | readonly bigint[] | readonly string[];

export function makeList(elementType: ScalarType, values: ScalarValues): List {
  return { kind: 'list', elementType, values } as List;
}

export function makeDict(
  keyType: DictKeyType,
  valueType: ScalarType,
  keys: ScalarValues,
  values: ScalarValues,
  format?: string,
): Dict {
  if (keys.length !== values.length)
    throw damaged(format, `The file has ${keys.length} keys and ${values.length} values`);
  const entries = new Map<unknown, unknown>();
  for (let index = 0; index < keys.length; index += 1) entries.set(keys[index], values[index]);
  if (entries.size !== keys.length)
    throw damaged(format, `The file repeats a key: it has ${keys.length} keys, of which ${entries.size} differ`);
  return { kind: 'dict', keyType, valueType, entries } as Dict;
}

/**
 * Builds records. The keys must ascend by their bytes. The reader must have checked that all bytes are UTF-8.
 * @throws `malformedInput` if the keys do not ascend.
 */
export function makeRecords(keys: ByteStrings, values: ByteStrings, format?: string): Records {
  const recordCount = keys.offsets.length - 1;
  if (recordCount !== values.offsets.length - 1)
    throw damaged(format, `The file has ${recordCount} keys and ${values.offsets.length - 1} values`);
  if (!areKeysAscending(keys))
    throw damaged(
      format,
      'The file’s keys repeat, or are not in the order of their bytes, as the keys of records must be',
    );
  return { kind: 'records', recordCount, keys, values };
}

/** Concatenates byte strings one after another. */
export class ByteStringsBuilder {
  private data: Uint8Array;
  private offsets = new Int32Array(1_024);
  private count = 0;
  private end = 0;
  private readonly format: string;

  constructor(expectedBytes: number, format: string) {
    this.data = new Uint8Array(Math.max(64, expectedBytes));
    this.format = format;
  }

  /** Appends bytes `start` (inclusive) to `end` (exclusive) of the source. */
  add(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.reserve(length);
    if (length > 48) this.data.set(source.subarray(start, end), this.end);
    else for (let index = 0; index < length; index += 1) this.data[this.end + index] = source[start + index] as number;
    this.close(length);
  }

  addText(text: string, encoder: TextEncoder): void {
    // One UTF-16 unit becomes at most three bytes.
    this.reserve(3 * text.length);
    this.close(encoder.encodeInto(text, this.data.subarray(this.end)).written);
  }

  finish(): ByteStrings {
    return { offsets: this.offsets.slice(0, this.count + 1), data: this.data.subarray(0, this.end) };
  }

  private close(length: number): void {
    this.end += length;
    this.count += 1;
    if (this.count >= this.offsets.length) {
      const larger = new Int32Array(2 * this.offsets.length);
      larger.set(this.offsets);
      this.offsets = larger;
    }
    this.offsets[this.count] = this.end;
  }

  private reserve(bytes: number): void {
    const wanted = this.end + bytes;
    if (wanted <= this.data.length) return;
    if (wanted > 0x7fffffff)
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        format: this.format,
        message: 'The texts are more than 2 GiB, which is all that one buffer of texts can hold.',
      });
    const larger = new Uint8Array(Math.min(0x7fffffff, Math.max(wanted, 2 * this.data.length)));
    larger.set(this.data.subarray(0, this.end));
    this.data = larger;
  }
}
