import { lookup3 } from './lookup3';
import { malformed } from '../../../byte-map/failures';
import type { Pieces } from '../../../byte-map/span-tree';
import type { Hdf5File } from './hdf5-file';

/** Types of messages (HDF5 File Format Specification 3.0, IV.A.2). */
export const messageTypes = {
  nil: 0x00,
  dataspace: 0x01,
  linkInfo: 0x02,
  datatype: 0x03,
  link: 0x06,
  externalFiles: 0x07,
  layout: 0x08,
  filters: 0x0b,
  sharedTable: 0x0f,
  continuation: 0x10,
  symbolTable: 0x11,
  treeFanOuts: 0x13,
  attributeInfo: 0x15,
  fileSpace: 0x17,
} as const;

export interface Message {
  readonly type: number;
  /** The start of its body. */
  readonly at: number;
  readonly bytes: number;
  /** Whether the body says where the message is, instead of being it. */
  readonly isShared: boolean;
}

/** The bytes of an object header, and of what is unused in it. */
export interface HeaderPieces {
  readonly header: Pieces;
  readonly unused: Pieces;
}

/** Smaller unused messages are part of the header. */
const smallestUnusedBytes = 8;
const maxBlocks = 10_000;
/** The older header counts its messages in 16 bits. A newer one has fewer, since an object with many links or attributes keeps them elsewhere. */
const maxMessages = 65_535;
const sharedFlag = 2;

/** Reads the messages of an object header at a place, and claims its blocks. */
export function readObjectHeader(hdf5: Hdf5File, at: number, pieces: HeaderPieces): Message[] {
  return hdf5.file.has(at, 'OHDR') ? readNewHeader(hdf5, at, pieces) : readOldHeader(hdf5, at, pieces);
}

const tooManyMessages = (at: number) =>
  malformed(`The object at byte ${at} has more than ${maxMessages.toLocaleString('en')} messages.`);

interface Block {
  readonly start: number;
  readonly end: number;
}

/** A message of a block, with its head. */
interface PlacedMessage extends Message {
  readonly headAt: number;
}

function claimBlock(
  { header, unused }: HeaderPieces,
  start: number,
  end: number,
  messages: readonly PlacedMessage[],
): void {
  let from = start;
  for (const { type, headAt, at, bytes } of messages) {
    if (type !== messageTypes.nil || bytes < smallestUnusedBytes) continue;
    header.add(from, headAt - from);
    unused.add(headAt, at + bytes - headAt);
    from = at + bytes;
  }
  header.add(from, end - from);
}

function readOldHeader(hdf5: Hdf5File, at: number, pieces: HeaderPieces): Message[] {
  const { file } = hdf5;
  if (file.u8(at) !== 1) throw malformed(`There is no object header at byte ${at}, where one should be.`);
  const headBytes = 16;
  const first = file.check(at + headBytes, file.u32(at + 8));
  pieces.header.add(at, headBytes);
  const messages: Message[] = [];
  const blocks: Block[] = [{ start: first, end: first + file.u32(at + 8) }];
  for (const { start, end } of blocks) {
    const own: PlacedMessage[] = [];
    for (let headAt = start; headAt + 8 <= end; ) {
      const message = {
        type: file.u16(headAt),
        headAt,
        at: headAt + 8,
        bytes: file.u16(headAt + 2),
        isShared: (file.u8(headAt + 4) & sharedFlag) !== 0,
      };
      if (message.at + message.bytes > end) throw malformed(`A message of the object at byte ${at} is too long.`);
      if (messages.length + own.length === maxMessages) throw tooManyMessages(at);
      own.push(message);
      if (message.type === messageTypes.continuation) blocks.push(continuationOf(hdf5, message, blocks.length));
      headAt = message.at + message.bytes;
    }
    claimBlock(pieces, start, end, own);
    for (const message of own) messages.push(message);
  }
  return messages;
}

function continuationOf(hdf5: Hdf5File, { at }: Message, blockCount: number): Block {
  const start = hdf5.address(at);
  const bytes = hdf5.length(at + hdf5.addressBytes);
  if (start === null || blockCount > maxBlocks || !hdf5.isNew(start))
    throw malformed(`An object header continues at a place that can’t be (byte ${at}).`);
  hdf5.file.check(start, bytes);
  return { start, end: start + bytes };
}

const newFlags = { creationOrder: 4, phaseChange: 16, times: 32 } as const;
const checksumBytes = 4;

function readNewHeader(hdf5: Hdf5File, at: number, pieces: HeaderPieces): Message[] {
  const { file } = hdf5;
  if (file.u8(at + 4) !== 2) throw malformed(`The object header at byte ${at} has the version ${file.u8(at + 4)}.`);
  const flags = file.u8(at + 5);
  const sizeAt = at + 6 + ((flags & newFlags.times) === 0 ? 0 : 16) + ((flags & newFlags.phaseChange) === 0 ? 0 : 4);
  const sizeBytes = 2 ** (flags & 3);
  const messageHeadBytes = 4 + ((flags & newFlags.creationOrder) === 0 ? 0 : 2);
  const first = sizeAt + sizeBytes;
  const firstEnd = first + file.uint(sizeAt, sizeBytes);
  file.check(at, firstEnd + checksumBytes - at);
  const messages: Message[] = [];
  // Each block: its start, then its messages, then a checksum.
  const blocks: (Block & { readonly blockStart: number })[] = [{ blockStart: at, start: first, end: firstEnd }];
  for (const { blockStart, start, end } of blocks) {
    if (hdf5.checksHeaders && file.u32(end) !== lookup3(file.slice(blockStart, end - blockStart)))
      throw malformed(`The object header at byte ${blockStart} has a wrong checksum.`);
    const own: PlacedMessage[] = [];
    for (let headAt = start; headAt + messageHeadBytes <= end; ) {
      const message = {
        type: file.u8(headAt),
        headAt,
        at: headAt + messageHeadBytes,
        bytes: file.u16(headAt + 1),
        isShared: (file.u8(headAt + 3) & sharedFlag) !== 0,
      };
      if (message.at + message.bytes > end) throw malformed(`A message of the object at byte ${at} is too long.`);
      if (messages.length + own.length === maxMessages) throw tooManyMessages(at);
      own.push(message);
      if (message.type === messageTypes.continuation) {
        const block = continuationOf(hdf5, message, blocks.length);
        hdf5.expect(block.start, 'OCHK');
        blocks.push({ blockStart: block.start, start: block.start + 4, end: block.end - checksumBytes });
      }
      headAt = message.at + message.bytes;
    }
    claimBlock(pieces, blockStart, end + checksumBytes, own);
    for (const message of own) messages.push(message);
  }
  return messages;
}
