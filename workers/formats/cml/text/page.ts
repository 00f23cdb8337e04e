import { ByteWriter } from '../../../libraries/bytes/byte-writer';
import { javaDouble } from './numbers';

/** A growing buffer of ASCII text. */
export class AsciiTextBuffer extends ByteWriter {
  constructor() {
    super(1 << 16);
  }

  /** Appends a byte; the caller has reserved room. */
  put(text: Uint8Array): void {
    for (let at = 0; at < text.length; at += 1) this.bytes[this.length + at] = text[at] as number;
    this.length += text.length;
  }

  putText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.bytes[this.length + at] = text.charCodeAt(at);
    this.length += text.length;
  }

  /** Appends a non-negative integer. */
  putCount(count: number): void {
    let end = this.length + 1;
    for (let rest = count; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
    this.length = end;
    let rest = count;
    do {
      end -= 1;
      this.bytes[end] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    } while (rest > 0);
  }

  /** Appends a number as {@link javaDouble} prints it. */
  putDouble(value: number): void {
    const size = Math.abs(value);
    const scaled = Math.round(size * 1e4);
    // If the double is the nearest one to a number of ten-thousandths, the digits of that number are its shortest form.
    if (size < 1e-3 || size >= 1e7 || scaled / 1e4 !== size) {
      this.putText(javaDouble(value));
      return;
    }
    if (value < 0) this.putText('-');
    this.putCount(Math.floor(scaled / 1e4));
    let decimals = 4;
    let fraction = scaled % 1e4;
    for (; decimals > 1 && fraction % 10 === 0; decimals -= 1) fraction /= 10;
    this.bytes[this.length] = 0x2e;
    for (let digit = decimals; digit > 0; digit -= 1) {
      this.bytes[this.length + digit] = 0x30 + (fraction % 10);
      fraction = Math.floor(fraction / 10);
    }
    this.length += decimals + 1;
  }
}
