import type { DatasetKind, DatasetSchema } from '../../workers/model/dataset';
import type { DatasetSpec } from '../../workers/model/plan';
import type { DatasetInfo } from '../../workers/model/result';
import { workloads } from '../../workers/registry/metadata';
import { formatBytes, formatCount } from './figures';
import { plural } from '../../workers/model/plural';

/** A dataset's name and size: `Keyed vectors, 1,000 vectors`. */
export function datasetName(spec: DatasetSpec): string {
  if (spec.source === 'ownFile')
    return `${spec.fileName ?? (spec.fileCount === undefined ? 'User’s file' : `User’s ${plural(spec.fileCount, 'file')}`)} (${spec.type}, ${formatBytes(spec.fileSizeBytes)})`;
  const workload = workloads.get(spec.workload);
  return `${workload?.label ?? spec.workload}, ${datasetSize(spec)}`;
}

/** A dataset's size with its unit, for choosing one size of a sweep: `1,000 vectors`. */
export function datasetSize(spec: DatasetSpec): string {
  if (spec.source === 'ownFile') return formatBytes(spec.fileSizeBytes);
  return `${formatCount(spec.size)} ${workloads.get(spec.workload)?.sizeUnit ?? 'items'}`;
}

/** The unit of a generated dataset's size, such as `vectors`. Null for a user's file, which is counted in bytes. */
export const sizeUnit = (spec: DatasetSpec): string | null =>
  spec.source === 'ownFile' ? null : (workloads.get(spec.workload)?.sizeUnit ?? 'items');

/** A dataset's size without its unit, for places that show the unit separately. */
export function datasetCount(spec: DatasetSpec): string {
  return spec.source === 'ownFile' ? formatBytes(spec.fileSizeBytes) : formatCount(spec.size);
}

/** The parameters of a generated dataset as text. Null for a user's file. */
export function parametersText(spec: DatasetSpec): string | null {
  if (spec.source === 'ownFile') return null;
  const parameters = workloads.get(spec.workload)?.parameters ?? [];
  const texts = Object.entries(spec.knobs).map(([id, value]) => {
    const parameter = parameters.find((one) => one.id === id);
    const shown =
      parameter?.type === 'choice'
        ? (parameter.choices.find((choice) => choice.value === value)?.label ?? value)
        : typeof value === 'boolean'
          ? value
            ? 'yes'
            : 'no'
          : value;
    return `${parameter?.label ?? id}: ${shown}`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}

/** The number and kind of a dataset's items and its size in memory, or why they are unknown. */
export function datasetShape(info: DatasetInfo): string {
  switch (info.status) {
    case 'pending':
      return 'not generated yet';
    case 'failed':
      return `could not be created: ${info.error.message}`;
    case 'ready': {
      const { schema } = info;
      const of = itemsOf(schema);
      return `${formatCount(info.itemCount)} ${of}, ${formatBytes(info.dataBytes)} in memory`;
    }
  }
}

const nouns: Readonly<Record<DatasetKind, string>> = {
  table: 'rows',
  keyedVectors: 'vectors',
  array: 'values',
  stringArray: 'texts',
  list: 'values',
  dict: 'entries',
  records: 'records',
  molecules: 'molecules',
  bytes: 'bytes',
};

/** What the items of a dataset are called: `rows`. */
export const itemsNoun = (schema: DatasetSchema | null): string => (schema === null ? 'items' : nouns[schema.kind]);

/** What the items of a dataset are: `rows of 12 columns`. */
function itemsOf(schema: DatasetSchema): string {
  switch (schema.kind) {
    case 'keyedVectors':
      return `vectors of ${formatCount(schema.dimension)} ${schema.elementType}`;
    case 'table':
      return `rows of ${formatCount(schema.columns.length)} columns`;
    case 'array':
    case 'list':
      return `${schema.elementType} values`;
    case 'stringArray':
      return 'texts';
    case 'dict':
      return `entries, ${schema.keyType} to ${schema.valueType}`;
    case 'records':
      return 'records, text to bytes';
    case 'molecules':
      return schema.coordinates ? 'molecules with coordinates' : 'molecules';
    case 'bytes':
      return 'bytes';
  }
}
