import type { Hdf5File } from './hdf5-file';
import { findMessage, type Message, messageTypes } from './object-header';

/** The value of what is not stored (HDF5 File Format Specification 3.0, IV.A.2.f). Null if it is zeros, or not in the header itself. */
export function readFillValue(
  { file }: Hdf5File,
  messages: readonly Message[],
  elementBytes: number,
): Uint8Array | null {
  const bodyOf = (message: Message | undefined) =>
    message === undefined || message.isShared ? undefined : file.slice(message.at, message.bytes);
  const body = bodyOf(findMessage(messages, messageTypes.fillValue));
  if (body !== undefined) return fillValueOf(body, elementBytes);
  // The message of HDF5 before 1.6: the size of the value, then the value.
  const old = findMessage(messages, messageTypes.oldFillValue);
  const value = bodyOf(old)?.subarray(4, 4 + elementBytes);
  return old !== undefined && value?.length === elementBytes && file.u32(old.at) === elementBytes ? value : null;
}

function fillValueOf(body: Uint8Array, elementBytes: number): Uint8Array | null {
  const version = body[0] ?? 0;
  // Version 2 says in its fourth byte whether a value follows, version 3 in bit 5 of its second.
  const [defined, sizeAt] = version === 3 ? [((body[1] ?? 0) & 0x20) !== 0, 2] : [body[3] !== 0, 4];
  if (!defined || body.length < sizeAt + 4) return null;
  const size = new DataView(body.buffer, body.byteOffset).getUint32(sizeAt, true);
  const value = body.subarray(sizeAt + 4, sizeAt + 4 + size);
  return value.length === elementBytes && value.some((byte) => byte !== 0) ? value : null;
}
