import { DamagedInput } from '../../../../model/damaged-input';
import { numericConstructor, type NumericValues } from '../../../../model/column';
import { type ColumnType, packedBytes } from './column-types';
import { joinBytes, splitBytes } from './split';

/** The elements of a column in memory: values, a byte of 0 or 1 for each bit, or the ends of collections as int32. */
export type PageElements = NumericValues;

/** Growing memory that is reused, since one page is packed or unpacked at a time. */
class Scratch {
  #bytes = new Uint8Array(0);

  take(sizeBytes: number): Uint8Array<ArrayBuffer> {
    if (this.#bytes.length < sizeBytes) this.#bytes = new Uint8Array(Math.max(sizeBytes, this.#bytes.length * 2));
    return this.#bytes.subarray(0, sizeBytes);
  }
}

const bytesOf = (values: NumericValues) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const isZigzag = ({ kind, storage }: ColumnType) => kind === 'values' && storage.startsWith('int');

/** Packs elements for a page before compression. The result is memory of the values or of the packer: read-only, and valid until the packer's next call. */
export class PagePacker {
  readonly #plain = new Scratch();
  readonly #packed = new Scratch();

  pack(type: ColumnType, elements: PageElements): Uint8Array {
    const sizeBytes = packedBytes(type, elements.length);
    if (type.kind === 'bit') return packBits(elements as Uint8Array, this.#packed.take(sizeBytes));
    const width = (type.bits / 8) as 2 | 4 | 8;
    let plain = bytesOf(elements);
    if (type.kind === 'index') {
      plain = this.#plain.take(sizeBytes);
      layIndexes(elements as Int32Array, new Int32Array(plain.buffer, 0, sizeBytes >> 2), type);
    }
    if (!type.isSplit) return plain;
    const packed = this.#packed.take(sizeBytes);
    splitBytes(plain, packed, width, isZigzag(type));
    return packed;
  }
}

function packBits(values: Uint8Array, target: Uint8Array): Uint8Array {
  for (let byte = 0; byte < target.length; byte += 1) {
    let bits = 0;
    const from = byte * 8;
    for (let bit = 0; bit < 8; bit += 1) if ((values[from + bit] ?? 0) !== 0) bits |= 1 << bit;
    target[byte] = bits;
  }
  return target;
}

/** Writes the ends of collections; split types store the difference to the previous end in the page. */
function layIndexes(ends: Int32Array, words: Int32Array, { bits, isSplit }: ColumnType): void {
  const stride = bits / 32;
  let before = 0;
  for (let at = 0; at < ends.length; at += 1) {
    const end = ends[at] as number;
    words[at * stride] = end - before;
    if (stride === 2) words[at * 2 + 1] = 0;
    if (isSplit) before = end;
  }
}

/** Unpacks the elements of a page. */
export class PageUnpacker {
  readonly #plain = new Scratch();
  readonly #elements = new Scratch();

  /**
   * Unpacks as many elements as `target` holds. `target` has the type's storage type, and `page` must have exactly the right length.
   * @throws {@link DamagedInput} if indexes decrease or exceed 2³¹
   */
  unpackTo(type: ColumnType, page: Uint8Array, target: PageElements): void {
    if (type.kind === 'bit') unpackBits(page, target as Uint8Array);
    else if (type.kind === 'index')
      readIndexes(new Int32Array(this.#joined(type, page).buffer, 0, page.length >> 2), target as Int32Array, type);
    else if (type.isSplit) joinBytes(page, bytesOf(target), (type.bits / 8) as 2 | 4 | 8, isZigzag(type));
    else bytesOf(target).set(page);
  }

  #joined(type: ColumnType, page: Uint8Array): Uint8Array<ArrayBuffer> {
    const plain = this.#plain.take(page.length);
    if (type.isSplit) joinBytes(page, plain, (type.bits / 8) as 4 | 8, false);
    else plain.set(page);
    return plain;
  }

  /** Unpacks elements into memory of the unpacker, which is read-only and valid until its next call. */
  unpack(type: ColumnType, page: Uint8Array, count: number): PageElements {
    const Values = numericConstructor(type.storage);
    const elements = new Values(this.#elements.take(count * Values.BYTES_PER_ELEMENT).buffer, 0, count);
    this.unpackTo(type, page, elements);
    return elements;
  }
}

function unpackBits(page: Uint8Array, target: Uint8Array): void {
  for (let at = 0; at < target.length; at += 1) target[at] = ((page[at >> 3] as number) >> (at & 7)) & 1;
}

function readIndexes(words: Int32Array, ends: Int32Array, { bits, isSplit }: ColumnType): void {
  const stride = bits / 32;
  let before = 0;
  for (let at = 0; at < ends.length; at += 1) {
    const word = words[at * stride] as number;
    const end = isSplit ? before + word : word;
    if (end < before || end > 0x7fff_ffff || word < 0 || (stride === 2 && words[at * 2 + 1] !== 0))
      throw new DamagedInput(
        `has offsets that are not in order: the collection ${at} ends before the previous one, or beyond 2³¹`,
      );
    ends[at] = end;
    before = end;
  }
}
