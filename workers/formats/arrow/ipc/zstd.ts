import { damageOf } from '../../../model/damaged-input';

/**
 * Throws `malformedInput` unless the frame declares exactly `sizeBytes`. Memory is allocated only if both sizes agree.
 */
export function requireFrameSize(input: Uint8Array, sizeBytes: number): void {
  const said = contentBytes(input);
  if (said !== sizeBytes)
    throw damaged(
      said === null ? 'does not declare its size' : `declares ${said} bytes, but its buffer declares ${sizeBytes}`,
    );
}

/** The frame content size (RFC 8878, 3.1.1.1); null if the frame does not declare it. */
function contentBytes(input: Uint8Array): number | null {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 6 || view.getUint32(0, true) !== 0xfd2fb528)
    throw damaged('does not begin like a Zstandard frame');
  const flags = view.getUint8(4);
  const singleSegment = (flags & 0x20) !== 0;
  const at = 5 + (singleSegment ? 0 : 1) + ([0, 1, 2, 4][flags & 3] ?? 0);
  const width = [singleSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  if (at + width > input.length) throw damaged('is cut short');
  if (width === 0) return null;
  if (width === 1) return view.getUint8(at);
  if (width === 2) return view.getUint16(at, true) + 256;
  return width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

const damaged = damageOf({ format: 'arrow', codec: 'zstd', subject: 'A Zstandard frame in the file' });
