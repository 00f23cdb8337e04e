import type { FileMetaData } from 'hyparquet';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import { footerMetadata } from '../file/footer-metadata';
import { checkThriftStruct } from '../file/thrift-bounds';
import type { MapNode } from '../../../model/byte-map';
import { failure, malformed } from '../../../byte-map/failures';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type SpanList } from '../../../byte-map/span-tree';

export interface Footer {
  readonly metadata: FileMetaData;
  readonly part: MapNode | null;
  /** The smallest and the largest value of a column chunk, as stored. */
  readonly bounds: (group: number, column: number) => StoredMinMax;
}

export interface StoredMinMax {
  readonly min: Uint8Array | undefined;
  readonly max: Uint8Array | undefined;
}

/** The length of the footer, and the magic, stand after the footer. */
const tailBytes = 8;
const magicBytes = 4;

/** The fields of FileMetaData in parquet.thrift that have a part of their own. */
const footerFields = [
  { id: 2, name: 'Schema', kind: 'schema' },
  { id: 4, name: 'Metadata of the row groups', kind: 'metadata' },
  { id: 5, name: 'Key-value metadata', kind: 'metadata' },
] as const;

/** Reads the footer, and claims its bytes with those of the magic at its end. */
export async function readFooter(source: ByteSource, spans: SpanList): Promise<Footer> {
  const size = source.sizeBytes;
  if (size < tailBytes + magicBytes) throw malformed(`It has only ${size} bytes, too few for a Parquet file.`);
  const tail = await source.read(size - tailBytes, tailBytes);
  const magic = String.fromCharCode(...tail.subarray(magicBytes));
  if (magic === 'PARE') throw failure('unsupported', 'Its footer is encrypted.');
  if (magic !== 'PAR1') throw malformed('It is truncated: a Parquet file ends with “PAR1”, and this one does not.');
  const footerBytes = new DataView(tail.buffer, tail.byteOffset, 4).getUint32(0, true);
  if (footerBytes > size - tailBytes - magicBytes)
    throw malformed(
      `Its footer claims ${footerBytes.toLocaleString('en')} bytes of a file of ${size.toLocaleString('en')}.`,
    );
  const start = size - tailBytes - footerBytes;
  const bytes = await source.read(start, footerBytes + tailBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, footerBytes);
  const { end, fields } = checkThriftStruct(view, 0);
  const metadata = footerMetadata(bytes);
  const stored = deserializeTCompactProtocol({ view, offset: 0 });

  const named = footerFields.flatMap(({ id, name, kind }) => {
    const field = fields.get(id);
    return field === undefined ? [] : [{ name, kind, ...field }];
  });
  const parts: (MapNode | null)[] = [];
  let at = 0;
  for (const field of named.sort((one, other) => one.start - other.start)) {
    parts.push(spans.leaf('Other metadata', 'metadata', start + at, field.start - at));
    parts.push(spans.leaf(field.name, field.kind, start + field.start, field.end - field.start));
    at = field.end;
  }
  parts.push(spans.leaf('Other metadata', 'metadata', start + at, end - at));
  parts.push(spans.leaf('Length of the footer', 'metadata', size - tailBytes, magicBytes));
  parts.push(spans.leaf('Magic bytes', 'magic', size - magicBytes, magicBytes));
  return {
    metadata,
    part: branch('Footer', parts),
    bounds: (group, column) => {
      const statistics = stored.field_4?.[group]?.field_1?.[column]?.field_3?.field_12;
      return { max: asBytes(statistics?.field_5), min: asBytes(statistics?.field_6) };
    },
  };
}

const asBytes = (value: unknown) => (value instanceof Uint8Array ? value : undefined);
