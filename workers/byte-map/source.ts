import { malformed } from './failures';

/** A file that is read in places. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** @throws `malformedInput` if the bytes are not all inside the file. */
  read(offset: number, bytes: number): Promise<Uint8Array<ArrayBuffer>>;
}

const windowBytes = 65_536;

/** Reads a Blob in windows of 64 KiB, since each slice of a Blob costs a message to the browser's process. */
export function sourceOf(blob: Blob): ByteSource {
  let window = { offset: 0, bytes: new Uint8Array(0) };
  return {
    sizeBytes: blob.size,
    async read(offset, bytes) {
      if (!(offset >= 0 && bytes >= 0 && offset + bytes <= blob.size))
        throw malformed(`It refers to ${bytes} bytes at byte ${offset}, but has only ${blob.size}.`);
      if (offset < window.offset || offset + bytes > window.offset + window.bytes.length) {
        const end = Math.min(blob.size, offset + Math.max(bytes, windowBytes));
        window = { offset, bytes: new Uint8Array(await blob.slice(offset, end).arrayBuffer()) };
      }
      const start = offset - window.offset;
      return window.bytes.subarray(start, start + bytes);
    },
  };
}
