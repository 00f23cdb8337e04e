import { ByteReader } from '../../../libraries/bytes/byte-reader';
import { ByteWriter } from '../../../libraries/bytes/byte-writer';
import { checkThriftStruct } from './thrift-bounds';

/**
 * Structs of Thrift's compact protocol as trees that can be changed and written again. Fields that the caller does not know are kept.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export type ThriftValue =
  | { readonly type: 1 | 2 }
  | { readonly type: 3 | 4 | 5 | 6; readonly value: bigint }
  | { readonly type: 7 | 8; readonly bytes: Uint8Array }
  | { readonly type: 9; readonly items: number; readonly values: readonly ThriftValue[] }
  | { readonly type: 12; readonly fields: ThriftFields };
export type ThriftFields = ReadonlyMap<number, ThriftValue>;

/** Reads a struct. @throws RangeError if it is invalid. */
export function readThriftTree(bytes: Uint8Array): ThriftFields {
  checkThriftStruct(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  const reader = new ByteReader(bytes);
  const unsigned = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const next = reader.u8();
      value |= BigInt(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
  };
  const signed = () => {
    const value = unsigned();
    return (value >> 1n) ^ -(value & 1n);
  };
  const element = (type: number): ThriftValue => {
    switch (type) {
      case 3:
        return { type, value: BigInt(reader.u8()) };
      case 4:
      case 5:
      case 6:
        return { type, value: signed() };
      case 7:
        return { type, bytes: reader.raw(8) };
      case 8:
        return { type, bytes: reader.raw(Number(unsigned())) };
      case 9: {
        const head = reader.u8();
        const count = head >> 4 === 15 ? Number(unsigned()) : head >> 4;
        const items = head & 0x0f;
        // The elements of a list of booleans are bytes.
        const values = Array.from({ length: count }, () => element(items === 1 || items === 2 ? 3 : items));
        return { type, items, values };
      }
      case 12:
        return { type, fields: struct() };
      default:
        throw new RangeError(`A field has the type ${type}, which Parquet does not have.`);
    }
  };
  const struct = (): ThriftFields => {
    const fields = new Map<number, ThriftValue>();
    let id = 0;
    for (let head = reader.u8(); (head & 0x0f) !== 0; head = reader.u8()) {
      id = head >> 4 === 0 ? Number(signed()) : id + (head >> 4);
      const type = head & 0x0f;
      fields.set(id, type === 1 || type === 2 ? { type } : element(type));
    }
    return fields;
  };
  return struct();
}

/** Writes a struct. */
export function writeThriftTree(fields: ThriftFields): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter(4_096);
  const unsigned = (value: bigint) => {
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) writer.u8(Number(rest & 0x7fn) | 0x80);
    writer.u8(Number(rest));
  };
  const signed = (value: bigint) => unsigned(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
  const element = (value: ThriftValue): void => {
    switch (value.type) {
      case 3:
        writer.u8(Number(value.value));
        return;
      case 4:
      case 5:
      case 6:
        signed(value.value);
        return;
      case 7:
        writer.raw(value.bytes);
        return;
      case 8:
        unsigned(BigInt(value.bytes.length));
        writer.raw(value.bytes);
        return;
      case 9: {
        const count = value.values.length;
        writer.u8((Math.min(count, 15) << 4) | value.items);
        if (count >= 15) unsigned(BigInt(count));
        for (const each of value.values) element(each);
        return;
      }
      case 12:
        struct(value.fields);
    }
  };
  const struct = (all: ThriftFields): void => {
    let last = 0;
    for (const [id, value] of [...all].sort(([one], [other]) => one - other)) {
      const difference = id - last;
      if (difference > 0 && difference <= 15) writer.u8((difference << 4) | value.type);
      else {
        writer.u8(value.type);
        signed(BigInt(id));
      }
      last = id;
      element(value);
    }
    writer.u8(0);
  };
  struct(fields);
  return writer.finish();
}

/** The fields of a struct. Empty if the value is none. */
export const thriftStruct = (value: ThriftValue | undefined): ThriftFields =>
  value?.type === 12 ? value.fields : new Map();

/** The values of a list. Empty if the value is none. */
export const thriftList = (value: ThriftValue | undefined): readonly ThriftValue[] =>
  value?.type === 9 ? value.values : [];

/** A whole number. Null if the value is none, or too large. */
export function thriftNumber(value: ThriftValue | undefined): number | null {
  if (value === undefined || !('value' in value)) return null;
  const number = Number(value.value);
  return Number.isSafeInteger(number) ? number : null;
}

/** A text. Null if the value is none. */
export const thriftText = (value: ThriftValue | undefined): string | null =>
  value?.type === 8 ? new TextDecoder().decode(value.bytes) : null;
