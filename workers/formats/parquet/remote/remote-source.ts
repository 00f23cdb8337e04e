import { malformed } from '../../../byte-map/failures';
import type { FetchedSource } from '../map/indexed-pages';
import type { RemoteFile } from '../../../model/remote/remote-file';

interface Segment {
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const endOf = ({ offset, bytes }: Segment) => offset + bytes.length;

/** A file at an address as a source of bytes. What was fetched is kept, and not fetched again. */
export class RemoteSource implements FetchedSource {
  readonly #file: RemoteFile;
  #segments: Segment[] = [];

  constructor(file: RemoteFile) {
    this.#file = file;
  }

  get sizeBytes(): number {
    return this.#file.place.sizeBytes;
  }

  #holding = (offset: number, bytes: number) =>
    this.#segments.find((segment) => segment.offset <= offset && offset + bytes <= endOf(segment));

  readonly has = (offset: number, bytes: number): boolean => this.#holding(offset, bytes) !== undefined;

  async read(offset: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!(offset >= 0 && bytes >= 0 && offset + bytes <= this.sizeBytes))
      throw malformed(`It refers to ${bytes} bytes at byte ${offset}, but has only ${this.sizeBytes}.`);
    const held = this.#holding(offset, bytes) ?? (await this.#fetch(offset, bytes));
    return held.bytes.subarray(offset - held.offset, offset - held.offset + bytes);
  }

  /** Fetches what is missing. If the end of it was fetched, only the bytes before. */
  async #fetch(offset: number, bytes: number): Promise<Segment> {
    const after = this.#segments.find(
      (segment) => segment.offset > offset && segment.offset <= offset + bytes && offset + bytes <= endOf(segment),
    );
    const missing = await this.#file.read(offset, (after?.offset ?? offset + bytes) - offset);
    if (after === undefined) {
      const segment = { offset, bytes: missing };
      this.#segments.push(segment);
      return segment;
    }
    const joined = new Uint8Array(missing.length + after.bytes.length);
    joined.set(missing);
    joined.set(after.bytes, missing.length);
    const segment = { offset, bytes: joined };
    this.#segments = [...this.#segments.filter((each) => each !== after), segment];
    return segment;
  }
}
