import {
  codecText,
  type ColumnSetting,
  encodingOfParts,
  partEncodings,
  partSetting,
  type TriedSetting,
} from '../model/column-search';
import type { TableDescription, TypedColumn } from '../model/trial-table';
import { hasType, type SettingTask } from './search-settings';

/**
 * For each nested column of a file, the smallest encoding and codec of each of its parts, put together. Parts lie apart in the file, so each has the size that
 * it had in its own trial. Nothing for columns of one part.
 * @param file the trials of the smallest file
 * @param own the trials of all rows in the file's order and layout
 */
export const partSettings = (
  columns: TableDescription['columns'],
  file: ReadonlyMap<string, TriedSetting>,
  own: readonly TriedSetting[],
): SettingTask[] =>
  columns.flatMap(({ name, types }) => {
    const chosen = file.get(name)?.setting;
    const typed = chosen && types.find((each) => hasType(chosen, each));
    const trials = own.filter(({ column, setting }) => column === name && typed && hasType(setting, typed));
    const setting = typed === undefined ? null : smallestParts(typed, trials);
    return typed === undefined || setting === null ? [] : [{ typed, setting }];
  });

function smallestParts({ parts = [], narrowing }: TypedColumn, trials: readonly TriedSetting[]): ColumnSetting | null {
  if (parts.length < 2 || trials.length === 0) return null;
  const codecs = new Map(trials.map(({ setting: { codec } }) => [codecText(codec), codec]));
  const best = parts.map(({ path, encodings }, part) => {
    const bytesOf = ({ parts: { groups } }: TriedSetting) =>
      groups.reduce((sum, chunks) => sum + (chunks[part]?.bytes ?? 0), 0);
    const smallest = trials.reduce((least, trial) => (bytesOf(trial) < bytesOf(least) ? trial : least));
    const { encoding, codec } = smallest.setting;
    const mixed = partEncodings(encoding)?.find(([each]) => each === path)?.[1];
    const found = partSetting(mixed ?? encoding);
    return {
      path,
      bytes: bytesOf(smallest),
      // A part that the encoding of the column does not fit is PLAIN.
      encoding: encodings.includes(found.encoding) ? found.encoding : 'PLAIN',
      codec: found.codec ?? codecText(codec),
    };
  });
  const [largest] = best.toSorted((one, other) => other.bytes - one.bytes);
  const shared = largest?.codec ?? '';
  return {
    encoding: encodingOfParts(
      best.map(({ path, encoding, codec }) => [path, codec === shared ? encoding : `${encoding}, ${codec}`] as const),
    ),
    codec: codecs.get(shared) ?? null,
    narrowing,
  };
}
