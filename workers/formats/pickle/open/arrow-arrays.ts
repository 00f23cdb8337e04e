import { type Column, type NumericType, numericConstructor } from '../../../model/column';
import { bitAt } from '../../../model/bits';
import { isUtf8 } from '../../../own-file/arrow-texts';
import { ValidityBuilder } from '../../../own-file/column-builders';
import { checkDecodedSize } from '../../../own-file/limits';
import { isCallOf, malformed, nameOfValue, PyDict, PyList, type PyValue, UnreadColumn } from './values';

const arrays = /^pandas\.(.*\.)?(ArrowStringArray(Numpy.*)?|ArrowExtensionArray)$/u;

/** The columns of the types of pyarrow by their aliases, for types of a fixed number of bytes. */
const fixedTypes: Readonly<Record<string, NumericType>> = {
  int8: 'int8',
  int16: 'int16',
  int32: 'int32',
  int64: 'int64',
  uint8: 'uint8',
  uint16: 'uint16',
  uint32: 'uint32',
  uint64: 'uint64',
  float: 'float32',
  double: 'float64',
};

/** The bytes of pyarrow.py_buffer. Null for a buffer that is absent. */
function bufferOf(value: PyValue | undefined): Uint8Array<ArrayBuffer> | null {
  if (value === null || value === undefined) return null;
  const [data] = isCallOf(value, /^pyarrow\.lib\.py_buffer$/u) ? value.args : [];
  if (!(data instanceof Uint8Array))
    throw new UnreadColumn('it is an array of pyarrow whose buffers are outside of the pickle');
  return data;
}

interface Texts {
  readonly rowCount: number;
  readonly validity: Uint8Array | null;
  readonly offsets: readonly number[];
  readonly data: Uint8Array;
}

/** The texts, numbers or booleans that pandas keeps in an array of pyarrow. Null if the value is none. */
export function arrowColumn(value: PyValue, name: string): { rowCount: number; column: Column } | null {
  if (!isCallOf(value, arrays) || !(value.state instanceof PyDict)) return null;
  const chunks = chunksOf(value.state.get('_pa_array') ?? value.state.get('_data') ?? null).map(partOf);
  const types = new Set(chunks.map(({ alias }) => alias));
  const [alias = 'string'] = types;
  if (types.size > 1) throw malformed('has an array of pyarrow with several types');
  if (alias === 'string' || alias === 'large_string') {
    const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
    // A small pickle may name one chunk many times.
    checkDecodedSize(rowCount * bytesPerOffset, 'pickle');
    return textColumn(chunks.map(textsOf), name);
  }
  return fixedColumn(chunks, alias, name);
}

/** An array of pyarrow: its type, how many rows it has, and its buffers, the first of which says which rows are not null. */
interface ArrowPart {
  readonly alias: string;
  readonly rowCount: number;
  readonly buffers: readonly (Uint8Array<ArrayBuffer> | null)[];
}

const bytesPerOffset = 8;

const isValidAt = (validity: Uint8Array | null, row: number) => validity === null || bitAt(validity, row) === 1;

function fixedColumn(parts: readonly ArrowPart[], alias: string, name: string): { rowCount: number; column: Column } {
  const type = alias === 'bool' ? 'bool' : fixedTypes[alias];
  if (type === undefined) throw new UnreadColumn(`it is an array of pyarrow of the type ${alias.slice(0, 60)}`);
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  const Values = type === 'bool' ? Uint8Array : numericConstructor(type);
  checkDecodedSize(rowCount * Values.BYTES_PER_ELEMENT, 'pickle');
  const values = new Values(rowCount);
  const validity = new ValidityBuilder(rowCount);
  let row = 0;
  for (const { rowCount: count, buffers } of parts) {
    const [isNotNull = null, data = null] = buffers;
    const needed = type === 'bool' ? Math.ceil(count / 8) : count * Values.BYTES_PER_ELEMENT;
    if ((data?.length ?? 0) < needed || (isNotNull !== null && isNotNull.length < Math.ceil(count / 8)))
      throw malformed('has an array of pyarrow that is cut short');
    const own = type === 'bool' || data === null ? null : new Values(data.slice(0, needed).buffer);
    for (let index = 0; index < count; index += 1, row += 1)
      if (!isValidAt(isNotNull, index)) validity.setNull(row);
      else if (own !== null) values[row] = own[index] as never;
      else values[row] = (data === null ? 0 : bitAt(data, index)) as never;
  }
  return { rowCount, column: { name, type, validity: validity.build(), values } as Column };
}

