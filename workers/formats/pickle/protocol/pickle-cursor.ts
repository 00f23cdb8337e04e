import { FormatlabError } from '../../../model/errors';
import { opcode } from './opcodes';

const supportedProtocols = [4, 5];

export function malformedPickle(message: string): FormatlabError {
  return new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    format: 'pickle',
    message: `Pickle: ${message}`,
  });
}

/** Reads the bytes of a pickle in turn. Numbers are little-endian. */
export abstract class PickleCursor {
  protected at = 0;
  protected readonly file: Uint8Array<ArrayBuffer>;
  protected readonly view: DataView;

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.file = file;
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  /** Reads what the pickles of a dataset begin with. */
  protected readProtocol(): void {
    if (this.byte() !== opcode.PROTO) throw this.error('does not begin with a protocol number', 0);
    const protocol = this.byte();
    if (!supportedProtocols.includes(protocol))
      throw this.error(`has protocol ${protocol}; Formatlab reads 4 and 5`, 1);
  }

  protected requireEnd(): void {
    if (this.at !== this.file.length)
      throw this.error(`has ${this.file.length - this.at} more bytes after its end`, this.at);
  }

  /** Reads the length of a frame. */
  protected frame(start: number): void {
    const length = this.uint64();
    if (length > this.file.length - this.at)
      throw this.error(`has a frame of ${length} bytes, but only ${this.file.length - this.at} are left`, start);
  }

  protected need(bytes: number): number {
    const from = this.at;
    if (from + bytes > this.file.length) throw this.error('ends in the middle', this.file.length);
    this.at = from + bytes;
    return from;
  }

  protected byte(): number {
    if (this.at >= this.file.length) throw this.error('ends in the middle', this.file.length);
    this.at += 1;
    return this.file[this.at - 1] as number;
  }

  protected uint32(): number {
    return this.view.getUint32(this.need(4), true);
  }

  /** Exact below 2^53. Larger numbers exceed every valid size. */
  protected uint64(): number {
    const low = this.uint32();
    return low + 2 ** 32 * this.uint32();
  }

  /** The error for a damaged file. `what` completes a sentence about the file. */
  protected error(what: string, offset: number): FormatlabError {
    return malformedPickle(`the file ${what} (byte ${offset}).`);
  }
}
