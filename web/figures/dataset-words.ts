import type { DatasetSchema } from '../../workers/model/dataset';
import type { DatasetSpec } from '../../workers/model/plan';
import type { DatasetInfo } from '../../workers/model/result';
import { workloads } from '../../workers/registry/metadata';
import { formatBytes, formatCount } from './figures';

/** What a dataset is, in a few words: `Keyed vectors, 1,000 vectors`. */
export function datasetName(spec: DatasetSpec): string {
  if (spec.source === 'ownFile')
    return `${spec.fileName ?? 'Own file'} (${spec.type}, ${formatBytes(spec.fileSizeBytes)})`;
  const workload = workloads.get(spec.workload);
  return `${workload?.label ?? spec.workload}, ${datasetSize(spec)}`;
}

/** Its size alone, for choosing among the sizes of a sweep. */
export function datasetSize(spec: DatasetSpec): string {
  if (spec.source === 'ownFile') return formatBytes(spec.fileSizeBytes);
  return `${formatCount(spec.size)} ${workloads.get(spec.workload)?.sizeUnit ?? 'items'}`;
}

export const sizeUnit = (spec: DatasetSpec): string | null =>
  spec.source === 'ownFile' ? null : (workloads.get(spec.workload)?.sizeUnit ?? 'items');

/** Shorter still, where the unit stands beside it. */
export function datasetCount(spec: DatasetSpec): string {
  return spec.source === 'ownFile' ? formatBytes(spec.fileSizeBytes) : formatCount(spec.size);
}

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

export function datasetShape(info: DatasetInfo): string {
  switch (info.status) {
    case 'pending':
      return 'not made yet';
    case 'failed':
      return `could not be made: ${info.error.message}`;
    case 'ready': {
      const { schema } = info;
      const of = itemsOf(schema);
      return `${formatCount(info.itemCount)} ${of}, ${formatBytes(info.dataBytes)} in memory`;
    }
  }
}

/** What the items of a dataset are. */
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
