import type { ByteMap, ColumnFacts, Finding, MapNode } from '../../../model/byte-map';
import { type FileBytes, wholeFile } from '../../../byte-map/file-bytes';
import { malformed } from '../../../byte-map/failures';
import { bytesText, percent } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, SpanList } from '../../../byte-map/span-tree';

export const npyMagic = '\x93NUMPY';

/** What the header of an .npy file says. */
interface NpyHeader {
  /** The bytes before the header's padding: magic bytes, version, length and text. */
  readonly usedBytes: number;
  /** The start of the values. */
  readonly dataStart: number;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly isFortranOrder: boolean;
}

export const longestHeaderBytes = 1_048_576;
/** NumPy's limit. */
const maxDimensions = 64;

/** Reads the header of an array that begins at the start of `bytes`. */
export function readNpyHeader(bytes: Uint8Array): NpyHeader {
  const major = bytes[6] ?? 0;
  const prefixBytes = major === 1 ? 10 : 12;
  if (bytes.length < prefixBytes) throw malformed('The header of an array is truncated.');
  if (major < 1 || major > 3)
    throw malformed(`An array has version ${major} of the .npy format, which does not exist.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerBytes = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (headerBytes > longestHeaderBytes || prefixBytes + headerBytes > bytes.length)
    throw malformed(`The header of an array has ${headerBytes} bytes, which don’t fit the file.`);
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(
    bytes.subarray(prefixBytes, prefixBytes + headerBytes),
  );
  // The pattern is tried at one place only: at each, a hostile header would take minutes.
  const typeAt = Math.max(0, text.indexOf("'descr':"));
  const dtype = /^'descr': *('[^']*'|\[.*\])/s.exec(text.slice(typeAt))?.[1];
  const axes = /'shape': *\(([\d, ]*)\)/.exec(text)?.[1];
  if (dtype === undefined || axes === undefined) throw malformed('The header of an array names no type or no shape.');
  const shape = axes.split(',').flatMap((axis) => (axis.trim() === '' ? [] : [Number(axis)]));
  if (shape.length > maxDimensions) throw malformed(`An array has ${shape.length} dimensions.`);
  if (!Number.isSafeInteger(valueCount({ shape })))
    throw malformed(`The shape (${axes.slice(0, 200)}) of an array has more values than a file can hold.`);
  return {
    usedBytes: prefixBytes + text.trimEnd().length,
    dataStart: prefixBytes + headerBytes,
    dtype: dtype.replace(/^'|'$/g, ''),
    shape,
    isFortranOrder: /'fortran_order': *True/.test(text),
  };
}

const valueCount = ({ shape }: Pick<NpyHeader, 'shape'>): number =>
  shape.reduce((product, length) => product * length, 1);

const itemSizes: Readonly<Record<string, number>> = { b: 1, i: 1, u: 1, f: 1, c: 1, m: 1, M: 1, S: 1, V: 1, U: 4 };

/** The bytes of the values, if the type tells them. */
function dataBytesOf(header: NpyHeader): number | null {
  const [, code = '', width = ''] = /^[<>|=]([a-zA-Z])(\d+)(?:\[.*\])?$/.exec(header.dtype) ?? [];
  const unit = itemSizes[code];
  return unit === undefined || width === '' ? null : valueCount(header) * unit * Number(width);
}

/** Whether elements, or fields of them, are Python objects. A field's name may hold an O, too. */
const hasObjects = (dtype: string) => /^\|O|, '\|O/.test(dtype);

/** The parts of an array that stands from `start` to `end`, uncompressed. */
export function mapNpyAt(spans: SpanList, file: FileBytes, start: number, end: number) {
  const header = readNpyHeader(file.slice(start, end - start));
  const dataAt = start + header.dataStart;
  const dataBytes = dataBytesOf(header) ?? end - dataAt;
  if (dataBytes > end - dataAt)
    throw malformed(
      `The shape (${header.shape.join(', ')}) of ${header.dtype} needs ${dataBytes} bytes, but only ${end - dataAt} follow: it is truncated or damaged.`,
    );
  const isObjects = hasObjects(header.dtype);
  const parts: (MapNode | null)[] = [
    spans.leaf('Header of the array', 'schema', start, header.usedBytes),
    spans.leaf('Padding of the header', 'padding', start + header.usedBytes, header.dataStart - header.usedBytes),
    spans.leaf(isObjects ? 'Pickle of the objects' : 'Values', 'values', dataAt, dataBytes),
    spans.leaf('After the values', 'unknown', dataAt + dataBytes, end - dataAt - dataBytes),
  ];
  return { header, parts, texts: textFindings(header, file, dataAt, dataBytes) };
}

const shapeText = ({ shape }: NpyHeader) => (shape.length === 0 ? 'a single value' : shape.join(' × '));

export function arrayFacts(
  name: string,
  header: NpyHeader,
  sizes: { readonly codec: string; readonly compressedBytes: number; readonly uncompressedBytes: number },
): ColumnFacts {
  return {
    name,
    type: `${header.dtype}, ${shapeText(header)}`,
    codecs: [sizes.codec],
    encodings: [{ name: header.isFortranOrder ? 'column by column' : 'row by row', pages: 1 }],
    compressedBytes: sizes.compressedBytes,
    uncompressedBytes: sizes.uncompressedBytes,
    values: valueCount(header),
    nulls: null,
    distinct: null,
    min: null,
    max: null,
  };
}

/** What stands out in the values of an uncompressed array. */
function textFindings({ dtype, shape }: NpyHeader, file: FileBytes, at: number, bytes: number): string[] {
  if (hasObjects(dtype))
    return ['Its elements are Python objects, which are stored as a pickle: loading them can run code of the file.'];
  if (bytes === 0 || shape.length === 0 || !/^[<>|=][US]\d+$/.test(dtype)) return [];
  let zeros = 0;
  for (let index = at; index < at + bytes; index += 1) if (file.bytes[index] === 0) zeros += 1;
  if (zeros < bytes / 2) return [];
  return [
    `Each text takes as much room as the longest (${dtype}): ${percent(zeros / bytes)} of ${bytesText(bytes)} are zero bytes.`,
  ];
}

/** Finds out what each byte of an .npy file is for. */
export async function mapNpy(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, '.npy');
  const spans = new SpanList();
  const { header, parts, texts } = mapNpyAt(spans, file, 0, file.sizeBytes);
  const dataBytes = file.sizeBytes - header.dataStart;
  const sizes = { codec: 'none', compressedBytes: dataBytes, uncompressedBytes: dataBytes };
  return {
    format: 'npy',
    columnTerm: 'Arrays',
    fileBytes: file.sizeBytes,
    parts: present([branch('Array', parts), branch('Between the parts', await spans.rest(source, async () => null))]),
    columns: [arrayFacts('Array', header, sizes)],
    findings: texts.map((text): Finding => ({ column: null, text })),
  };
}
