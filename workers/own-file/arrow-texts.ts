import type { ArrowRun } from '../columns/arrow-type';
import { bitAt } from '../model/bits';

const pieceBytes = 1_048_576;

/** True if each text of a run is valid UTF-8. Arrow requires it, and no reader but pyarrow's `validate` checks it. */
export function hasValidTexts({ rowCount, offset, validity, offsets, values }: ArrowRun): boolean {
  if (offsets === null) return true;
  const at = (row: number) => Number(offsets[offset + row] ?? 0);
  const isBoundary = (byte: number) => byte === values.length || ((values[byte] ?? 0) & 0xc0) !== 0x80;
  // All texts together are decoded much faster than one by one.
  if (isUtf8(values.subarray(at(0), at(rowCount)))) {
    let row = 0;
    while (row < rowCount && isBoundary(at(row))) row += 1;
    if (row === rowCount) return true;
  }
  // What null rows hold does not matter.
  for (let row = 0; row < rowCount; row += 1)
    if ((validity === null || bitAt(validity, offset + row) === 1) && !isUtf8(values.subarray(at(row), at(row + 1))))
      return false;
  return true;
}

/** True if the bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let from = 0; from < bytes.length; from += pieceBytes)
      decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
