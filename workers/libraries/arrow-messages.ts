/**
 * Checks of Arrow IPC before apache-arrow reads it. Its FlatBuffers reader trusts every length, and a damaged length can keep it busy for minutes. Checked are the
 * messages' structure, lengths, and the agreement of columns and batches; the library checks the rest.
 * https://arrow.apache.org/docs/format/Columnar.html, Schema.fbs, Message.fbs and File.fbs.
 */

import { DamagedInput } from '../model/damaged-input';
import { checkPlaces, checkVector, place, stringBytes, tableAt, target, within } from './arrow-flatbuffers';
import { type UnknownField, UnknownArrowType, unknownTypes, type WideIntType } from './arrow-unknown-types';

const intType = 2;
/** Polars has integers of as many bits, which Arrow's format does not have. */
const wideIntBits = 128;

/** Looks at the type of a field, whose number is at `typeAt`, and whose properties are in the table at `table`. */
type Types = (view: DataView, typeAt: number, table: number, path: readonly number[], name: string) => void;

const isUnknown = (type: number): type is keyof typeof unknownTypes => type in unknownTypes;

function typesIn(file: Uint8Array, unknown: UnknownField[] | null): Types {
  return (view, typeAt, table, path, name) => {
    const found = view.getUint8(typeAt);
    const wide = found === intType ? wideIntAt(view, table) : null;
    const type = wide?.type ?? (isUnknown(found) ? unknownTypes[found] : null);
    if (type === null) return;
    if (unknown === null) throw new UnknownArrowType(name, type);
    const offset = view.byteOffset - file.byteOffset;
    unknown.push({ path, type, typeAt: offset + typeAt, bitWidthAt: wide === null ? null : offset + wide.bitWidthAt });
  };
}

/** The type of an integer of 128 bits, and where their number is; null for any other integer. */
function wideIntAt(view: DataView, table: number): { readonly type: WideIntType; readonly bitWidthAt: number } | null {
  const bitWidthAt = place(view, table, 0, 4);
  if (bitWidthAt === null || view.getInt32(bitWidthAt, true) !== wideIntBits) return null;
  const signedAt = place(view, table, 1, 1);
  return { type: signedAt !== null && view.getUint8(signedAt) !== 0 ? 'Int128' : 'Uint128', bitWidthAt };
}

export const continuation = 0xffffffff;

/**
 * Checks the messages of an IPC stream. Returns whether the stream has its optional end mark. Fields of unknown types are added to `unknown`.
 * @throws {@link DamagedInput}; {@link UnknownArrowType} for such a field if `unknown` is null
 */
export function checkArrowStream(stream: Uint8Array, unknown: UnknownField[] | null = null): boolean {
  const view = viewOf(stream);
  const types = typesIn(stream, unknown);
  let columns: readonly number[] | null = null;
  let at = 0;
  while (at < stream.length) {
    const message = messageAt(view, at, stream.length);
    if (message === null) return true;
    const schema = checkMessage(message, columns, null, types);
    if (schema !== null && columns !== null && unknown !== null && unknown.length > 0)
      throw new DamagedInput('has two schemas');
    columns = schema ?? columns;
    at = message.end;
  }
  return false;
}

/**
 * Checks the footer of an IPC file and the messages that it refers to. The file must begin and end with its magic bytes. Fields of unknown
 * types are added to `unknown`.
 * @throws {@link DamagedInput}; {@link UnknownArrowType} for such a field if `unknown` is null
 */
export function checkArrowFile(file: Uint8Array, unknown: UnknownField[] | null = null): void {
  const view = viewOf(file);
  const footerEnd = file.length - magicBytes - 4;
  const footerBytes = footerEnd < magicBytes ? -1 : view.getInt32(footerEnd, true);
  if (footerBytes <= 0 || footerBytes > footerEnd - magicBytes)
    throw new DamagedInput('is truncated: it does not end with a footer');
  const footerStart = footerEnd - footerBytes;
  const footer = new DataView(view.buffer, view.byteOffset + footerStart, footerBytes);
  const types = typesIn(file, unknown);
  const { columns, blocks } = within(() => checkFooter(footer, types));
  let claimedBytes = 0;
  for (const { start, type } of blocks) {
    const message = start < magicBytes || start >= footerStart ? null : messageAt(view, start, footerStart);
    if (message === null) throw new DamagedInput(`names a batch at byte ${start}, but no batch begins there`);
    claimedBytes += message.end - start;
    // Blocks do not overlap: a footer that refers to the same batch many times would make reading expensive.
    if (claimedBytes > footerStart) throw new DamagedInput('names more batches than it holds');
    checkMessage(message, columns, type, types);
  }
}

