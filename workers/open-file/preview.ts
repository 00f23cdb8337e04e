import { unpackTexts } from '../model/canonical';
import type { ByteStrings } from '../model/byte-strings';
import { type Column, isVariableWidth, timestampParameters } from '../model/column';
import type { Dataset } from '../model/dataset';
import { cellValue, isNotNull } from '../model/table-row';
import { dateText, timestampText, timeText } from '../model/time-text';

const previewRows = 20;
const previewColumns = 50;
const previewCharacters = 200;
/** The maximum number of items of a list that the preview shows. */
const previewItems = 20;

const decoder = new TextDecoder();
const shortened = (text: string) =>
  text.length > previewCharacters ? `${text.slice(0, previewCharacters - 1)}…` : text;
const hexadecimal = (bytes: Uint8Array) =>
  Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0')).join(' ') +
  (bytes.length > 32 ? ' …' : '');

/** Unlike `String`, it tells −0 from 0. */
const valueText = (value: unknown) => (Object.is(value, -0) ? '-0' : String(value));

function cellText(column: Column, row: number): string | null {
  if (!isNotNull(column, row)) return null;
  if (isVariableWidth(column)) {
    const bytes = column.data.subarray(column.offsets[row], column.offsets[row + 1]);
    // A UTF-8 character has at most four bytes.
    return shortened(
      column.type === 'binary' ? hexadecimal(bytes) : decoder.decode(bytes.subarray(0, previewCharacters * 4)),
    );
  }
  switch (column.type) {
    case 'bool':
      return column.values[row] === 1 ? 'true' : 'false';
    case 'date':
      return dateText(column.values[row] ?? 0);
    case 'timestamp': {
      const { unit, timeZone } = timestampParameters(column);
      return `${timestampText(column.values[row] ?? 0n, unit)}${timeZone === null ? '' : ' UTC'}`;
    }
    case 'time':
      return timeText(column.values[row] ?? 0n, column.unit);
    case 'duration':
      return `${column.values[row]} ${column.unit}`;
    case 'category':
      return cellText(column.categories, column.indices[row] ?? 0);
    case 'list': {
      const [from = 0, to = 0] = column.offsets.subarray(row, row + 2);
      const items = Array.from(
        { length: Math.min(previewItems, to - from) },
        (_, index) => cellText(column.item, from + index) ?? 'null',
      );
      return shortened(`[${items.join(', ')}${to - from > previewItems ? ', …' : ''}]`);
    }
    case 'struct':
      return shortened(`{${column.fields.map((field) => `${field.name}: ${cellText(field, row)}`).join(', ')}}`);
    case 'fixedBinary':
      return hexadecimal(cellValue(column, row) as Uint8Array);
    default:
      return valueText(cellValue(column, row));
  }
}

/**
 * The first rows as text; null for a null. An array shows its first rows along the last axis, and bytes show their first lines in
 * hexadecimal.
 */
export function previewOf(dataset: Dataset): (string | null)[][] {
  switch (dataset.kind) {
    case 'table': {
      const columns = dataset.columns.slice(0, previewColumns);
      return Array.from({ length: Math.min(previewRows, dataset.rowCount) }, (_, row) =>
        columns.map((column) => cellText(column, row)),
      );
    }
    case 'keyedVectors':
      return [...dataset.entries]
        .slice(0, previewRows)
        .map(([id, vector]) => [id, ...Array.from(vector.subarray(0, previewColumns - 1), valueText)]);
    case 'array': {
      const width = Math.max(1, dataset.shape.at(-1) ?? 1);
      const rows = Math.min(previewRows, Math.ceil(dataset.values.length / width));
      return Array.from({ length: rows }, (_, row) =>
        Array.from(dataset.values.subarray(row * width, row * width + Math.min(width, previewColumns)), valueText),
      );
    }
    case 'stringArray':
    case 'list':
      return dataset.values.slice(0, previewRows).map((value) => [valueText(value)]);
    case 'dict':
      return [...(dataset.entries as ReadonlyMap<unknown, unknown>)]
        .slice(0, previewRows)
        .map(([key, value]) => [String(key), String(value)]);
    case 'records': {
      const first = ({ offsets, data }: ByteStrings) =>
        unpackTexts({
          offsets: offsets.slice(0, previewRows + 1),
          data: data.subarray(0, offsets[Math.min(previewRows, offsets.length - 1)]),
        });
      const values = first(dataset.values);
      return first(dataset.keys).map((key, index) => [key, values[index] ?? '']);
    }
    case 'molecules': {
      const count = Math.min(previewRows, dataset.moleculeCount);
      const titles = unpackTexts({
        offsets: dataset.titles.offsets.slice(0, count + 1),
        data: dataset.titles.data.subarray(0, dataset.titles.offsets[count]),
      });
      const between = (offsets: Int32Array, molecule: number) =>
        String((offsets[molecule + 1] ?? 0) - (offsets[molecule] ?? 0));
      return titles.map((title, molecule) => [
        shortened(title),
        between(dataset.atomOffsets, molecule),
        between(dataset.bondOffsets, molecule),
      ]);
    }
    case 'bytes':
      return Array.from({ length: Math.min(previewRows, Math.ceil(dataset.bytes.length / 16)) }, (_, row) => [
        hexadecimal(dataset.bytes.subarray(row * 16, row * 16 + 16)),
      ]);
  }
}
