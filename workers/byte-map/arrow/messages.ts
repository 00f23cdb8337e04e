import { Message } from 'apache-arrow';
import { failure, malformed } from '../failures';
import type { ByteSource } from '../source';

/** A message of Arrow IPC: its prefix and metadata, then its body. */
export interface PlacedMessage {
  readonly offset: number;
  readonly metadataBytes: number;
  readonly bodyOffset: number;
  readonly bodyBytes: number;
  readonly message: Message;
}

const continuation = 0xffffffff;
/** The metadata of a message are read at once, and those of all messages are kept. More would take too much memory. */
export const maxMetadataBytes = 268_435_456;
const maxMessages = 500_000;

/**
 * The messages between two places of a file, and where they end: at `limit`, or after the end mark. Only their metadata are read.
 * @param checked the bytes of a message as they are decoded
 * @throws what `checked` throws on a damaged message; `tooLarge` if there are too many metadata
 */
export async function readMessages(
  source: ByteSource,
  start: number,
  limit: number,
  checked: (message: Uint8Array, limit: number) => Uint8Array,
): Promise<{ messages: PlacedMessage[]; end: number; markBytes: number }> {
  const messages: PlacedMessage[] = [];
  let offset = start;
  while (offset + 4 <= limit) {
    const prefix = await source.read(offset, Math.min(8, limit - offset));
    const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.length);
    // Before version 0.15, Arrow had no continuation mark before the length.
    const hasMark = view.getUint32(0, true) === continuation;
    const prefixBytes = hasMark ? 8 : 4;
    if (offset + prefixBytes > limit) throw malformed(`It ends within the message at byte ${offset}.`);
    const length = view.getInt32(prefixBytes - 4, true);
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
