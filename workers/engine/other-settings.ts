import { cheapCodecs, type ColumnSetting, dearCodecs, dearestCodecs, type TriedSetting } from '../model/column-search';
import type { TableDescription, TypedColumn } from '../model/trial-table';
import {
  hasType,
  inTurn,
  rankedEncodings,
  type SettingTask,
  smallestBytes,
  strongestFirst,
  untried,
} from './search-settings';

/**
 * The settings that are left once the promising ones of each column are tried. The file's types and the smallest encodings come first.
 * @param file the trials of the smallest file
 * @param kept the trials in the order of the data, also those of a sample
 * @param own the trials of all rows in the file's order and layout
 * @returns `untouched`: own types with dear and cheap codecs that were not tried at all; `all`: every type and dear codec that was not tried in the file's order
 * and layout, and cheap codecs that were not tried at all; `own`: those of all with the data's types; `promising`: those of all that may make the smallest file with the data's types
 */
export function otherSettings(
  columns: TableDescription['columns'],
  file: ReadonlyMap<string, TriedSetting>,
  kept: readonly TriedSetting[],
  own: readonly TriedSetting[],
): Readonly<Record<'untouched' | 'promising' | 'own' | 'all', SettingTask[]>> {
  const sized = columns.toSorted(
    (one, other) => (file.get(other.name)?.sizeBytes ?? 0) - (file.get(one.name)?.sizeBytes ?? 0),
  );
  const settingsOf = (name: string, typed: TypedColumn, codecs: readonly ColumnSetting['codec'][]) => {
    const trials = kept.filter(({ column, setting }) => column === name && hasType(setting, typed));
    const encodings = rankedEncodings(typed.encodings, trials);
    return codecs.flatMap((codec) => encodings.map((encoding) => ({ encoding, codec, narrowing: typed.narrowing })));
  };
  const tasksOf = (codecs: readonly ColumnSetting['codec'][]) => {
    const typedSettings = sized.flatMap(({ name, types }) =>
      types.map((typed) => ({ typed, name, settings: settingsOf(name, typed, codecs) })),
    );
    const isChosen = ({ typed, name }: (typeof typedSettings)[number]) => {
      const chosen = file.get(name)?.setting;
      return chosen !== undefined && hasType(chosen, typed);
    };
    return [...inTurn(typedSettings.filter(isChosen)), ...inTurn(typedSettings.filter((each) => !isChosen(each)))];
  };
  const [dear, dearest] = [tasksOf(strongestFirst(dearCodecs)), tasksOf(dearestCodecs)];
  const cheap = untried(tasksOf(cheapCodecs), columns, kept);
  const left = untried([...dear, ...dearest], columns, own);
  return {
    untouched: [...untried(dear, columns, kept), ...cheap].filter(({ typed }) => typed.narrowing === null),
    promising: left.filter((task) => mayBeSmallest(task, columns, kept)),
    own: [...left, ...cheap].filter(({ typed }) => typed.narrowing === null),
    all: [...left, ...cheap],
  };
}

/** No other level of the same codec makes a column smaller than by this factor, with the same encoding. */
const mostGainOfLevel = 1.15;

/**
 * True if the column in its own type may get its smallest file by this setting, going by other levels of the codec with the same encoding, in the same
 * rows.
 */
function mayBeSmallest(
  { typed, setting }: SettingTask,
  columns: TableDescription['columns'],
  kept: readonly TriedSetting[],
): boolean {
  if (typed.narrowing !== null) return false;
  const name = columns[typed.index]?.name;
  const compared = [true, false].flatMap((allRows): boolean[] => {
    const own = kept.filter(
      (trial) => trial.allRows === allRows && trial.column === name && trial.setting.narrowing === null,
    );
    const alike = own.filter(
      (trial) => trial.setting.encoding === setting.encoding && trial.setting.codec?.id === setting.codec?.id,
    );
    return alike.length === 0 ? [] : [smallestBytes(alike) <= mostGainOfLevel * smallestBytes(own)];
  });
  return compared.length === 0 || compared.includes(true);
}
