import type { Dataset } from '../../../model/dataset';
import { dropNaNPayloads, applyColumnLoss } from '../../../columns/forget-values';

/** The table as MessagePack returns it: NaNs lose their payloads, since they pass through JavaScript numbers, and categories lose their order. */
export function applyMessagePackLoss(dataset: Dataset): Dataset {
  if (dataset.kind !== 'table') return dataset;
  const { columns, rowCount } = dataset;
  return { ...dataset, columns: columns.map((column) => applyColumnLoss(column, rowCount, dropNaNPayloads)) };
}
