import type { Operation } from '../../../workers/model/plan';
import type { Summary } from '../../../workers/model/statistics/summary';
import type { UserFile } from '../../figures/user-file';
import { scaleOf } from './chart-data';
import type { ChosenFields } from './chosen-fields';
import type { Field } from './field';

/** Where the user's file stands in the main chart: a point, or a horizontal line if it has no value on the x axis. */
export interface UserFilePlace {
  readonly x: number | null;
  readonly y: number;
}

/** The file's value of a field. Null if it has none: another program wrote the file, so only the times to read it were measured. */
export function userFileValue(field: Field, file: UserFile, operation: Operation): number | null {
  const { sizeBytes, ratio, decode, project, columnDataBytes, lookup, lookupsPerCall } = file;
  const id = field.id === 'time' || field.id === 'throughput' ? `${operation}.${field.id}` : field.id;
  switch (id) {
    case 'size':
      return sizeBytes;
    case 'ratio':
      return ratio;
    case 'decode.time':
      return decode?.bestMs ?? null;
    case 'project.time':
      return project?.bestMs ?? null;
    case 'lookup.time':
      return lookup?.bestMs ?? null;
    case 'decode.throughput':
      return ratio === null ? null : perSecond(ratio * sizeBytes, decode);
    case 'project.throughput':
      return perSecond(columnDataBytes, project);
    case 'lookup.throughput':
      return perSecond(lookupsPerCall, lookup);
    default:
      return null;
  }
}

/** What a call processes, in a second. Null if the call was not measured, or if that is not known. */
const perSecond = (items: number, call: Summary | null): number | null =>
  call === null || call.bestMs <= 0 || items === 0 ? null : items / (call.bestMs / 1_000);

/** Null if the file has no value on the y axis, or one for which a logarithmic axis has no place. */
export function userFilePlace(
  userFile: UserFile | null,
  { x, y }: ChosenFields,
  operation: Operation,
  scales: { readonly x: 'log' | 'linear'; readonly y: 'log' | 'linear' },
): UserFilePlace | null {
  if (userFile === null) return null;
  const placed = (field: Field, scale: 'log' | 'linear') => {
    const value = userFileValue(field, userFile, operation);
    return value === null || !Number.isFinite(value) || (scaleOf(field, scale) === 'log' && value <= 0) ? null : value;
  };
  const onY = placed(y, scales.y);
  return onY === null ? null : { x: placed(x, scales.x), y: onY };
}

/** The file's value of a field as text. Null if it has none. */
export function userFileText(field: Field, userFile: UserFile, operation: Operation): string | null {
  const value = userFileValue(field, userFile, operation);
  return value === null || field.kind !== 'number' ? null : field.format(value);
}
