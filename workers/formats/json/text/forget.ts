import type { Column, Dataset, Dict, KeyedVectors, NumericArray, VariableWidthColumn } from '../../../model/dataset';
import { isPresent } from '../../../model/table-row';
import { textColumnBuilder } from '../../../model/text-columns';
import { compactJson } from './scanner';

const finiteOrNaN = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** A dataset less what JSON can't hold: infinities, NaN beside nulls, white space inside nested values, and a nested null beside none. */
export function forget(dataset: Dataset): Dataset {
  switch (dataset.kind) {
    case 'keyedVectors':
      return {
        ...dataset,
        entries: new Map([...dataset.entries].map(([id, vector]) => [id, vector.map(finiteOrNaN)] as const)),
      } as KeyedVectors;
    case 'array':
      return dataset.values instanceof Float32Array || dataset.values instanceof Float64Array
        ? ({ ...dataset, values: dataset.values.map(finiteOrNaN) } as NumericArray)
        : dataset;
    case 'table':
      return { ...dataset, columns: dataset.columns.map((column) => forgetColumn(column, dataset.rowCount)) };
    case 'list':
      return dataset.elementType === 'float64' ? { ...dataset, values: dataset.values.map(finiteOrNaN) } : dataset;
    case 'dict':
      if (dataset.valueType !== 'float64') return dataset;
      return {
        ...dataset,
        entries: new Map(
          [...(dataset.entries as ReadonlyMap<string, number>)].map(
            ([key, value]) => [key, finiteOrNaN(value)] as const,
          ),
        ),
      } as Dict;
    default:
      return dataset;
  }
}

function forgetColumn(column: Column, rowCount: number): Column {
  if (column.type === 'json') return forgetNested(column, rowCount);
  if (column.type !== 'float32' && column.type !== 'float64') return column;
  if (column.validity === null) return { ...column, values: column.values.map(finiteOrNaN) } as Column;
  const validity = column.validity.slice();
  const values = column.values.map((value, row) => {
    if (Number.isFinite(value)) return value;
    validity[row >>> 3] = (validity[row >>> 3] as number) & ~(1 << (row & 7));
    return 0;
  });
  return { ...column, validity, values } as Column;
}

function forgetNested(column: VariableWidthColumn, rowCount: number): Column {
  const nullable = column.validity !== null;
  const builder = textColumnBuilder({ name: column.name, type: 'json', nullable });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let row = 0; row < rowCount; row += 1) {
    const text = compactJson(decoder.decode(column.data.subarray(column.offsets[row], column.offsets[row + 1])));
    if (!isPresent(column, row) || (nullable && text === 'null')) builder.addNull();
    else builder.add(text);
  }
  return builder.finish();
}
