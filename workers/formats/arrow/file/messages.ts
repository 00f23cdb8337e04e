import { Message } from 'apache-arrow';
import { failure, malformed } from '../../../byte-map/failures';
import { continuation, messagePrefix } from '../../../libraries/arrow-messages';
import type { ByteSource } from '../../../byte-map/source';

/** A message of Arrow IPC: its prefix and metadata, then its body. */
export interface MessageLocation {
  readonly offset: number;
  readonly metadataBytes: number;
  readonly bodyOffset: number;
  readonly bodyBytes: number;
  readonly message: Message;
}

/** The metadata of a message are read at once, and those of all messages are kept. More would take too much memory. */
export const maxMetadataBytes = 268_435_456;
const maxMessages = 500_000;

/** No message has as few bytes of metadata. Before version 0.15, they begin with their number. */
const fewestMetadataBytes = 16;

/**
 * The message at `offset` without a prefix, which ends at `end`: Polars begins a file so, with the schema, since readers take it from the footer. Null if
 * there is a prefix.
 */
async function bareMessage(source: ByteSource, offset: number, end: number): Promise<Uint8Array | null> {
  const length = end - offset;
  if (length < fewestMetadataBytes || length > maxMetadataBytes) return null;
  const first = await source.read(offset, 4);
  if (new DataView(first.buffer, first.byteOffset, 4).getUint32(0, true) >= fewestMetadataBytes) return null;
  const bytes = new Uint8Array(8 + length);
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, continuation, true);
  prefix.setInt32(4, length, true);
  bytes.set(await source.read(offset, length), 8);
  return bytes;
}

/**
 * The messages between two places of a file, and where they end: at `limit`, or after the end mark. Only their metadata are read.
 * @param bareEnd where a message at the start ends that has no prefix; null if there can be none
 * @param checked the bytes of a message as they are decoded
 * @throws what `checked` throws on a damaged message; `tooLarge` if there are too many metadata
 */
export async function readMessages(
  source: ByteSource,
  start: number,
  limit: number,
  bareEnd: number | null,
  checked: (message: Uint8Array, limit: number) => Uint8Array,
): Promise<{ messages: MessageLocation[]; end: number; markBytes: number }> {
  const messages: MessageLocation[] = [];
  let offset = start;
  const bare = bareEnd === null ? null : await bareMessage(source, start, bareEnd);
  if (bare !== null && bareEnd !== null) {
    const message = Message.decode(checked(bare, bare.length).subarray(8));
    messages.push({ offset, metadataBytes: bareEnd - offset, bodyOffset: bareEnd, bodyBytes: 0, message });
    offset = bareEnd;
  }
  while (offset + 4 <= limit) {
    const start = await source.read(offset, Math.min(8, limit - offset));
    const prefix = messagePrefix(new DataView(start.buffer, start.byteOffset, start.length), 0, start.length);
    if (prefix === null) throw malformed(`It ends within the message at byte ${offset}.`);
    const { prefixBytes, metadataBytes: length } = prefix;
    if (length === 0) return { messages, end: offset, markBytes: prefixBytes };
    if (length < 0 || offset + prefixBytes + length > limit) throw malformed(`It has no message at byte ${offset}.`);
    if (length > maxMetadataBytes)
      throw failure('tooLarge', `The message at byte ${offset} has ${length} bytes of metadata, too many for a map.`);
    if (messages.length === maxMessages)
      throw failure('tooLarge', `It has more than ${maxMessages.toLocaleString('en')} messages, too many for a map.`);
    const bytes = checked(await source.read(offset, prefixBytes + length), limit - offset);
    const message = Message.decode(bytes.subarray(prefixBytes));
    const bodyOffset = offset + prefixBytes + length;
    if (!(message.bodyLength >= 0 && bodyOffset + message.bodyLength <= limit))
      throw malformed(`The message at byte ${offset} reaches past the end.`);
    messages.push({ offset, metadataBytes: prefixBytes + length, bodyOffset, bodyBytes: message.bodyLength, message });
    offset = bodyOffset + message.bodyLength;
  }
  return { messages, end: offset, markBytes: 0 };
}
