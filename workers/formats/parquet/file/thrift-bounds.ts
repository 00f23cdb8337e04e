/** The types of Thrift's compact protocol (thrift-compact-protocol.md) that Parquet uses. */
const type = {
  stop: 0,
  yes: 1,
  no: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
} as const;
const deepestNesting = 64;

/** The places of a struct, in bytes of its view. */
interface ThriftStruct {
  readonly end: number;
  readonly fields: ReadonlyMap<number, { readonly start: number; readonly end: number }>;
}

/**
 * Checks that the struct at `start` lies inside its bytes, and that all lists together claim no more elements than there are bytes.
 * hyparquet allocates as many elements as a list claims, and nested lists multiply.
 * @returns where the struct ends, and where each of its fields lies, by the field's number.
 * @throws RangeError if the struct is invalid.
 */
export function checkThriftStruct(view: DataView, start: number): ThriftStruct {
  let at = start;
  /** Every element takes at least one byte. */
  let elementsLeft = view.byteLength - start;
  const byte = () => {
    at += 1;
    return view.getUint8(at - 1);
  };
  const number = () => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value;
    }
    throw new RangeError('A number has more than 64 bits.');
  };
  const skip = (bytes: number) => {
    at += bytes;
    if (at > view.byteLength) throw new RangeError('A field reaches past the end of the footer.');
  };
  const element = (found: number, depth: number): void => {
    if (depth > deepestNesting) throw new RangeError('Lists or structs are nested too deeply.');
    switch (found) {
      case type.byte:
        skip(1);
        return;
      case type.i16:
      case type.i32:
      case type.i64:
        number();
        return;
      case type.double:
        skip(8);
        return;
      case type.binary:
        skip(number());
        return;
      case type.list: {
        const head = byte();
        const count = head >> 4 === 15 ? number() : head >> 4;
        elementsLeft -= count;
        if (elementsLeft < 0) throw new RangeError(`A list claims ${count} elements.`);
        const items = head & 0x0f;
        for (let index = 0; index < count; index += 1)
          element(items === type.yes || items === type.no ? type.byte : items, depth + 1);
        return;
      }
      case type.struct:
        struct(depth);
        return;
      default:
        throw new RangeError(`A field has the type ${found}, which Parquet does not have.`);
    }
  };
  const fields = new Map<number, { start: number; end: number }>();
  const struct = (depth: number): void => {
    let id = 0;
    for (let head = byte(); (head & 0x0f) !== type.stop; head = byte()) {
      const fieldStart = at - 1;
      // If the difference is 0, the field's number follows, as a zigzag number.
      id = head >> 4 === 0 ? number() / 2 : id + (head >> 4);
      const found = head & 0x0f;
      if (found !== type.yes && found !== type.no) element(found, depth + 1);
      if (depth === 0) fields.set(id, { start: fieldStart, end: at });
    }
  };
  struct(0);
  return { end: at, fields };
}