function textColumn(chunks: readonly Texts[], name: string): { rowCount: number; column: Column } {
  const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const bytes = chunks.reduce((sum, { offsets }) => sum + (offsets.at(-1) ?? 0) - (offsets[0] ?? 0), 0);
  checkDecodedSize(bytes, 'pickle');
  const offsets = new Int32Array(rowCount + 1);
  const data = new Uint8Array(bytes);
  const validity = new ValidityBuilder(rowCount);
  let [row, end] = [0, 0];
  for (const chunk of chunks)
    for (let index = 0; index < chunk.rowCount; index += 1) {
      if (isValidAt(chunk.validity, index)) {
        const text = chunk.data.subarray(chunk.offsets[index], chunk.offsets[index + 1]);
        data.set(text, end);
        end += text.length;
      } else validity.setNull(row);
      row += 1;
      offsets[row] = end;
    }
  checkTexts(data.subarray(0, end), offsets);
  return { rowCount, column: { name, type: 'utf8', validity: validity.build(), offsets, data: data.slice(0, end) } };
}

function chunksOf(value: PyValue): readonly PyValue[] {
  if (isCallOf(value, /^pyarrow\.lib\.chunked_array$/u)) {
    const [chunks] = value.args;
    if (chunks instanceof PyList) return chunks.items;
  }
  return [value];
}

function partOf(value: PyValue): ArrowPart {
  const [parts] = isCallOf(value, /^pyarrow\.lib\._restore_array$/u) ? value.args : [];
  if (!(parts instanceof PyList)) throw new UnreadColumn('it is an array of pyarrow in an unknown form');
  const [type = null, count, , first, buffers] = parts.items;
  const alias = isCallOf(type, /^pyarrow\.lib\.type_for_alias$/u) ? type.args[0] : undefined;
  if (typeof alias !== 'string')
    throw new UnreadColumn(`it is an array of pyarrow whose type is ${nameOfValue(type).slice(0, 100)}`);
  if (typeof count !== 'bigint' || count < 0n || first !== 0n || !(buffers instanceof PyList))
    throw new UnreadColumn('it is a part of an array of pyarrow');
  return { alias, rowCount: Number(count), buffers: buffers.items.map(bufferOf) };
}

function textsOf({ alias, rowCount, buffers }: ArrowPart): Texts {
  const [validity, ends, data] = buffers;
  const width = alias === 'string' ? 4 : 8;
  if (ends === null || ends === undefined || ends.length < (rowCount + 1) * width || rowCount < 0)
    throw malformed('has an array of texts that is cut short');
  const view = new DataView(ends.buffer, ends.byteOffset, ends.length);
  const offsets = Array.from({ length: rowCount + 1 }, (_, row) =>
    width === 4 ? view.getInt32(4 * row, true) : Number(view.getBigInt64(8 * row, true)),
  );
  const bytes = data ?? new Uint8Array(0);
  if (
    (offsets[0] ?? 0) < 0 ||
    (offsets.at(-1) ?? 0) > bytes.length ||
    offsets.some((offset, row) => row > 0 && offset < (offsets[row - 1] ?? 0)) ||
    (validity !== null && validity !== undefined && validity.length < Math.ceil(rowCount / 8))
  )
    throw malformed('has an array of texts that contradicts itself');
  return { rowCount, validity: validity ?? null, offsets, data: bytes };
}

/** Each text must be UTF-8 of its own. */
function checkTexts(data: Uint8Array, offsets: Int32Array): void {
  if (!isUtf8(data) || offsets.some((offset) => ((data[offset] ?? 0) & 0xc0) === 0x80))
    throw malformed('has texts that are not UTF-8');
}
