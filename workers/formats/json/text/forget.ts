import type { Column, VariableWidthColumn } from '../../../model/column';
import type { Dataset, Dict, KeyedVectors, NumericArray } from '../../../model/dataset';
import { float16NaN, isFiniteFloat16 } from '../../../model/float16';
import { applyColumnLoss } from '../../../columns/forget-values';
import { isNotNull } from '../../../model/table-row';
import { textColumnBuilder } from '../../../columns/text-columns';
import { compactJson } from './scanner';

const finiteOrNaN = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** The dataset as JSON returns it: without infinities, NaN in nullable columns, white space inside nested values, nulls in nested values and the order of categories. */
export function applyJsonLoss(dataset: Dataset): Dataset {
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
      return {
        ...dataset,
        columns: dataset.columns.map((column) => applyColumnLoss(column, dataset.rowCount, forgetColumn)),
      };
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
  switch (column.type) {
    case 'json':
      return forgetNested(column, rowCount);
    case 'float32':
    case 'float64':
      return forgetFloats(column, Number.isFinite, Number.NaN);
    case 'float16':
      return forgetFloats(column, isFiniteFloat16, float16NaN);
    default:
      return column;
  }
}

/** A number that JSON cannot write becomes null in a nullable column, otherwise NaN. */
function forgetFloats<C extends Extract<Column, { type: 'float16' | 'float32' | 'float64' }>>(
  column: C,
  isKept: (value: number) => boolean,
  nan: number,
): C {
  if (column.validity === null)
    return { ...column, values: column.values.map((value) => (isKept(value) ? value : nan)) };
  const validity = column.validity.slice();
  const values = column.values.map((value, row) => {
    if (isKept(value)) return value;
    validity[row >>> 3] = (validity[row >>> 3] as number) & ~(1 << (row & 7));
    return 0;
  });
  return { ...column, validity, values };
}

function forgetNested(column: VariableWidthColumn, rowCount: number): Column {
  const nullable = column.validity !== null;
  const builder = textColumnBuilder({ name: column.name, type: 'json', nullable });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let row = 0; row < rowCount; row += 1) {
    const text = compactJson(decoder.decode(column.data.subarray(column.offsets[row], column.offsets[row + 1])));
    if (!isNotNull(column, row) || (nullable && text === 'null')) builder.addNull();
    else builder.add(text);
  }
  return builder.finish();
}
