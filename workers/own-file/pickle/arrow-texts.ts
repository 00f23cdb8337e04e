import type { Column } from '../../model/column';
import { isCallOf, malformed, PyDict, PyList, type PyValue, unsupported } from './values';

const strings = /^pandas\..*ArrowStringArray(Numpy.*)?$/u;

/** The bytes of pyarrow.py_buffer. Null for a buffer that is absent. */
function bufferOf(value: PyValue | undefined): Uint8Array<ArrayBuffer> | null {
  if (value === null || value === undefined) return null;
  const [data] = isCallOf(value, /^pyarrow\.lib\.py_buffer$/u) ? value.args : [];
  if (!(data instanceof Uint8Array)) throw unsupported('It holds an array of pyarrow whose buffers are outside of it.');
  return data;
}

interface Texts {
  readonly rowCount: number;
  readonly validity: Uint8Array | null;
  readonly offsets: readonly number[];
  readonly data: Uint8Array;
}

/** The texts that pandas 3 keeps in an array of pyarrow. Null if the value is none. */
export function arrowTexts(value: PyValue, name: string): { rowCount: number; column: Column } | null {
  if (!isCallOf(value, strings) || !(value.state instanceof PyDict)) return null;
  const chunks = chunksOf(value.state.get('_pa_array') ?? null).map(textsOf);
  const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const bytes = chunks.reduce((sum, { offsets }) => sum + (offsets.at(-1) ?? 0) - (offsets[0] ?? 0), 0);
  if (bytes > 2 ** 31 - 1) throw unsupported('It holds a column of texts of more than 2 GiB.');
  const offsets = new Int32Array(rowCount + 1);
  const data = new Uint8Array(bytes);
  const validity = new Uint8Array(Math.ceil(rowCount / 8));
  let [row, end, nulls] = [0, 0, 0];
  for (const chunk of chunks)
    for (let index = 0; index < chunk.rowCount; index += 1) {
      const isValid = chunk.validity === null || (((chunk.validity[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
      if (isValid) {
        const text = chunk.data.subarray(chunk.offsets[index], chunk.offsets[index + 1]);
        data.set(text, end);
        end += text.length;
        validity[row >> 3] = (validity[row >> 3] ?? 0) | (1 << (row & 7));
      } else nulls += 1;
      row += 1;
      offsets[row] = end;
    }
  checkTexts(data.subarray(0, end), offsets);
  const kept = nulls === 0 ? null : validity;
  return { rowCount, column: { name, type: 'utf8', validity: kept, offsets, data: data.slice(0, end) } };
}

function chunksOf(value: PyValue): readonly PyValue[] {
  if (isCallOf(value, /^pyarrow\.lib\.chunked_array$/u)) {
    const [chunks] = value.args;
    if (chunks instanceof PyList) return chunks.items;
  }
  return [value];
}

function textsOf(value: PyValue): Texts {
  const [parts] = isCallOf(value, /^pyarrow\.lib\._restore_array$/u) ? value.args : [];
  if (!(parts instanceof PyList)) throw unsupported('It holds an array of pyarrow in an unknown form.');
  const [type = null, count, , first, buffers] = parts.items;
  const alias = isCallOf(type, /^pyarrow\.lib\.type_for_alias$/u) ? type.args[0] : undefined;
  if (alias !== 'string' && alias !== 'large_string')
    throw unsupported(`It holds an array of pyarrow of the type ${String(alias)}.`);
  if (typeof count !== 'bigint' || first !== 0n || !(buffers instanceof PyList))
    throw unsupported('It holds a part of an array of pyarrow.');
  const [validity, ends, data] = buffers.items.map(bufferOf);
  const rowCount = Number(count);
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
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    throw malformed('has texts that are not UTF-8');
  }
  if (offsets.some((offset) => ((data[offset] ?? 0) & 0xc0) === 0x80)) throw malformed('has texts that are not UTF-8');
}
