/**
 * Checks of Arrow IPC before apache-arrow reads it. Its FlatBuffers reader trusts every length, and a damaged length can keep it busy for minutes. Only lengths and the agreement of
 * columns and batches are checked; the library checks the rest.
 * https://arrow.apache.org/docs/format/Columnar.html, Schema.fbs, Message.fbs and File.fbs.
 */

/** Damage in an Arrow file. The message completes a sentence about the file: “ends within a message”. */
export class ArrowDamage extends Error {
  override readonly name = 'ArrowDamage';
}

/** Types that apache-arrow does not support, by their numbers in Schema.fbs. */
const unknownTypes = { 22: 'run-end encoded', 25: 'list view', 26: 'large list view' } as const;

export type UnknownType = (typeof unknownTypes)[keyof typeof unknownTypes];

/** A field with a type that apache-arrow does not support. */
export interface UnknownField {
  /** The index of the column, then those of the fields below it. */
  readonly path: readonly number[];
  readonly type: UnknownType;
  /** The offset in the file of the byte that holds the type's number. */
  readonly typeAt: number;
}

/** A column has a type that apache-arrow does not support. The column's name includes the columns around it. */
export class UnknownArrowType extends Error {
  override readonly name = 'UnknownArrowType';
  readonly column: string;
  readonly type: string;

  constructor(column: string, type: string) {
    super(`The column “${column}” has the Arrow type ${type}, which Formatlab does not support.`);
    this.column = column;
    this.type = type;
  }
}

/** Looks at the type of a field, whose number is at `typeAt`. */
type Types = (view: DataView, typeAt: number, path: readonly number[], name: () => string) => void;

const isUnknown = (type: number): type is keyof typeof unknownTypes => type in unknownTypes;

function typesIn(file: Uint8Array, unknown: UnknownField[] | null): Types {
  return (view, typeAt, path, name) => {
    const found = view.getUint8(typeAt);
    if (!isUnknown(found)) return;
    const type = unknownTypes[found];
    if (unknown === null) throw new UnknownArrowType(name(), type);
    unknown.push({ path, type, typeAt: view.byteOffset - file.byteOffset + typeAt });
  };
}

const continuation = 0xffffffff;

/**
 * Checks the messages of an IPC stream. Returns whether the stream has its optional end mark. Fields of unknown types are added to `unknown`.
 * @throws {@link ArrowDamage}; {@link UnknownArrowType} for such a field if `unknown` is null
 */
export function checkArrowStream(stream: Uint8Array, unknown: UnknownField[] | null = null): boolean {
  const view = viewOf(stream);
  const types = typesIn(stream, unknown);
  let columns: readonly number[] | null = null;
  let at = 0;
  while (at < stream.length) {
    const message = messageAt(view, at, stream.length);
    if (message === null) return true;
    const schema = checkMessage(message.metadata, columns, null, types);
    if (schema !== null && columns !== null && unknown !== null && unknown.length > 0)
      throw new ArrowDamage('has two schemas');
    columns = schema ?? columns;
    at = message.end;
  }
  return false;
}

/**
 * Checks the footer of an IPC file and the messages that it refers to. The file must begin and end with its magic bytes. Fields of unknown
 * types are added to `unknown`.
 * @throws {@link ArrowDamage}; {@link UnknownArrowType} for such a field if `unknown` is null
 */
export function checkArrowFile(file: Uint8Array, unknown: UnknownField[] | null = null): void {
  const view = viewOf(file);
  const footerEnd = file.length - magicBytes - 4;
  const footerBytes = footerEnd < magicBytes ? -1 : view.getInt32(footerEnd, true);
  if (footerBytes <= 0 || footerBytes > footerEnd - magicBytes)
    throw new ArrowDamage('is truncated: it does not end with a footer');
  const footerStart = footerEnd - footerBytes;
  const footer = new DataView(view.buffer, view.byteOffset + footerStart, footerBytes);
  const types = typesIn(file, unknown);
  const { columns, blocks } = within(() => checkFooter(footer, types));
  let claimedBytes = 0;
  for (const { start, type } of blocks) {
    const message = start < magicBytes || start >= footerStart ? null : messageAt(view, start, footerStart);
    if (message === null) throw new ArrowDamage(`names a batch at byte ${start}, but no batch begins there`);
    claimedBytes += message.end - start;
    // Blocks do not overlap: a footer that refers to the same batch many times would make reading expensive.
    if (claimedBytes > footerStart) throw new ArrowDamage('names more batches than it holds');
    checkMessage(message.metadata, columns, type, types);
  }
}

