import { ByteReader } from '../../../libraries/bytes/byte-reader';
import { DamagedInput } from '../../../model/damaged-input';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A message of Protocol Buffers, in which ORC keeps its metadata (protobuf.dev, “Encoding”). Fields are found by their numbers. Numbers are
 * unsigned; those beyond 2^53 are not exact, and larger than any size in a file.
 */
export class ProtobufMessage {
  readonly #fields = new Map<number, (number | Uint8Array<ArrayBuffer>)[]>();
  readonly #what: string;

  /**
   * @param what the message in words, for errors: “its footer”
   * @throws DamagedInput if the bytes are no message
   */
  constructor(bytes: Uint8Array<ArrayBuffer>, what: string) {
    this.#what = what;
    const reader = new ByteReader(bytes, () => damaged(what));
    while (reader.at < bytes.length) {
      const tag = reader.uleb128();
      const [field, wireType] = [Math.floor(tag / 8), tag % 8];
      const value = readValue(reader, wireType, what);
      const values = this.#fields.get(field);
      if (values === undefined) this.#fields.set(field, [value]);
      else values.push(value);
    }
  }

  /** The numbers of a repeated field, packed or not. */
  numbers(field: number): readonly number[] {
    return (this.#fields.get(field) ?? []).flatMap((value) => {
      if (typeof value === 'number') return [value];
      const reader = new ByteReader(value, () => damaged(this.#what));
      const numbers: number[] = [];
      while (reader.at < value.length) numbers.push(reader.uleb128());
      return numbers;
    });
  }

  /** The last number of a field; null without one. */
  number(field: number): number | null {
    const value = this.#fields.get(field)?.at(-1);
    if (value === undefined) return null;
    if (typeof value !== 'number') throw damaged(this.#what);
    return value;
  }

  /** A size or a count, 0 if it is absent. */
  size(field: number): number {
    const value = this.number(field) ?? 0;
    if (!Number.isSafeInteger(value)) throw new DamagedInput(`claims a size of ${value} in ${this.#what}`);
    return value;
  }

  has(field: number): boolean {
    return this.#fields.has(field);
  }

  /** The contents of a repeated field of messages, texts or bytes. */
  parts(field: number): readonly Uint8Array<ArrayBuffer>[] {
    return (this.#fields.get(field) ?? []).map((value) => {
      if (typeof value === 'number') throw damaged(this.#what);
      return value;
    });
  }

  texts(field: number): readonly string[] {
    return this.parts(field).map((bytes) => {
      try {
        return strict.decode(bytes);
      } catch {
        throw new DamagedInput(`has a text in ${this.#what} that is not UTF-8`);
      }
    });
  }
}

/**
 * The bytes of a message without some of its fields, in pieces.
 * @throws DamagedInput if the bytes are no message
 */
export function withoutProtobufFields(
  bytes: Uint8Array<ArrayBuffer>,
  left: readonly number[],
  what: string,
): Uint8Array<ArrayBuffer>[] {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  const reader = new ByteReader(bytes, () => damaged(what));
  while (reader.at < bytes.length) {
    const start = reader.at;
    const tag = reader.uleb128();
    readValue(reader, tag % 8, what);
    if (!left.includes(Math.floor(tag / 8))) kept.push(bytes.subarray(start, reader.at));
  }
  return kept;
}

function readValue(reader: ByteReader, wireType: number, what: string): number | Uint8Array<ArrayBuffer> {
  if (wireType === 0) return reader.uleb128();
  if (wireType === 1) return reader.raw(8);
  if (wireType === 2) return reader.raw(reader.uleb128());
  if (wireType === 5) return reader.raw(4);
  throw damaged(what);
}

const damaged = (what: string) => new DamagedInput(`is damaged in ${what}`);
