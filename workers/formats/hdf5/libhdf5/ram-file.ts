import type { ByteRange } from '../../../model/remote/network-requests';
import type { FileSystem } from './library';

/** The values of C's SEEK_CUR and SEEK_END, which Emscripten passes on. */
const seekCurrent = 1;
const seekEnd = 2;

interface Stream {
  position: number;
}

/** What Emscripten's file system takes for a failed call, with the number of EIO. */
class FailedRead extends Error {
  override readonly name = 'ErrnoError';
  readonly errno = 29;
}

/** Bytes that go between the file and JavaScript directly, although libhdf5 was told that they lie at an address of its heap. */
interface DirectTransfer {
  readonly address: number;
  readonly sizeBytes: number;
  /** Copies part of the file's bytes to their place, or fills it; `at` counts from the address. Returns false if it must go through the heap. */
  readonly transfer: (inFile: Uint8Array<ArrayBuffer>, at: number) => boolean;
  /** The bytes transferred so far. */
  doneBytes: number;
}

/**
 * A file in JavaScript memory that libhdf5 reads and writes in place. Emscripten's own MEMFS copies a file in, doubles its buffer while it grows, and copies
 * it out again. Here an input is used without a copy, and the output's buffer is returned.
 */
export class RamFile {
  bytes: Uint8Array<ArrayBuffer>;
  sizeBytes: number;
  /** Where it is not null, each read of libhdf5 is added. */
  reads: ByteRange[] | null = null;
  private direct: DirectTransfer | null = null;

  private constructor(bytes: Uint8Array<ArrayBuffer>, sizeBytes: number) {
    this.bytes = bytes;
    this.sizeBytes = sizeBytes;
  }

  /** An empty file with room for `capacityBytes`, which grows if that is too little. */
  static empty(capacityBytes: number): RamFile {
    return new RamFile(new Uint8Array(capacityBytes), 0);
  }

  /** An empty file in memory that earlier files used. What they left there never becomes part of the file. */
  static in(memory: Uint8Array<ArrayBuffer>): RamFile {
    return new RamFile(memory, 0);
  }

  /** A file over the caller's bytes, without a copy; it must be opened only for reading. */
  static of(bytes: Uint8Array<ArrayBuffer>): RamFile {
    return new RamFile(bytes, bytes.length);
  }

  /**
   * Runs a call of libhdf5 that reads or writes `sizeBytes` bytes of the file as they are, from or to an address of its heap. Whatever part of them
   * the file system is asked for is passed to `transfer` instead, which saves a copy. Returns the number of bytes that went that way: what libhdf5
   * keeps in a buffer of its own does not.
   */
  transferDirectly(
    address: number,
    sizeBytes: number,
    transfer: (inFile: Uint8Array<ArrayBuffer>, at: number) => boolean,
    call: () => void,
  ): number {
    const direct: DirectTransfer = { address, sizeBytes, transfer, doneBytes: 0 };
    this.direct = direct;
    try {
      call();
    } finally {
      this.direct = null;
    }
    return direct.doneBytes;
  }

  private transferred(address: number, position: number, length: number): boolean {
    const { direct } = this;
    if (direct === null) return false;
    const at = address - direct.address;
    if (at < 0 || at + length > direct.sizeBytes) return false;
    if (!direct.transfer(this.bytes.subarray(position, position + length), at)) return false;
    direct.doneBytes += length;
    return true;
  }

  /** The file in its own buffer, without a copy if the capacity was exactly right. */
  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.length === this.sizeBytes ? this.bytes : this.bytes.slice(0, this.sizeBytes);
  }

  /** Cleared room at the end of the file. The view is valid until the file grows. */
  append(sizeBytes: number): { readonly bytes: Uint8Array<ArrayBuffer>; readonly address: number } {
    const address = this.sizeBytes;
    this.resize(address + sizeBytes);
    return { bytes: this.bytes.subarray(address, this.sizeBytes), address };
  }

  /** Copies the bytes to the end of the file, and returns where they begin. */
  appendBytes(bytes: Uint8Array): number {
    const address = this.sizeBytes;
    this.reserve(address + bytes.length);
    this.bytes.set(bytes, address);
    this.sizeBytes += bytes.length;
    return address;
  }

  /** Makes the file visible to libhdf5 at `path` until the path is unlinked. Where `mayRead` returns false, reading fails. */
  mount(fileSystem: FileSystem, path: string, mayRead: (from: number, to: number) => boolean = () => true): void {
    const node = fileSystem.create(path, 0o666);
    const { getattr } = node.node_ops;
    node.node_ops = {
      ...node.node_ops,
      getattr: (of) => ({ ...getattr(of), size: this.sizeBytes }),
      setattr: (_, { size }) => {
        if (size !== undefined) this.resize(size);
      },
    };
    node.stream_ops = {
      llseek: (stream: Stream, offset, whence) =>
        offset + (whence === seekCurrent ? stream.position : whence === seekEnd ? this.sizeBytes : 0),
      read: (_, heap, offset, length, position) => {
        const end = Math.min(position + length, this.sizeBytes);
        if (end <= position) return 0;
        this.reads?.push({ start: position, end });
        if (this.transferred(offset, position, end - position)) return end - position;
        if (!mayRead(position, end)) throw new FailedRead();
        heap.set(this.bytes.subarray(position, end), offset);
        return end - position;
      },
      write: (_, heap, offset, length, position) => {
        this.reserve(position + length);
        if (position > this.sizeBytes) this.bytes.fill(0, this.sizeBytes, position);
        if (!this.transferred(offset, position, length))
          this.bytes.set(heap.subarray(offset, offset + length), position);
        this.sizeBytes = Math.max(this.sizeBytes, position + length);
        return length;
      },
    };
  }

  private resize(sizeBytes: number): void {
    this.reserve(sizeBytes);
    if (sizeBytes > this.sizeBytes) this.bytes.fill(0, this.sizeBytes, sizeBytes);
    this.sizeBytes = sizeBytes;
  }

  private reserve(sizeBytes: number): void {
    if (sizeBytes <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(sizeBytes, Math.ceil(this.bytes.length * 1.5), 65_536));
    grown.set(this.bytes.subarray(0, this.sizeBytes));
    this.bytes = grown;
  }
}