/**
 * Checks messages that are read one after the other, so that a file need not be in memory. The bytes of a message are its prefix and its metadata, without
 * its body. Fields of unknown types are added to `unknown`, with their places in the message. @throws {@link DamagedInput}
 */
export class ArrowMessageCheck {
  readonly #unknown: UnknownField[];
  #columns: readonly number[] | null = null;

  constructor(unknown: UnknownField[]) {
    this.#unknown = unknown;
  }

  /** @param limit the bytes from the start of the message to the end of the stream */
  check(message: Uint8Array, limit: number): void {
    const placed = messageAt(viewOf(message), 0, limit);
    if (placed === null) return;
    this.#columns = checkMessage(placed, this.#columns, null, typesIn(message, this.#unknown)) ?? this.#columns;
  }
}

/**
 * Checks the footer of an IPC file. Returns where the batches begin that it names, and whether each is of a dictionary. Types are left to the
 * check of the schema. @throws {@link DamagedInput}
 */
export function checkArrowFooter(
  footer: Uint8Array,
): readonly { readonly start: number; readonly isDictionary: boolean }[] {
  const { blocks } = within(() => checkFooter(viewOf(footer), typesIn(footer, [])));
  return blocks.map(({ start, type }) => ({ start, isDictionary: type === headerType.dictionaryBatch }));
}

const magicBytes = 6;

interface Message {
  readonly metadata: DataView;
  readonly bodyBytes: number;
  /** The offset of the next message. */
  readonly end: number;
}

/**
 * The sizes of the prefix at `at`, and of the metadata that it announces: 0 for the end mark, and negative if the prefix is damaged. Null if the
 * prefix does not end before `limit`.
 */
export function messagePrefix(
  view: DataView,
  at: number,
  limit: number,
): { readonly prefixBytes: number; readonly metadataBytes: number } | null {
  if (at + 4 > limit) return null;
  // Before version 0.15, Arrow had no continuation mark before the length.
  const prefixBytes = view.getUint32(at, true) === continuation ? 8 : 4;
  return at + prefixBytes > limit ? null : { prefixBytes, metadataBytes: view.getInt32(at + prefixBytes - 4, true) };
}

/** The message at `at`, whose metadata and body must end before `limit`; null for the end mark. */
function messageAt(view: DataView, at: number, limit: number): Message | null {
  const need = (end: number) => {
    if (end > limit) throw new DamagedInput(`ends within the message at byte ${at}`);
    return end;
  };
  const prefix = messagePrefix(view, at, limit);
  if (prefix === null) throw new DamagedInput(`ends within the message at byte ${at}`);
  const { prefixBytes, metadataBytes } = prefix;
  if (metadataBytes === 0) return null;
  if (metadataBytes < 0) throw new DamagedInput(`has no message at byte ${at}`);
  const start = at + prefixBytes;
  const bodyStart = need(start + metadataBytes);
  const metadata = new DataView(view.buffer, view.byteOffset + start, metadataBytes);
  const bodyBytes = within(() => {
    const field = place(metadata, metadata.getInt32(0, true), messageField.bodyLength, 8);
    return field === null ? 0 : Number(metadata.getBigInt64(field, true));
  });
  if (bodyBytes < 0) throw new DamagedInput(`has a batch of ${bodyBytes} bytes at byte ${bodyStart}`);
  return { metadata, bodyBytes, end: need(bodyStart + bodyBytes) };
}

/**
 * True if bytes begin as a stream of a version before 0.15 does, which has no magic bytes: the length of a message, and the message of a schema.
 * The bytes may end within the message.
 */
export function beginsAsOldStream(head: Uint8Array): boolean {
  const view = viewOf(head);
  if (head.length < 16) return false;
  const metadataBytes = view.getInt32(0, true);
  // Each message ends at a multiple of 8 bytes.
  if (metadataBytes < 16 || metadataBytes > maxSchemaBytes || (4 + metadataBytes) % 8 !== 0) return false;
  try {
    const metadata = new DataView(view.buffer, view.byteOffset + 4, Math.min(metadataBytes, head.length - 4));
    const root = metadata.getInt32(0, true);
    if (root < 4) return false;
    const type = place(metadata, root, messageField.headerType, 1);
    const schema = tableAt(metadata, root, messageField.header);
    if (type === null || metadata.getUint8(type) !== headerType.schema || schema === null) return false;
    return checkVector(metadata, schema, schemaField.fields, 4) !== null;
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof DamagedInput) return false;
    throw thrown;
  }
}

/** A longer schema is not believed, since no magic bytes confirm it. */
const maxSchemaBytes = 16 * 1_048_576;