const magicBytes = 6;

interface Message {
  readonly metadata: DataView;
  /** The offset of the next message. */
  readonly end: number;
}

/** The message at `at`, whose metadata and body must end before `limit`; null for the end mark. */
function messageAt(view: DataView, at: number, limit: number): Message | null {
  const need = (end: number) => {
    if (end > limit) throw new ArrowDamage(`ends within the message at byte ${at}`);
    return end;
  };
  need(at + 4);
  // Before version 0.15, Arrow had no continuation mark before the length.
  const start = view.getUint32(at, true) === continuation ? need(at + 8) : at + 4;
  const metadataBytes = view.getInt32(start - 4, true);
  if (metadataBytes === 0) return null;
  if (metadataBytes < 0) throw new ArrowDamage(`has no message at byte ${at}`);
  const bodyStart = need(start + metadataBytes);
  const metadata = new DataView(view.buffer, view.byteOffset + start, metadataBytes);
  const bodyBytes = within(() => {
    const field = place(metadata, metadata.getInt32(0, true), messageField.bodyLength);
    return field === null ? 0 : Number(metadata.getBigInt64(field, true));
  });
  if (bodyBytes < 0) throw new ArrowDamage(`has a batch of ${bodyBytes} bytes at byte ${bodyStart}`);
  return { metadata, end: need(bodyStart + bodyBytes) };
}

/** Indices of the fields of FlatBuffers tables, in the order of the .fbs files. */
const messageField = { headerType: 1, header: 2, bodyLength: 3, metadata: 4 } as const;
const footerField = { schema: 1, dictionaries: 2, recordBatches: 3 } as const;
const schemaField = { fields: 1, metadata: 2, features: 3 } as const;
const fieldField = { name: 0, type: 2, dictionary: 4, children: 5, metadata: 6 } as const;
const batchField = { length: 0, nodes: 1, buffers: 2, variadicCounts: 4 } as const;
const dictionaryField = { data: 1 } as const;
const headerType = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;
/** Sizes of structs in bytes: FieldNode and Buffer are two int64, Block is int64, int32 and int64. */
const pairBytes = 16;
const blockBytes = 24;

const deepestNesting = 16;

/** Turns reads outside the message, for which DataView throws a RangeError, into {@link ArrowDamage}. */
function within<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ArrowDamage('has a message with an offset outside its bytes');
    throw thrown;
  }
}

/**
 * `columns` is the number of nodes of each column in a batch. Returns these numbers for a schema, null for any other message. `expected` is the type of message that the footer
 * promises: apache-arrow loops for ever if it finds a schema or a dictionary instead of a batch.
 */
function checkMessage(
  view: DataView,
  columns: readonly number[] | null,
  expected: number | null,
  types: Types,
): readonly number[] | null {
  return within(() => {
    const message = view.getInt32(0, true);
    checkVector(view, message, messageField.metadata, 4);
    const header = place(view, message, messageField.header);
    const type = place(view, message, messageField.headerType);
    if (header === null || type === null) throw new ArrowDamage('has a message without a header');
    const table = target(view, header);
    const found = view.getUint8(type);
    if (expected !== null && found !== expected)
      throw new ArrowDamage('names a batch that is a message of another type');
    switch (found) {
      case headerType.schema:
        return checkSchema(view, table, types);
      case headerType.recordBatch:
        if (columns === null) throw new ArrowDamage('has a batch before its schema');
        checkBatch(view, table, columns);
        return null;
      case headerType.dictionaryBatch: {
        const data = place(view, table, dictionaryField.data);
        if (data === null) throw new ArrowDamage('has a dictionary without values');
        // A dictionary's values are one column. Its number of nodes does not matter, because no other column follows.
        checkBatch(view, target(view, data), [1]);
        return null;
      }
      default:
        throw new ArrowDamage('has a message that is neither a schema nor a batch');
    }
  });
}

interface Block {
  readonly start: number;
  readonly type: number;
}

function checkFooter(view: DataView, types: Types): { columns: readonly number[]; blocks: readonly Block[] } {
  const footer = view.getInt32(0, true);
  const schema = place(view, footer, footerField.schema);
  if (schema === null) throw new ArrowDamage('has no schema');
  const blocksOf = (index: number, type: number) => {
    const vector = checkVector(view, footer, index, blockBytes);
    return Array.from(
      { length: vector?.length ?? 0 },
      (_, entry): Block => ({ start: Number(view.getBigInt64((vector?.start ?? 0) + blockBytes * entry, true)), type }),
    );
  };
  return {
    columns: checkSchema(view, target(view, schema), types),
    blocks: [
      ...blocksOf(footerField.dictionaries, headerType.dictionaryBatch),
      ...blocksOf(footerField.recordBatches, headerType.recordBatch),
    ],
  };
}

