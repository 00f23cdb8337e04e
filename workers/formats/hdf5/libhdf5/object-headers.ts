import { FileBytes } from '../../../byte-map/file-bytes';
import { FormatlabError } from '../../../model/errors';
import { type ChunkedLayout, readLayout } from '../file/data-layout';
import { type FilterPipeline, pipelineBody } from '../file/filters';
import { Hdf5File } from '../file/hdf5-file';
import { lookup3 } from '../file/lookup3';
import {
  findMessage,
  header2Parts,
  header2Times,
  type Message,
  messageHead1Bytes,
  messageTypes,
  readObjectHeader,
} from '../file/object-header';
import { readSuperblock, type Superblock } from '../file/superblock';

/**
 * Sets properties of datasets that h5wasm's `create_dataset` does not offer, in the object headers of a file that libhdf5 has just laid out, as the
 * HDF5 File Format Specification 3.0 defines them (IV.A.1 object headers of versions 1 and 2, IV.A.2 their messages):
 * - the filter pipeline. h5wasm sets one mandatory filter, and libhdf5 then rejects variable-length strings. h5py's filters are optional, and shuffle comes
 *   before deflate. The message is put into free space of the header; libhdf5 has no part in writing the chunks (chunk-writer.ts);
 * - the types float16 and opaque, which h5wasm cannot create: their messages replace other messages that are at least as long;
 * - no modification time (h5py's `track_times=False`), so that equal data give equal bytes: a nil message replaces it.
 */
const variableLengthClass = 9;
/** Bit 0 of a message's flags: the message never changes. libhdf5 sets it for filter pipelines. */
const constantMessage = 1;
/** An object of the file. `datatype` is the type message that replaces the one that libhdf5 wrote. */
interface AdjustedObject {
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

/** Where the superblock of version 0 has the address of the file's end. */
const endOfFileAt = 40;

class Headers {
  readonly #file: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #bytes: FileBytes;
  readonly #superblock: Superblock;

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.#file = file;
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    this.#bytes = new FileBytes(file);
    this.#superblock = readSuperblock(this.#bytes);
  }

  get #hdf5(): Hdf5File {
    return new Hdf5File(this.#bytes, this.#superblock, { readsValues: true });
  }

  /** True for a header of version 2, which a root group has if it keeps the order of creation. */
  isNewer(header: number): boolean {
    return this.#bytes.has(header, 'OHDR');
  }

  zeroTimes(header: number): void {
    const { hasTimes, end } = header2Parts(this.#hdf5, header);
    const covered = this.#file.subarray(header, end);
    if (this.#view.getUint32(end, true) !== lookup3(covered)) throw unexpected(`has a wrong checksum at byte ${end}`);
    if (!hasTimes) return;
    covered.fill(0, header2Times.at, header2Times.at + header2Times.bytes);
    this.#view.setUint32(end, lookup3(covered), true);
  }

  replaceDatatype(header: number, body: Uint8Array): void {
    const found = this.#find(this.#messages(header), messageTypes.datatype);
    const { at, bytes } = found;
    if (bytes !== body.length && bytes < body.length + messageHead1Bytes)
      throw unexpected(`has a type of ${bytes} bytes, but ${body.length} are to be written`);
    const flags = this.#view.getUint8(at - messageHead1Bytes + 4);
    this.#replace(header, found, { type: messageTypes.datatype, body, flags });
  }

  setEndOfFile(address: number): void {
    const { version } = this.#superblock;
    if (version !== 0) throw unexpected(`has a superblock of version ${version}`);
    this.#view.setBigUint64(endOfFileAt, BigInt(address), true);
  }

  /** Sets where a dataset's chunk index lies. */
  setChunkIndex(header: number, address: number): void {
    const layout = this.#find(this.#messages(header), messageTypes.layout);
    if (this.#chunksOf(layout) === null) throw unexpected('has a dataset without chunks');
    this.#view.setBigUint64(layout.at + 3, BigInt(address), true);
  }

  adjust(header: number, pipeline: FilterPipeline | null): void {
    const messages = this.#messages(header);
    for (const message of messages) if (message.type === messageTypes.modificationTime) this.#makeNil(message);
    const layout = findMessage(messages, messageTypes.layout);
    const chunks = pipeline === null || layout === undefined ? null : this.#chunksOf(layout);
    if (pipeline === null || chunks === null) return;
    const datatype = this.#find(messages, messageTypes.datatype);
    const variable = (this.#view.getUint8(datatype.at) & 0x0f) === variableLengthClass;
    const elementBytes = variable ? null : this.#view.getUint32(datatype.at + 4, true);
    this.#insert(header, messages, pipelineBody(pipeline, elementBytes, chunks.chunkBytes));
  }

  #find(messages: readonly Message[], type: number): Message {
    const found = findMessage(messages, type);
    if (found === undefined) throw unexpected(`has a dataset without a message of type ${type}`);
    return found;
  }

  /** Null if the values are in one piece. */
  #chunksOf(layout: Message): ChunkedLayout | null {
    const found = readLayout(this.#hdf5, layout);
    return found.kind === 'chunked' ? found : null;
  }

  #messages(header: number): Message[] {
    return readObjectHeader(this.#hdf5, header);
  }

  #makeNil({ at, bytes }: Pick<Message, 'at' | 'bytes'>): void {
    this.#writeHead(at, messageTypes.nil, bytes, 0);
    this.#file.fill(0, at, at + bytes);
  }

  /** Puts the message into the first nil message with enough room. The rest becomes another nil message. */
  #insert(header: number, messages: readonly Message[], body: Uint8Array): void {
    const free = messages.find(
      ({ type, bytes }) =>
        type === messageTypes.nil && (bytes === body.length || bytes >= body.length + messageHead1Bytes),
    );
    if (free === undefined) throw unexpected(`has no ${body.length} bytes of free space in an object header`);
    this.#replace(header, free, { type: messageTypes.filters, body, flags: constantMessage });
  }

  /** Replaces a message; the rest of the old one becomes a nil message. */
  #replace(
    header: number,
    { at, bytes }: Message,
    { type, body, flags }: { readonly type: number; readonly body: Uint8Array; readonly flags: number },
  ): void {
    this.#writeHead(at, type, body.length, flags);
    this.#file.set(body, at);
    const rest = bytes - body.length;
    if (rest === 0) return;
    this.#makeNil({ at: at + body.length + messageHead1Bytes, bytes: rest - messageHead1Bytes });
    this.#view.setUint16(header + 2, this.#view.getUint16(header + 2, true) + 1, true);
  }

  /** Writes the head of a message whose body is at a place: its type, size and flags, and three reserved bytes. */
  #writeHead(at: number, type: number, bytes: number, flags: number): void {
    const head = at - messageHead1Bytes;
    this.#view.setUint16(head, type, true);
    this.#view.setUint16(head + 2, bytes, true);
    this.#view.setUint32(head + 4, flags, true);
  }
}

const unexpected = (what: string) =>
  new FormatlabError({
    tag: 'internal',
    stage: 'encode',
    format: 'hdf5',
    message: `The file that libhdf5 wrote ${what}, which this build of libhdf5 should never write.`,
  });