/** Indices of the fields of FlatBuffers tables, in the order of the .fbs files. */
const messageField = { version: 0, headerType: 1, header: 2, bodyLength: 3, metadata: 4 } as const;
const footerField = { schema: 1, dictionaries: 2, recordBatches: 3 } as const;
const schemaField = { endianness: 0, fields: 1, metadata: 2, features: 3 } as const;
const fieldField = { name: 0, nullable: 1, typeNumber: 2, type: 3, dictionary: 4, children: 5, metadata: 6 } as const;
const batchField = { length: 0, nodes: 1, buffers: 2, compression: 3, variadicCounts: 4 } as const;
const dictionaryField = { id: 0, data: 1, isDelta: 2 } as const;
/** The sizes of the fields of DictionaryEncoding: id, indexType, isOrdered, dictionaryKind; and of BodyCompression: codec, method. */
const dictionaryEncodingBytes = [8, 4, 1, 2];
const compressionBytes = [1, 1];
/** The sizes in bytes of the fields of each type's table, by the type's number in Schema.fbs. The others have no fields. */
const typeFieldBytes: Readonly<Record<number, readonly number[]>> = {
  2: [4, 1], // Int: bitWidth, is_signed
  3: [2], // FloatingPoint: precision
  7: [4, 4, 4], // Decimal: precision, scale, bitWidth
  8: [2], // Date: unit
  9: [2, 4], // Time: unit, bitWidth
  10: [2, 4], // Timestamp: unit, timezone
  11: [2], // Interval: unit
  14: [2, 4], // Union: mode, typeIds
  15: [4], // FixedSizeBinary: byteWidth
  16: [4], // FixedSizeList: listSize
  17: [1], // Map: keysSorted
  18: [2], // Duration: unit
};
const headerType = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;
/** Sizes of structs in bytes: FieldNode and Buffer are two int64, Block is int64, int32 and int64. */
const pairBytes = 16;
const blockBytes = 24;

const deepestNesting = 16;

/**
 * `columns` is the number of nodes of each column in a batch. Returns these numbers for a schema, null for any other message. `expected` is the type of message that the footer
 * promises: apache-arrow loops for ever if it finds a schema or a dictionary instead of a batch.
 */
function checkMessage(
  { metadata: view, bodyBytes }: Message,
  columns: readonly number[] | null,
  expected: number | null,
  types: Types,
): readonly number[] | null {
  return within(() => {
    const message = view.getInt32(0, true);
    place(view, message, messageField.version, 2);
    checkVector(view, message, messageField.metadata, 4);
    const table = tableAt(view, message, messageField.header);
    const type = place(view, message, messageField.headerType, 1);
    if (table === null || type === null) throw new DamagedInput('has a message without a header');
    const found = view.getUint8(type);
    if (expected !== null && found !== expected)
      throw new DamagedInput('names a batch that is a message of another type');
    switch (found) {
      case headerType.schema:
        return checkSchema(view, table, types);
      case headerType.recordBatch:
        if (columns === null) throw new DamagedInput('has a batch before its schema');
        checkBatch(view, table, columns, bodyBytes);
        return null;
      case headerType.dictionaryBatch: {
        place(view, table, dictionaryField.id, 8);
        place(view, table, dictionaryField.isDelta, 1);
        const data = tableAt(view, table, dictionaryField.data);
        if (data === null) throw new DamagedInput('has a dictionary without values');
        // A dictionary's values are one column. Its number of nodes does not matter, because no other column follows.
        checkBatch(view, data, [1], bodyBytes);
        return null;
      }
      default:
        throw new DamagedInput('has a message that is neither a schema nor a batch');
    }
  });
}

interface Block {
  readonly start: number;
  readonly type: number;
}

function checkFooter(view: DataView, types: Types): { columns: readonly number[]; blocks: readonly Block[] } {
  const footer = view.getInt32(0, true);
  const schema = tableAt(view, footer, footerField.schema);
  if (schema === null) throw new DamagedInput('has no schema');
  const blocksOf = (index: number, type: number) => {
    const vector = checkVector(view, footer, index, blockBytes);
    return Array.from(
      { length: vector?.length ?? 0 },
      (_, entry): Block => ({ start: Number(view.getBigInt64((vector?.start ?? 0) + blockBytes * entry, true)), type }),
    );
  };
  return {
    columns: checkSchema(view, schema, types),
    blocks: [
      ...blocksOf(footerField.dictionaries, headerType.dictionaryBatch),
      ...blocksOf(footerField.recordBatches, headerType.recordBatch),
    ],
  };
}

