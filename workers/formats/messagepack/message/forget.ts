import type { Dataset } from '../../../model/dataset';
import { dropNaNPayloads, forgetValues } from '../../../model/forget-values';

/** A table less the payloads of its NaNs, which go through JavaScript's numbers, and the order of its categories. */
export function forget(dataset: Dataset): Dataset {
  if (dataset.kind !== 'table') return dataset;
  const { columns, rowCount } = dataset;
  return { ...dataset, columns: columns.map((column) => forgetValues(column, rowCount, dropNaNPayloads)) };
}
