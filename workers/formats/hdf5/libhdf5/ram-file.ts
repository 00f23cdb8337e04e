import type { FileSystem } from './library';

/** The values of C's SEEK_CUR and SEEK_END, which Emscripten passes on. */
const seekCurrent = 1;
const seekEnd = 2;

interface Stream {
  position: number;
}

/**
 * A file in JavaScript memory that libhdf5 reads and writes in place. Emscripten's own MEMFS copies a file in, doubles its buffer while it grows, and copies
 * it out again. Here an input is used without a copy, and the output's buffer is returned.
 */
export class RamFile {
  bytes: Uint8Array<ArrayBuffer>;
  sizeBytes: number;

  private constructor(bytes: Uint8Array<ArrayBuffer>, sizeBytes: number) {
    this.bytes = bytes;
    this.sizeBytes = sizeBytes;
  }

  /** An empty file with room for `capacityBytes`, which grows if that is too little. */
  static empty(capacityBytes: number): RamFile {
    return new RamFile(new Uint8Array(capacityBytes), 0);
  }

  /** A file over the caller's bytes, without a copy; it must be opened only for reading. */
  static of(bytes: Uint8Array<ArrayBuffer>): RamFile {
    return new RamFile(bytes, bytes.length);
  }

  /** The file in its own buffer, without a copy if the capacity was exactly right. */
  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.length === this.sizeBytes ? this.bytes : this.bytes.slice(0, this.sizeBytes);
  }

  /** Makes the file visible to libhdf5 at `path` until the path is unlinked. */
  mount(fileSystem: FileSystem, path: string): void {
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
        heap.set(this.bytes.subarray(position, end), offset);
        return end - position;
      },
      write: (_, heap, offset, length, position) => {
        this.reserve(position + length);
        this.bytes.set(heap.subarray(offset, offset + length), position);
        this.sizeBytes = Math.max(this.sizeBytes, position + length);
        return length;
      },
    };
  }

  private resize(sizeBytes: number): void {
    this.reserve(sizeBytes);
    if (sizeBytes < this.sizeBytes) this.bytes.fill(0, sizeBytes, this.sizeBytes);
    this.sizeBytes = sizeBytes;
  }

  private reserve(sizeBytes: number): void {
    if (sizeBytes <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(sizeBytes, Math.ceil(this.bytes.length * 1.5), 65_536));
    grown.set(this.bytes.subarray(0, this.sizeBytes));
    this.bytes = grown;
  }
}
