import {
  thriftStruct,
  thriftList,
  thriftNumber,
  readThriftTree,
  type ThriftFields,
  type ThriftValue,
  writeThriftTree,
} from '../file/thrift-tree';

/** The numbers of the fields: https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift */
const ofFile = { schema: 2, rowGroups: 4 } as const;
const ofElement = { convertedType: 6, logicalType: 10 } as const;
const ofRowGroup = { columns: 1 } as const;
const ofChunk = { metadata: 3 } as const;
const ofColumn = { dictionaryPageOffset: 11 } as const;
/** The Thrift types of a column’s later fields. Before they had a meaning, Dremio stored a list under the number 15. */
const typesOfLaterFields = new Map<number, ThriftValue['type']>([
  [14, 6],
  [15, 5],
  [16, 12],
  [17, 12],
]);
/** As old versions of parquet-cpp wrote a column of nulls only. */
const convertedTypeOfNulls = 24;
const logicalTypeOfNulls = 11;

const tailBytes = 8;

/**
 * Rewrites three old forms in the footer, which arrow-rs refuses: the former type of columns that hold only nulls, a dictionary offset of 0 in columns
 * without a dictionary, and fields whose numbers have another meaning today. Returns null if the footer has none of them.
 */
export function withFooterOfToday(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const end = file.length - tailBytes;
  const start = end - view.getUint32(end, true);
  const stored = readThriftTree(file.subarray(start, end));
  const changed = withItems(withItems(stored, ofFile.schema, withTypeOfNulls), ofFile.rowGroups, (group) =>
    withItems(group, ofRowGroup.columns, withColumnOfToday),
  );
  if (changed === stored) return null;
  const footer = writeThriftTree(changed);
  const bytes = new Uint8Array(start + footer.length + tailBytes);
  bytes.set(file.subarray(0, start));
  bytes.set(footer, start);
  bytes.set(file.subarray(end), start + footer.length);
  new DataView(bytes.buffer).setUint32(start + footer.length, footer.length, true);
  return bytes;
}

/** The struct with the structs of one of its lists changed. Returns the same object if none was. */
function withItems(fields: ThriftFields, id: number, change: (item: ThriftFields) => ThriftFields): ThriftFields {
  const list = fields.get(id);
  let isChanged = false;
  const values = thriftList(list).map((item): ThriftValue => {
    const before = thriftStruct(item);
    const after = change(before);
    if (after === before) return item;
    isChanged = true;
    return { type: 12, fields: after };
  });
  return isChanged ? new Map([...fields, [id, { type: 9, items: 12, values }]]) : fields;
}

function withTypeOfNulls(element: ThriftFields): ThriftFields {
  if (thriftNumber(element.get(ofElement.convertedType)) !== convertedTypeOfNulls) return element;
  const fields = new Map(element);
  fields.delete(ofElement.convertedType);
  const nulls: ThriftValue = { type: 12, fields: new Map() };
  return fields.set(ofElement.logicalType, { type: 12, fields: new Map([[logicalTypeOfNulls, nulls]]) });
}

function withColumnOfToday(chunk: ThriftFields): ThriftFields {
  const column = thriftStruct(chunk.get(ofChunk.metadata));
  const fields = new Map(column);
  if (thriftNumber(column.get(ofColumn.dictionaryPageOffset)) === 0) fields.delete(ofColumn.dictionaryPageOffset);
  for (const [id, type] of typesOfLaterFields) if ((column.get(id)?.type ?? type) !== type) fields.delete(id);
  if (fields.size === column.size) return chunk;
  return new Map([...chunk, [ofChunk.metadata, { type: 12, fields }]]);
}
