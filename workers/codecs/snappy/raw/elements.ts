import { damagedDataError, overLimitError } from '../../../model/codec-failures';

/**
 * Checks the elements of raw Snappy data (format_description.txt of google/snappy) without decoding them, so that the decoder that follows need not check them.
 * @throws `decodeFailed` if an element is truncated, a copy begins before the data, or the decoded size differs from the declared one.
 */
export function checkSnappy(input: Uint8Array, limitBytes: number): void {
  const { declaredBytes, end } = readLength(input);
  // The maximum ratio: a copy element of 3 bytes gives 64 bytes.
  if (declaredBytes * 3 > input.length * 64)
    throw damagedDataError(
      'snappy',
      `it declares ${declaredBytes} bytes, which ${input.length} compressed bytes cannot hold.`,
    );
  if (declaredBytes > limitBytes) throw overLimitError('snappy', limitBytes);
  let at = end;
  let producedBytes = 0;
  while (at < input.length) {
    const tag = input[at] ?? 0;
    at += 1;
    const kind = tag & 3;
    if (kind === 0) {
      let literalBytes = (tag >> 2) + 1;
      if (literalBytes > 60) {
        const lengthBytes = literalBytes - 60;
        literalBytes = littleEndian(input, at, lengthBytes) + 1;
        at += lengthBytes;
      }
      at += literalBytes;
      producedBytes += literalBytes;
      if (at > input.length) throw damagedDataError('snappy', 'it ends in the middle of a literal.');
    } else {
      const offsetBytes = kind === 1 ? 1 : kind === 2 ? 2 : 4;
      const offset = littleEndian(input, at, offsetBytes) + (kind === 1 ? (tag >> 5) * 256 : 0);
      at += offsetBytes;
      if (offset === 0 || offset > producedBytes)
        throw damagedDataError(
          'snappy',
          `a copy reaches ${offset} bytes back, but only ${producedBytes} bytes precede it.`,
        );
      producedBytes += kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    }
    if (producedBytes > declaredBytes)
      throw damagedDataError('snappy', `more came out than the ${declaredBytes} bytes that it declares.`);
  }
  if (producedBytes !== declaredBytes)
    throw damagedDataError('snappy', `${producedBytes} bytes came out, but it declares ${declaredBytes}.`);
}

/** Reads the declared size: a varint of at most 32 bits. */
function readLength(input: Uint8Array): { declaredBytes: number; end: number } {
  let declaredBytes = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = input[index];
    if (byte === undefined) throw damagedDataError('snappy', 'it ends in the middle of its declared length.');
    declaredBytes += (byte & 127) * 2 ** (7 * index);
    if (byte < 128 && declaredBytes < 2 ** 32) return { declaredBytes, end: index + 1 };
  }
  throw damagedDataError('snappy', 'its declared length exceeds 32 bits.');
}

function littleEndian(input: Uint8Array, at: number, bytes: number): number {
  if (at + bytes > input.length) throw damagedDataError('snappy', 'it ends in the middle of an element.');
  let value = 0;
  for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + (input[at + index] ?? 0);
  return value;
}
