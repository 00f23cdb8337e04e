import { elementOf } from '../../../libraries/molecules/elements';
import type { XmlScanner } from '../../../libraries/xml/xml-scanner';

/** Reads element symbols, each of which is looked up once. */
export class AtomSymbols {
  readonly #scanner: XmlScanner;
  /** The element of each symbol, by the symbol's bytes as a number. */
  readonly #known = new Map<number, number>();

  constructor(scanner: XmlScanner) {
    this.#scanner = scanner;
  }

  /** The atomic number of the symbol in a range of the file; 0 for a dummy atom. @throws `malformedInput` if there is no such element */
  elementAt(from: number, to: number): number {
    const { bytes } = this.#scanner;
    // A symbol has one to three letters; its bytes, read as a number, are the key.
    const key =
      to - from > 3
        ? -1
        : ((bytes[from] as number) << 16) |
          ((to - from > 1 ? (bytes[from + 1] as number) : 0) << 8) |
          (to - from > 2 ? (bytes[from + 2] as number) : 0);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const symbol = this.#scanner.stringOf(from, to);
    const element = symbol === 'Du' || symbol === 'R' ? 0 : elementOf(symbol);
    if (element === undefined)
      return this.#scanner.fail(from, `has an atom with the unknown element “${symbol.slice(0, 40)}”`);
    if (key !== -1) this.#known.set(key, element);
    return element;
  }
}