function checkSchema(view: DataView, table: number, types: Types): readonly number[] {
  checkVector(view, table, schemaField.metadata, 4);
  checkVector(view, table, schemaField.features, 8);
  const endianness = place(view, table, schemaField.endianness, 2);
  if (endianness !== null && view.getInt16(endianness, true) !== 0)
    throw new DamagedInput('has numbers in big-endian order');
  // A field takes at least 12 bytes, and fields are not shared: many references to one field or name would make reading expensive.
  const budget = { fieldsLeft: Math.floor(view.byteLength / 12), nameBytesLeft: view.byteLength };
  return checkFields(view, table, schemaField.fields, { name: '', path: [] }, budget, types);
}

/** The number of nodes of each field in a batch, including its children. The values of a dictionary are in separate batches. */
function checkFields(
  view: DataView,
  table: number,
  index: number,
  around: { readonly name: string; readonly path: readonly number[] },
  budget: { fieldsLeft: number; nameBytesLeft: number },
  types: Types,
): readonly number[] {
  if (around.path.length > deepestNesting) throw new DamagedInput('nests its columns too deeply');
  const vector = checkVector(view, table, index, 4);
  const nodes: number[] = [];
  for (let entry = 0; entry < (vector?.length ?? 0); entry += 1) {
    budget.fieldsLeft -= 1;
    if (budget.fieldsLeft < 0) throw new DamagedInput('has more columns than its schema can hold');
    const field = target(view, (vector?.start ?? 0) + 4 * entry);
    const nameBytes = stringBytes(view, field, fieldField.name);
    budget.nameBytesLeft -= nameBytes.length;
    if (budget.nameBytesLeft < 0) throw new DamagedInput('has longer names than its schema can hold');
    const name = nameOf(nameBytes);
    const path = [...around.path, entry];
    checkType(view, field, path, `${around.name}${name}`, types);
    checkVector(view, field, fieldField.metadata, 4);
    const here = { name: `${around.name}${name}.`, path };
    const children = checkFields(view, field, fieldField.children, here, budget, types);
    const dictionary = tableAt(view, field, fieldField.dictionary);
    if (dictionary !== null) checkPlaces(view, dictionary, dictionaryEncodingBytes);
    nodes.push(dictionary === null ? children.reduce((sum, count) => sum + count, 1) : 1);
  }
  return nodes;
}

function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DamagedInput('has a column whose name is not UTF-8');
  }
}

function checkType(view: DataView, field: number, path: readonly number[], name: string, types: Types): void {
  place(view, field, fieldField.nullable, 1);
  const typeAt = place(view, field, fieldField.typeNumber, 1);
  const table = tableAt(view, field, fieldField.type);
  if (typeAt === null || table === null || view.getUint8(typeAt) === 0)
    throw new DamagedInput(`has a column “${name.slice(0, 60)}” without a type`);
  checkPlaces(view, table, typeFieldBytes[view.getUint8(typeAt)] ?? []);
  types(view, typeAt, table, path, name);
}

/** Checks that the buffers of a batch are inside it, and that each column has as many rows as the batch. apache-arrow would invent missing rows. */
function checkBatch(view: DataView, table: number, columns: readonly number[], bodyBytes: number): void {
  const nodes = checkVector(view, table, batchField.nodes, pairBytes);
  checkBuffers(view, table, bodyBytes);
  const compression = tableAt(view, table, batchField.compression);
  if (compression !== null) checkPlaces(view, compression, compressionBytes);
  checkVector(view, table, batchField.variadicCounts, 8);
  const length = place(view, table, batchField.length, 8);
  const rowCount = length === null ? 0n : view.getBigInt64(length, true);
  let node = 0;
  for (const [column, count] of columns.entries()) {
    if (nodes === null || node >= nodes.length) throw new DamagedInput(`has a batch without column ${column + 1}`);
    const rows = view.getBigInt64(nodes.start + pairBytes * node, true);
    if (rows !== rowCount)
      throw new DamagedInput(`has ${rows} rows of column ${column + 1}, but its batch has ${rowCount}`);
    node += count;
  }
}

function checkBuffers(view: DataView, table: number, bodyBytes: number): void {
  const buffers = checkVector(view, table, batchField.buffers, pairBytes);
  for (let index = 0; index < (buffers?.length ?? 0); index += 1) {
    const at = (buffers?.start ?? 0) + pairBytes * index;
    const start = Number(view.getBigInt64(at, true));
    const length = Number(view.getBigInt64(at + 8, true));
    if (length !== 0 && !(start >= 0 && start % 8 === 0 && length > 0 && start + length <= bodyBytes))
      throw new DamagedInput(`has a buffer of ${length} bytes at byte ${start} of a batch of ${bodyBytes} bytes`);
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
