import { lookup3 } from './lookup3';
import { malformed } from '../../../byte-map/failures';
import { type Claim, type Hdf5File, noClaim } from './hdf5-file';

/** Types of messages (HDF5 File Format Specification 3.0, IV.A.2). */
export const messageTypes = {
  nil: 0x00,
  dataspace: 0x01,
  linkInfo: 0x02,
  datatype: 0x03,
  oldFillValue: 0x04,
  fillValue: 0x05,
  link: 0x06,
  externalFiles: 0x07,
  layout: 0x08,
  filters: 0x0b,
  attribute: 0x0c,
  sharedTable: 0x0f,
  continuation: 0x10,
  symbolTable: 0x11,
  modificationTime: 0x12,
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

/** Smaller unused messages are part of the header. */
const smallestUnusedBytes = 8;
const maxBlocks = 10_000;
/** The lengths of the head of an object header of version 1, and of that of its messages. */
const header1Bytes = 16;
export const messageHead1Bytes = 8;
/** The older header counts its messages in 16 bits. A newer one has fewer, since an object with many links or attributes keeps them elsewhere. */
const maxMessages = 65_535;
const sharedFlag = 2;

/** Reads the messages of an object header of either version at a place. */
export function readObjectHeader(hdf5: Hdf5File, at: number, claim: Claim = noClaim): Message[] {
  return hdf5.file.has(at, 'OHDR') ? readHeader2(hdf5, at, claim) : readHeader1(hdf5, at, claim);
}

/** The first message of a type. */
export const findMessage = (messages: readonly Message[], type: number): Message | undefined =>
  messages.find((message) => message.type === type);

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

function claimBlock(claim: Claim, start: number, end: number, messages: readonly PlacedMessage[]): void {
  if (claim === noClaim) return;
  let from = start;
  for (const { type, headAt, at, bytes } of messages) {
    if (type !== messageTypes.nil || bytes < smallestUnusedBytes) continue;
    claim('header', from, headAt - from);
    claim('unused', headAt, at + bytes - headAt);
    from = at + bytes;
  }
  claim('header', from, end - from);
}

function readHeader1(hdf5: Hdf5File, at: number, claim: Claim): Message[] {
  const { file } = hdf5;
  if (file.u8(at) !== 1) throw malformed(`There is no object header at byte ${at}, where one should be.`);
  const headBytes = header1Bytes;
  const first = file.check(at + headBytes, file.u32(at + 8));
  claim('header', at, headBytes);
  const messages: Message[] = [];
  const blocks: Block[] = [{ start: first, end: first + file.u32(at + 8) }];
  for (const { start, end } of blocks) {
    const own: PlacedMessage[] = [];
    for (let headAt = start; headAt + messageHead1Bytes <= end; ) {
      const message = {
        type: file.u16(headAt),
        headAt,
        at: headAt + messageHead1Bytes,
        bytes: file.u16(headAt + 2),
        isShared: (file.u8(headAt + 4) & sharedFlag) !== 0,
      };
      if (message.at + message.bytes > end) throw malformed(`A message of the object at byte ${at} is too long.`);
      if (messages.length + own.length === maxMessages) throw tooManyMessages(at);
      own.push(message);
      if (message.type === messageTypes.continuation) blocks.push(continuationOf(hdf5, message, blocks.length));
      headAt = message.at + message.bytes;
    }
    claimBlock(claim, start, end, own);
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

const header2Flags = { creationOrder: 4, phaseChange: 16, times: 32 } as const;
const checksumBytes = 4;
/** The times of access, modification, change and birth follow signature, version and flags. */
export const header2Times = { at: 6, bytes: 16 } as const;

/** Where the parts of an object header of version 2 are (IV.A.1.b). */
export function header2Parts({ file }: Hdf5File, at: number) {
  if (file.u8(at + 4) !== 2) throw malformed(`The object header at byte ${at} has the version ${file.u8(at + 4)}.`);
  const flags = file.u8(at + 5);
  const hasTimes = (flags & header2Flags.times) !== 0;
  const sizeAt =
    at + header2Times.at + (hasTimes ? header2Times.bytes : 0) + ((flags & header2Flags.phaseChange) === 0 ? 0 : 4);
  const sizeBytes = 2 ** (flags & 3);
  const start = sizeAt + sizeBytes;
  const end = start + file.uint(sizeAt, sizeBytes);
  file.check(at, end + checksumBytes - at);
  /** The messages are from `start` to `end`, where their checksum is. */
  return { hasTimes, start, end, messageHeadBytes: 4 + ((flags & header2Flags.creationOrder) === 0 ? 0 : 2) };
}

function readHeader2(hdf5: Hdf5File, at: number, claim: Claim): Message[] {
  const { file } = hdf5;
  const { messageHeadBytes, ...first } = header2Parts(hdf5, at);
  const messages: Message[] = [];
  // Each block: its start, then its messages, then a checksum.
  const blocks: (Block & { readonly blockStart: number })[] = [{ blockStart: at, ...first }];
  for (const { blockStart, start, end } of blocks) {
    if (hdf5.readsValues && file.u32(end) !== lookup3(file.slice(blockStart, end - blockStart)))
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
    claimBlock(claim, blockStart, end + checksumBytes, own);
    for (const message of own) messages.push(message);
  }
  return messages;
}