function checkSchema(view: DataView, table: number, types: Types): readonly number[] {
  checkVector(view, table, schemaField.metadata, 4);
  checkVector(view, table, schemaField.features, 8);
  // A field takes at least 12 bytes, and fields are not shared: many references to one field would make reading expensive.
  const budget = { fieldsLeft: Math.floor(view.byteLength / 12) };
  return checkFields(view, table, schemaField.fields, { name: () => '', path: [] }, budget, types);
}

/** The number of nodes of each field in a batch, including its children. The values of a dictionary are in separate batches. */
function checkFields(
  view: DataView,
  table: number,
  index: number,
  around: { readonly name: () => string; readonly path: readonly number[] },
  budget: { fieldsLeft: number },
  types: Types,
): readonly number[] {
  if (around.path.length > deepestNesting) throw new ArrowDamage('nests its columns too deeply');
  const vector = checkVector(view, table, index, 4);
  const nodes: number[] = [];
  for (let entry = 0; entry < (vector?.length ?? 0); entry += 1) {
    budget.fieldsLeft -= 1;
    if (budget.fieldsLeft < 0) throw new ArrowDamage('has more columns than its schema can hold');
    const field = target(view, (vector?.start ?? 0) + 4 * entry);
    const name = checkVector(view, field, fieldField.name, 1);
    const bytes = new Uint8Array(view.buffer, view.byteOffset + (name?.start ?? 0), name?.length ?? 0);
    const fullName = () => `${around.name()}${new TextDecoder().decode(bytes)}`;
    const path = [...around.path, entry];
    const typeAt = place(view, field, fieldField.type);
    if (typeAt !== null) types(view, typeAt, path, fullName);
    checkVector(view, field, fieldField.metadata, 4);
    const within = { name: () => `${fullName()}.`, path };
    const children = checkFields(view, field, fieldField.children, within, budget, types);
    nodes.push(
      place(view, field, fieldField.dictionary) === null ? children.reduce((sum, count) => sum + count, 1) : 1,
    );
  }
  return nodes;
}

/** Checks that the buffers of a batch are inside it, and that each column has as many rows as the batch. apache-arrow would invent missing rows. */
function checkBatch(view: DataView, table: number, columns: readonly number[]): void {
  const nodes = checkVector(view, table, batchField.nodes, pairBytes);
  checkVector(view, table, batchField.buffers, pairBytes);
  checkVector(view, table, batchField.variadicCounts, 8);
  const length = place(view, table, batchField.length);
  const rowCount = length === null ? 0n : view.getBigInt64(length, true);
  let node = 0;
  for (const [column, count] of columns.entries()) {
    if (nodes === null || node >= nodes.length) throw new ArrowDamage(`has a batch without column ${column + 1}`);
    const rows = view.getBigInt64(nodes.start + pairBytes * node, true);
    if (rows !== rowCount)
      throw new ArrowDamage(`has ${rows} rows of column ${column + 1}, but its batch has ${rowCount}`);
    node += count;
  }
}

/** The start and the length of a vector or string; null if the table has none. */
function checkVector(
  view: DataView,
  table: number,
  index: number,
  elementBytes: number,
): { start: number; length: number } | null {
  const at = place(view, table, index);
  if (at === null) return null;
  const vector = target(view, at);
  const length = view.getInt32(vector, true);
  if (length < 0 || vector + 4 + length * elementBytes > view.byteLength)
    throw new ArrowDamage(`has a list of ${length} items, more than its message of ${view.byteLength} bytes can hold`);
  return { start: vector + 4, length };
}

/** The offset of a table's field; null if the field is omitted. It is read as a signed number, like the library does, so that both see the same message. */
function place(view: DataView, table: number, index: number): number | null {
  const vtable = table - view.getInt32(table, true);
  const entry = 4 + 2 * index;
  if (entry >= view.getInt16(vtable, true)) return null;
  const offset = view.getInt16(vtable + entry, true);
  return offset === 0 ? null : table + offset;
}

const target = (view: DataView, at: number) => at + view.getInt32(at, true);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
