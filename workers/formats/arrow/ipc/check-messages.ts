import { FormatlabError } from '../../../model/errors';

/**
 * Walks the messages of an IPC stream before apache-arrow reads them: its FlatBuffers reader believes every length, and a
 * damaged one keeps it busy for minutes. Only lengths are checked; what they are lengths of is the library's to read.
 */
export function checkMessages(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let at = 0;
  for (;;) {
    if (at + 8 > stream.length) throw damaged('ends without its end mark');
    if (view.getUint32(at, true) !== 0xffffffff) throw damaged(`has no message at byte ${at}`);
    const metadataBytes = view.getInt32(at + 4, true);
    at += 8;
    if (metadataBytes === 0) return;
    if (metadataBytes < 0 || at + metadataBytes > stream.length)
      throw damaged(`has a message of ${metadataBytes} bytes at byte ${at}, though it has ${stream.length}`);
    const bodyBytes = checkMessage(new DataView(stream.buffer, stream.byteOffset + at, metadataBytes));
    if (bodyBytes < 0 || at + metadataBytes + bodyBytes > stream.length)
      throw damaged(`has a batch of ${bodyBytes} bytes at byte ${at}, though it has ${stream.length}`);
    at += metadataBytes + bodyBytes;
  }
}

/** Field numbers of Message.fbs and Schema.fbs. */
const messageField = { headerType: 1, header: 2, bodyLength: 3 } as const;
const schemaField = { fields: 1, metadata: 2, features: 3 } as const;
const fieldField = { name: 0, children: 5, metadata: 6 } as const;
const batchField = { nodes: 1, buffers: 2, variadicCounts: 4 } as const;
const headerType = { schema: 1, recordBatch: 3 } as const;

const deepestNesting = 16;

/** Length of the body. */
function checkMessage(view: DataView): number {
  try {
    const message = view.getUint32(0, true);
    const header = place(view, message, messageField.header);
    const type = place(view, message, messageField.headerType);
    const bodyLength = place(view, message, messageField.bodyLength);
    if (header === null || type === null) throw damaged('has a message without a header');
    const table = target(view, header);
    switch (view.getUint8(type)) {
      case headerType.schema:
        checkFields(view, table, schemaField.fields, 0);
        checkVector(view, table, schemaField.metadata, 4);
        checkVector(view, table, schemaField.features, 8);
        break;
      case headerType.recordBatch:
        checkVector(view, table, batchField.nodes, 16);
        checkVector(view, table, batchField.buffers, 16);
        checkVector(view, table, batchField.variadicCounts, 8);
        break;
      default:
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'decode',
          format: 'arrow',
          message: 'The file holds dictionaries or tensors, which are not read here.',
        });
    }
    return bodyLength === null ? 0 : Number(view.getBigInt64(bodyLength, true));
  } catch (thrown) {
    if (thrown instanceof RangeError) throw damaged('has a message that points out of itself');
    throw thrown;
  }
}

function checkFields(view: DataView, table: number, index: number, depth: number): void {
  if (depth > deepestNesting) throw damaged('nests its columns too deeply');
  const vector = checkVector(view, table, index, 4);
  if (vector === null) return;
  for (let entry = 0; entry < vector.length; entry += 1) {
    const field = target(view, vector.start + 4 * entry);
    checkVector(view, field, fieldField.name, 1);
    checkVector(view, field, fieldField.metadata, 4);
    checkFields(view, field, fieldField.children, depth + 1);
  }
}

/** Where a vector or string begins, and its length; null where the table has none. */
function checkVector(view: DataView, table: number, index: number, elementBytes: number): { start: number; length: number } | null {
  const at = place(view, table, index);
  if (at === null) return null;
  const vector = target(view, at);
  const length = view.getUint32(vector, true);
  if (vector + 4 + length * elementBytes > view.byteLength) throw damaged(`has a list of ${length} in a message of ${view.byteLength} bytes`);
  return { start: vector + 4, length };
}

/** Where a table keeps its field; null where it is left out. */
function place(view: DataView, table: number, index: number): number | null {
  const vtable = table - view.getInt32(table, true);
  const entry = 4 + 2 * index;
  if (entry >= view.getUint16(vtable, true)) return null;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? null : table + offset;
}

const target = (view: DataView, at: number) => at + view.getUint32(at, true);

function damaged(what: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'decode', format: 'arrow', message: `The Arrow IPC stream ${what}.` });
}
