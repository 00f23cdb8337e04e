import { type Column, decimalWordCount } from '../../../model/column';
import type { Table } from '../../../model/dataset';
import { integerToWords, parseDecimal } from '../../../model/decimal';
import { isNotNull } from '../../../model/table-row';
import { type CsvType, type DecimalDigits, wideDecimalOf } from './types';

/** The table, where columns of texts become decimals with more digits than DuckDB has. `types` are those of its columns. */
export const withWideDecimals = (table: Table, types: readonly CsvType[]): Table => ({
  ...table,
  columns: table.columns.map((column, index) => {
    const digits = wideDecimalOf(types[index]);
    return digits === null ? column : asDecimals(column, digits, table.rowCount);
  }),
});

/** The decimals that a column of texts has. */
export function asDecimals(column: Column, { precision, scale }: DecimalDigits, rowCount: number): Column {
  if (column.type !== 'utf8') throw new Error(`Column ${column.name} is ${column.type}, where texts were read.`);
  const { name, validity, offsets, data } = column;
  const wordCount = decimalWordCount(precision);
  const values = new BigInt64Array(rowCount * wordCount);
  const decoder = new TextDecoder();
  for (let row = 0; row < rowCount; row += 1) {
    if (!isNotNull(column, row)) continue;
    const text = decoder.decode(data.subarray(offsets[row], offsets[row + 1]));
    const integer = parseDecimal(text, precision, scale);
    if (integer === null) throw new Error(`“${text.slice(0, 100)}” of column ${name} is not a decimal.`);
    integerToWords(integer, values, row, wordCount);
  }
  return { name, type: 'decimal', validity, precision, scale, values };
}
