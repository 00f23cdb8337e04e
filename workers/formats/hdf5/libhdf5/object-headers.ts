import { FormatlabError } from '../../../model/errors';
import { type FilterPipeline, pipelineBody } from '../file/filters';
import { lookup3 } from '../file/lookup3';

/**
 * Sets properties of datasets that h5wasm's `create_dataset` does not offer, in the object headers of a file that libhdf5 has just laid out, as the
 * HDF5 File Format Specification 3.0 defines them (IV.A.1 object headers of versions 1 and 2, IV.A.2 their messages):
 * - the filter pipeline. h5wasm sets one mandatory filter, and libhdf5 then rejects variable-length strings. h5py's filters are optional, and shuffle comes
 *   before deflate. The message is put into free space of the header; libhdf5 has no part in writing the chunks (chunk-writer.ts);
 * - the types float16 and opaque, which h5wasm cannot create: their messages replace other messages that are at least as long;
 * - no modification time (h5py's `track_times=False`), so that equal data give equal bytes: a nil message replaces it.
 */
/** The numbers of message types (IV.A.2). */
const messageType = {
  nil: 0x0000,
  datatype: 0x0003,
  layout: 0x0008,
  filterPipeline: 0x000b,
  continuation: 0x0010,
  modificationTime: 0x0012,
} as const;
const chunkedLayout = 2;
const variableLengthClass = 9;
/** The size of a message's header: type, size, flags and three reserved bytes. */
const prefixBytes = 8;
/** Bit 0 of a message's flags: the message never changes. libhdf5 sets it for filter pipelines. */
const constantMessage = 1;
/** An object of the file. `datatype` is the type message that replaces the one that libhdf5 wrote. */
export interface AdjustedObject {
  readonly address: number;
  readonly datatype: Uint8Array | null;
}

/** Removes the times of the objects, replaces type messages, and adds the filter pipeline, if one is given, to the datasets with chunks. */
export function adjustHeaders(
  file: Uint8Array<ArrayBuffer>,
  objects: readonly AdjustedObject[],
  pipeline: FilterPipeline | null,
): void {
  const headers = new Headers(file);
  for (const { address, datatype } of objects) {
    if (headers.isNewer(address)) {
      headers.zeroTimes(address);
      continue;
    }
    if (datatype !== null) headers.replaceDatatype(address, datatype);
    headers.adjust(address, pipeline);
  }
}

/** Sets where the chunk indexes of datasets lie, and where the file ends now that they and the chunks were appended. */
export function setChunkIndexes(
  file: Uint8Array<ArrayBuffer>,
  indexes: readonly { readonly header: number; readonly index: number }[],
): void {
  const headers = new Headers(file);
  for (const { header, index } of indexes) headers.setChunkIndex(header, index);
  headers.setEndOfFile(file.length);
}

/** Where the superblock of version 0 has its version and the address of the file's end. */
const superblock = { version: 8, endOfFile: 40 } as const;

/** The signature 'OHDR' as a little-endian number. */
const newerSignature = 0x5244484f;
const newerFlags = { sizeWidth: 0x03, phaseChange: 0x10, times: 0x20 } as const;
/** The size of the times of access, modification, change and birth. */
const timesBytes = 16;

interface Message {
  readonly type: number;
  /** The offset of the header's prefix. */
  readonly at: number;
  readonly bodyBytes: number;
}

class Headers {
  readonly #file: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  /** Reads a header of version 2, which a root group has if it keeps the order of creation. */
  isNewer(header: number): boolean {
    return this.#view.getUint32(header, true) === newerSignature;
  }

