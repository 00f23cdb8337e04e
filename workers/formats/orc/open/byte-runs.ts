import { DamagedInput } from '../../../model/damaged-input';

/**
 * Reads run-length encoded bytes (ORC specification v1, “Byte Run Length Encoding”).
 * @throws DamagedInput if there are fewer or more than `count`
 */
export function readByteRuns(stream: Uint8Array<ArrayBuffer>, count: number, what: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(count);
  let [at, done] = [0, 0];
  while (done < count) {
    const control = stream[at];
    if (control === undefined)
      throw new DamagedInput(`has fewer values in ${what} than the ${count.toLocaleString('en')} that it claims`);
    at += 1;
    const isRun = control < 0x80;
    const length = isRun ? control + 3 : 0x100 - control;
    if (length > count - done) throw tooManyValuesError(what, count);
    if (at + (isRun ? 1 : length) > stream.length) throw new DamagedInput(`ends ${what} in the middle of a run`);
    if (isRun) values.fill(stream[at] ?? 0, done, done + length);
    else values.set(stream.subarray(at, at + length), done);
    at += isRun ? 1 : length;
    done += length;
  }
  if (at < stream.length) throw tooManyValuesError(what, count);
  return values;
}

export const tooManyValuesError = (what: string, count: number) =>
  new DamagedInput(`has more values in ${what} than the ${count.toLocaleString('en')} that it claims`);

/**
 * Reads booleans, which are bits of run-length encoded bytes, the most significant bit first (“Boolean Run Length Encoding”).
 * @returns one byte for each, 0 or 1
 */
export function readBooleans(stream: Uint8Array<ArrayBuffer>, count: number, what: string): Uint8Array<ArrayBuffer> {
  const packed = readByteRuns(stream, (count + 7) >> 3, what);
  const values = new Uint8Array(count);
  for (let row = 0; row < count; row += 1) values[row] = ((packed[row >> 3] as number) >> (7 - (row & 7))) & 1;
  return values;
}
