import { XmlScanner, xmlEvents } from '../../../libraries/xml/xml-scanner';
import { DamagedInput } from '../../../model/damaged-input';

/** What a reader of XML does with each piece. Names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | null): void;
  close(name: string): void;
  /** Text, with entities resolved. The text of an element may come in several pieces. */
  text(text: string): void;
}

/**
 * The maximum number of bytes of one tag, comment or text, beyond which the XML is taken for damaged. A cell of Excel has at most 32,767 characters.
 * An incomplete tag is read again with each piece of the file, so that the limit bounds the time, too.
 */
const longestPieceBytes = 4 * 1_048_576;

/** Control characters but the tab and the ends of lines. */
const forbiddenByte = (byte: number) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13;

/** Reads XML piece by piece, so that a large sheet is never held as a whole. */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #scanner = new XmlScanner(
    (line, what) => new DamagedInput(`line ${line.toLocaleString('en')} ${what}`),
    null,
  );

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** @throws DamagedInput */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1)
      if (forbiddenByte(bytes[at] as number))
        throw new DamagedInput('it has a control character, which XML can’t hold');
    this.#scanner.feed(bytes);
    this.#read();
    if (this.#scanner.restBytes > longestPieceBytes) throw new DamagedInput('a tag or text never ends');
  }

  /** @throws DamagedInput if the document is not complete */
  end(): void {
    this.#scanner.finish();
    this.#read();
  }

  /** Reads all complete parts of what came so far. */
  #read(): void {
    const scanner = this.#scanner;
    for (;;) {
      const event = scanner.next();
      if (event === xmlEvents.end || event === xmlEvents.more) return;
      const text = scanner.stringOf(scanner.from, scanner.to);
      if (event === xmlEvents.text) this.#handler.text(text);
      else if (event === xmlEvents.close) this.#handler.close(text);
      else {
        scanner.checkAttributes();
        this.#handler.open(text, this.#attribute);
      }
    }
  }

  /** The value of an attribute by its name, with or without a namespace prefix; null if it is absent. */
  readonly #attribute = (name: string): string | null => {
    const scanner = this.#scanner;
    for (let index = 0; index < scanner.attributeCount; index += 1)
      if (scanner.isAttribute(index, name))
        return scanner.stringOf(scanner.attributeFrom(index), scanner.attributeTo(index));
    return null;
  };
}