  zeroTimes(header: number): void {
    const flags = this.#view.getUint8(header + 5);
    const sizeAt = header + 6 + (flags & newerFlags.times ? timesBytes : 0) + (flags & newerFlags.phaseChange ? 4 : 0);
    const sizeBytes = 1 << (flags & newerFlags.sizeWidth);
    // The size field is a little-endian number of 1, 2 or 4 bytes; no header has 4 GiB.
    const messagesBytes = this.#file
      .subarray(sizeAt, sizeAt + sizeBytes)
      .reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    const checksumAt = sizeAt + sizeBytes + messagesBytes;
    const covered = this.#file.subarray(header, checksumAt);
    if (this.#view.getUint32(checksumAt, true) !== lookup3(covered))
      throw unexpected(`has a wrong checksum at byte ${checksumAt}`);
    if ((flags & newerFlags.times) === 0) return;
    covered.fill(0, 6, 6 + timesBytes);
    this.#view.setUint32(checksumAt, lookup3(covered), true);
  }

  replaceDatatype(header: number, body: Uint8Array): void {
    const found = this.#messages(header).find(({ type }) => type === messageType.datatype);
    if (found === undefined) throw unexpected('has a dataset without a type');
    const { at, bodyBytes } = found;
    if (bodyBytes !== body.length && bodyBytes < body.length + prefixBytes)
      throw unexpected(`has a type of ${bodyBytes} bytes, but ${body.length} are to be written`);
    this.#replace(header, found, { type: messageType.datatype, body, flags: this.#view.getUint8(at + 4) });
  }

  setEndOfFile(address: number): void {
    const version = this.#view.getUint8(superblock.version);
    if (version !== 0) throw unexpected(`has a superblock of version ${version}`);
    this.#view.setBigUint64(superblock.endOfFile, BigInt(address), true);
  }

  /** Sets where a dataset's chunk index lies. */
  setChunkIndex(header: number, address: number): void {
    const layout = this.#messages(header).find(({ type }) => type === messageType.layout);
    if (layout === undefined || this.#view.getUint8(layout.at + prefixBytes + 1) !== chunkedLayout)
      throw unexpected('has a dataset without chunks');
    this.#view.setBigUint64(layout.at + prefixBytes + 3, BigInt(address), true);
  }

  adjust(header: number, pipeline: FilterPipeline | null): void {
    const messages = this.#messages(header);
    for (const message of messages) if (message.type === messageType.modificationTime) this.#makeNil(message);
    const layout = messages.find(({ type }) => type === messageType.layout);
    // The layout class is the byte after the version in a layout message of version 3.
    if (pipeline === null || layout === undefined || this.#view.getUint8(layout.at + prefixBytes + 1) !== chunkedLayout)
      return;
    const datatype = messages.find(({ type }) => type === messageType.datatype);
    if (datatype === undefined) throw unexpected('has a dataset without a type');
    const variable = (this.#view.getUint8(datatype.at + prefixBytes) & 0x0f) === variableLengthClass;
    // The layout's dimensions are the chunk's and, as the last, the element's size.
    const dimensions = this.#view.getUint8(layout.at + prefixBytes + 2);
    let chunkBytes = 1;
    for (let axis = 0; axis < dimensions; axis += 1)
      chunkBytes *= this.#view.getUint32(layout.at + prefixBytes + 11 + 4 * axis, true);
    this.#insert(
      header,
      messages,
      pipelineBody(pipeline, variable ? null : this.#view.getUint32(datatype.at + prefixBytes + 4, true), chunkBytes),
    );
  }

  #messages(header: number): Message[] {
    if (this.#view.getUint8(header) !== 1)
      throw unexpected(`has an object header of version ${this.#view.getUint8(header)}`);
    const messages: Message[] = [];
    const blocks: [start: number, length: number][] = [[header + 16, this.#view.getUint32(header + 8, true)]];
    for (const [start, length] of blocks) {
      for (let at = start; at + prefixBytes <= start + length; ) {
        const type = this.#view.getUint16(at, true);
        const bodyBytes = this.#view.getUint16(at + 2, true);
        if (type === messageType.continuation)
          blocks.push([this.#address(at + prefixBytes), this.#address(at + prefixBytes + 8)]);
        messages.push({ type, at, bodyBytes });
        at += prefixBytes + bodyBytes;
      }
    }
    return messages;
  }

  #makeNil({ at, bodyBytes }: Message): void {
    this.#writePrefix(at, messageType.nil, bodyBytes, 0);
    for (let index = 0; index < bodyBytes; index += 1) this.#view.setUint8(at + prefixBytes + index, 0);
  }

  /** Puts the message into the first nil message with enough room. The rest becomes another nil message. */
  #insert(header: number, messages: readonly Message[], body: Uint8Array): void {
    const free = messages.find(
      ({ type, bodyBytes }) =>
        type === messageType.nil && (bodyBytes === body.length || bodyBytes >= body.length + prefixBytes),
    );
    if (free === undefined) throw unexpected(`has no ${body.length} bytes of free space in an object header`);
    this.#replace(header, free, { type: messageType.filterPipeline, body, flags: constantMessage });
  }

  /** Replaces a message; the rest of the old one becomes a nil message. */
  #replace(
    header: number,
    { at, bodyBytes }: Message,
    { type, body, flags }: { readonly type: number; readonly body: Uint8Array; readonly flags: number },
  ): void {
    this.#writePrefix(at, type, body.length, flags);
    this.#file.set(body, at + prefixBytes);
    const rest = bodyBytes - body.length;
    if (rest === 0) return;
    this.#makeNil({ type: messageType.nil, at: at + prefixBytes + body.length, bodyBytes: rest - prefixBytes });
    this.#view.setUint16(header + 2, this.#view.getUint16(header + 2, true) + 1, true);
  }

  #writePrefix(at: number, type: number, bodyBytes: number, flags: number): void {
    this.#view.setUint16(at, type, true);
    this.#view.setUint16(at + 2, bodyBytes, true);
    this.#view.setUint32(at + 4, flags, true);
  }

  #address(at: number): number {
    return Number(this.#view.getBigUint64(at, true));
  }
}

const unexpected = (what: string) =>
  new FormatlabError({
    tag: 'internal',
    stage: 'encode',
    format: 'hdf5',
    message: `The file that libhdf5 wrote ${what}, which this build of libhdf5 should never write.`,
  });
