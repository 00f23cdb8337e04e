import type { Column } from '../model/column';
import { columnSchemaOf } from '../model/column-schema';
import {
  cheapCodecs,
  codecKey,
  type ColumnSetting,
  dearCodecs,
  dearestCodecs,
  encodingOfParts,
  encodingsOfDearCodecs,
  type FileVariant,
  settingKey,
  type TriedSetting,
} from '../model/column-search';
import { schemaOf } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import { keepsOrder, narrowest, narrowingKey } from '../model/narrowing';
import { parquetLeaves } from '../model/parquet-leaves';
import type { ColumnTrial, TableDescription, TypedColumn } from '../model/trial-table';
import { searchedEntry, tableOf } from './column-trial';
import type { MeasuringRegistry } from './registry';

/** One trial to be made. */
export interface SettingTask {
  readonly typed: TypedColumn;
  readonly setting: ColumnSetting;
}

/** The first setting of every column, then the second of every column, and so on. */
export function inTurn(
  columns: readonly { readonly typed: TypedColumn; readonly settings: readonly ColumnSetting[] }[],
): SettingTask[] {
  const longest = Math.max(0, ...columns.map(({ settings }) => settings.length));
  return Array.from({ length: longest }, (_, turn) =>
    columns.flatMap(({ typed, settings }) => {
      const setting = settings[turn];
      return setting === undefined ? [] : [{ typed, setting }];
    }),
  ).flat();
}

/** A column in its own type and, if that is allowed and every value fits, in a narrower one. */
export function typedColumns(
  registry: MeasuringRegistry,
  column: Column,
  index: number,
  rowCount: number,
  mayNarrow: boolean,
): readonly TypedColumn[] {
  const own = { index, narrowing: null, ...encodingsOf(registry, column) };
  const narrow = mayNarrow ? narrowest(column, rowCount) : null;
  if (narrow === null) return [own];
  return [own, { index, narrowing: narrow.narrowing, ...encodingsOf(registry, narrow.column) }];
}

/** The columns that a narrower type would order differently. A rewrite sorts by the type that it writes, so the search does not sort by them. */
export const columnsOfTwoOrders = (columns: TableDescription['columns']): ReadonlySet<string> =>
  new Set(
    columns
      .filter(({ types }) => types.some(({ narrowing }) => narrowing !== null && !keepsOrder(narrowing)))
      .map(({ name }) => name),
  );

function encodingsOf(registry: MeasuringRegistry, column: Column): Pick<TypedColumn, 'encodings' | 'parts'> {
  const { implementation } = searchedEntry(registry);
  const option = implementation.options.find(({ id }) => id === 'encoding');
  const offered = option?.type === 'choice' ? option.choices.map(({ value }) => value) : [];
  const tried = ['DICTIONARY', ...offered.filter((value) => value !== 'DICTIONARY' && value !== 'ALP')];
  const schema = schemaOf(tableOf(column, 0));
  // The setting of a column reaches the items of a list and the fields of a struct.
  const fitting = (path: string) =>
    tried.filter((encoding) => {
      const options = { encoding: 'PLAIN', columns: `${JSON.stringify(path)}: ${encoding}` };
      return implementation.unsupported('encode', schema, { options, innerCodec: null }) === null;
    });
  const leaves = parquetLeaves([columnSchemaOf(column)]);
  const encodings = fitting(column.name);
  if (leaves.length < 2) return { encodings };
  return { encodings, parts: leaves.map(({ path }) => ({ path, encodings: fitting(path) })) };
}

/** Every encoding with each cheap codec: first a dictionary with Zstandard, which is what most writers choose. */
export const cheapSettings = ({ encodings, narrowing }: TypedColumn): ColumnSetting[] =>
  cheapCodecs.flatMap((codec) => encodings.map((encoding) => ({ encoding, codec, narrowing })));

/**
 * The best encoding of each part of a nested column, put together, with Zstandard 1 and 3. Empty if the column has one part, or one encoding is the best of all
 * parts.
 * @param trials those of the column in this type
 */
export function settingsOfParts(
  { narrowing, parts = [] }: TypedColumn,
  trials: readonly TriedSetting[],
): ColumnSetting[] {
  return [1, 3].flatMap((level) => {
    const codec = { id: 'zstd', level };
    const own = trials.filter(({ setting }) => codecKey(setting.codec) === codecKey(codec));
    const best = parts.flatMap(({ path, encodings }, part) => {
      const bytesOf = ({ parts: { groups } }: TriedSetting) =>
        groups.reduce((sum, chunks) => sum + (chunks[part]?.bytes ?? 0), 0);
      const [smallest] = own
        .filter(({ setting }) => encodings.includes(setting.encoding))
        .sort((one, other) => bytesOf(one) - bytesOf(other));
      return smallest === undefined ? [] : [[path, smallest.setting.encoding] as const];
    });
    const isMixed = best.length === parts.length && new Set(best.map(([, encoding]) => encoding)).size > 1;
    return isMixed ? [{ encoding: encodingOfParts(best), codec, narrowing }] : [];
  });
}

/** The dear codecs with the encodings that are the smallest with a cheap one, and with the others, which a dear codec may make smaller still. */
export function dearSettings(
  { encodings, narrowing }: TypedColumn,
  trials: readonly TriedSetting[],
): { readonly best: readonly ColumnSetting[]; readonly others: readonly ColumnSetting[] } {
  const ranked = rankedEncodings(encodings, trials);
  const of = (codecs: readonly ColumnSetting['codec'][], chosen: readonly string[]) =>
    codecs.flatMap((codec) => chosen.map((encoding) => ({ encoding, codec, narrowing })));
  return {
    best: of(dearCodecs, ranked.slice(0, encodingsOfDearCodecs)),
    others: of(strongestFirst(dearCodecs), ranked.slice(encodingsOfDearCodecs)),
  };
}

/** The encodings, those with the smallest trial first, and those without any last. */
export const rankedEncodings = (encodings: readonly string[], trials: readonly TriedSetting[]): string[] => [
  ...new Set([...smallestEncodings(trials), ...encodings]),
];

const strength = ['brotli@11', 'zstd@22', 'zstd@19', 'brotli@9'];

/** The codecs, those first that make the smallest files. */
export const strongestFirst = (codecs: readonly ColumnSetting['codec'][]): ColumnSetting['codec'][] => {
  const rank = (codec: ColumnSetting['codec']) =>
    (strength.indexOf(codecKey(codec)) + strength.length + 1) % (strength.length + 1);
  return codecs.toSorted((one, other) => rank(one) - rank(other));
};

/** The size of the smallest of these files; infinite without any. */
export const smallestBytes = (trials: readonly TriedSetting[]): number =>
  Math.min(...trials.map(({ sizeBytes, footerBytes }) => sizeBytes + footerBytes));

/** All settings that fit a column: what an exhaustive search would try. */
export const settingCount = ({ encodings }: TypedColumn): number =>
  encodings.length * (cheapCodecs.length + dearCodecs.length + dearestCodecs.length);

/** The encodings of some trials, those with the smallest file first. */
export const smallestEncodings = (trials: readonly TriedSetting[]): string[] => [
  ...new Set(bySize(trials).map(({ setting }) => setting.encoding)),
];

const bySize = (trials: readonly TriedSetting[]): TriedSetting[] =>
  [...trials].sort((one, other) => one.sizeBytes - other.sizeBytes || one.decodeMs - other.decodeMs);

/** The settings of each column in some files. */
export const settingsOfFiles = (
  columns: TableDescription['columns'],
  files: readonly ReadonlyMap<string, TriedSetting>[],
): SettingTask[] =>
  inTurn(
    columns.flatMap(({ name, types }) => {
      const settings = files.flatMap((trials) => trials.get(name)?.setting ?? []);
      return types.map((typed) => ({ typed, settings: settings.filter((setting) => hasType(setting, typed)) }));
    }),
  );

// A setting of a worker's trial is a copy, so its type is compared by what it says.
export const hasType = ({ narrowing }: ColumnSetting, typed: TypedColumn): boolean =>
  narrowingKey(narrowing) === narrowingKey(typed.narrowing);

/** What is left of these settings without those of some trials. */
export function untried(
  tasks: readonly SettingTask[],
  columns: TableDescription['columns'],
  trials: readonly TriedSetting[],
): SettingTask[] {
  const tried = new Set(trials.map(({ column, setting }) => JSON.stringify([column, settingKey(setting)])));
  return tasks.filter(
    ({ typed, setting }) => !tried.has(JSON.stringify([columns[typed.index]?.name, settingKey(setting)])),
  );
}

/** The dearest codecs with the smallest encodings of each column, in the type that the file has. The largest columns come first. */
export function dearestSettings(
  columns: TableDescription['columns'],
  file: ReadonlyMap<string, TriedSetting>,
  trials: readonly TriedSetting[],
): SettingTask[] {
  const chosen = columns.flatMap(({ name, types }) => {
    const best = file.get(name);
    const typed = best && types.find((each) => hasType(best.setting, each));
    return best === undefined || typed === undefined ? [] : [{ best, typed }];
  });
  chosen.sort((one, other) => other.best.sizeBytes - one.best.sizeBytes);
  return inTurn(
    chosen.map(({ best, typed }) => {
      const own = trials.filter(({ column, setting }) => column === best.column && hasType(setting, typed));
      const encodings = smallestEncodings(own).slice(0, encodingsOfDearCodecs);
      const { narrowing } = typed;
      const settings = dearestCodecs.flatMap((codec) => encodings.map((encoding) => ({ encoding, codec, narrowing })));
      return { typed, settings };
    }),
  );
}

/** How fast the dearest codecs are at least: Brotli 11 takes 0.25 to 0.75 MB/s on the data of `npm run bench:codecs`. */
const dearestBytesPerMs = 400;

/** About how long a trial of a dearest codec takes, in ms. */
export const dearestMs = (columns: TableDescription['columns'], { typed }: SettingTask): number =>
  (columns[typed.index]?.dataBytes ?? 0) / dearestBytesPerMs;

/** The settings of a column that are tried on all rows after the sample. */
const confirmedSettings = 5;

const keysOf = (codecs: readonly ColumnSetting['codec'][]) => new Set(codecs.map(codecKey));
const [cheapKeys, dearestKeys] = [keysOf(cheapCodecs), keysOf(dearestCodecs)];
export const hasCheapCodec = ({ setting }: Pick<TriedSetting, 'setting'>): boolean =>
  cheapKeys.has(codecKey(setting.codec));
export const isDearest = ({ setting }: Pick<TriedSetting, 'setting'>): boolean =>
  dearestKeys.has(codecKey(setting.codec));

/**
 * The smallest with a cheap codec, the smallest of all, the usual one, and those that no other trial surpasses in both size and decode time. The cheap one
 * comes first, so that each column has a good setting when the time is over.
 */
export function promisingSettings(trials: readonly TriedSetting[]): ColumnSetting[] {
  return promisingTrials(trials).map(({ setting }) => setting);
}

function promisingTrials(trials: readonly TriedSetting[]): TriedSetting[] {
  const frontier: TriedSetting[] = [];
  for (const trial of bySize(trials)) {
    const last = frontier.at(-1);
    if (last === undefined || trial.decodeMs < last.decodeMs) frontier.push(trial);
  }
  const cheap = bySize(trials).find(hasCheapCodec);
  const chosen = [cheap, frontier[0], usualTrial(trials), ...frontier.slice(1)].filter((trial) => trial !== undefined);
  return [...new Map(chosen.map((trial) => [settingKey(trial.setting), trial])).values()].slice(0, confirmedSettings);
}

/** What most writers choose: a dictionary, if the type has one, with Zstandard 1. */
const usualTrial = (trials: readonly TriedSetting[]): TriedSetting | undefined =>
  trials.find(({ setting }) => setting.encoding === 'DICTIONARY' && codecKey(setting.codec) === 'zstd@1') ?? trials[0];

/**
 * What is tried on all rows after the sample: first a good setting of each column, then the usual one of each, then what saves the most bytes in the least
 * time, and last what decodes faster.
 */
export function confirmations(
  columns: readonly { readonly typed: TypedColumn; readonly trials: readonly TriedSetting[] }[],
): SettingTask[] {
  const chosen = columns.map(({ typed, trials }) => {
    const [first, ...others] = promisingTrials(trials);
    return { typed, first, usual: usualTrial(trials), savings: savingsOf(first, trials), others };
  });
  const task = (typed: TypedColumn, trial: TriedSetting | undefined): SettingTask[] =>
    trial === undefined ? [] : [{ typed, setting: trial.setting }];
  const savings = chosen
    .flatMap(({ typed, savings }) => savings.map((saving) => ({ typed, ...saving })))
    .sort((one, other) => other.bytesPerMs - one.bytesPerMs);
  const all = [
    ...chosen.flatMap(({ typed, first }) => task(typed, first)),
    ...chosen.flatMap(({ typed, usual }) => task(typed, usual)),
    ...savings.flatMap(({ typed, trial }) => task(typed, trial)),
    ...inTurn(chosen.map(({ typed, others }) => ({ typed, settings: others.map(({ setting }) => setting) }))),
  ];
  const seen = new Set<string>();
  return all.filter(({ typed, setting }) => {
    const key = `${typed.index}/${settingKey(setting)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A trial costs at least this, however small it is. */
const leastTrialMs = 1;

/** From the first trial on, the one that saves the most bytes for its time, then the same from that one on. */
function savingsOf(
  first: TriedSetting | undefined,
  trials: readonly TriedSetting[],
): { readonly trial: TriedSetting; readonly bytesPerMs: number }[] {
  const steps: { trial: TriedSetting; bytesPerMs: number }[] = [];
  for (let last = first; last !== undefined; ) {
    const { sizeBytes } = last;
    const rated = trials
      .map((trial) => ({
        trial,
        bytesPerMs: (sizeBytes - trial.sizeBytes) / (leastTrialMs + trial.encodeMs + trial.decodeMs),
      }))
      .filter(({ bytesPerMs }) => bytesPerMs > 0)
      .sort((one, other) => other.bytesPerMs - one.bytesPerMs);
    const [best] = rated;
    if (best !== undefined) steps.push(best);
    last = best?.trial;
  }
  return steps;
}

/** The settings of a column in another order of rows, given its trials in the order of the data and a few in this order. */
export function settingsInOrder(natural: readonly TriedSetting[], probes: readonly TriedSetting[]): ColumnSetting[] {
  const [probe] = probes;
  const smallest = bySize(natural)[0];
  if (probe === undefined || smallest === undefined) return [];
  const [best = '', second = best] = smallestEncodings(probes);
  const { narrowing } = probe.setting;
  const of = (encoding: string, codec: ColumnSetting['codec']) => ({ encoding, codec, narrowing });
  const settings = [
    of(best, { id: 'zstd', level: 3 }),
    of(best, smallest.setting.codec),
    of(best, { id: 'zstd', level: 19 }),
    of(second, smallest.setting.codec),
    of(best, { id: 'brotli', level: 9 }),
    of(best, null),
    of(second, { id: 'brotli', level: 9 }),
  ];
  return [...new Map(settings.map((setting) => [settingKey(setting), setting])).values()];
}

/** The trial of a setting in these rows. */
export const trialOf = (
  { typed, setting }: SettingTask,
  variant: FileVariant,
  calls: ColumnTrial['calls'],
): ColumnTrial => ({
  column: typed.index,
  setting,
  variant,
  calls,
});

/** @throws `unsupported` if the table has no rows or no columns */
export function requireRows(description: TableDescription): TableDescription {
  if (description.rowCount > 0 && description.columns.length > 0) return description;
  throw new FormatlabError({
    tag: 'unsupported',
    stage: 'setUp',
    message: 'Only a table with rows and columns has settings by column.',
    remedy: 'Choose a table with rows and columns as the data.',
  });
}
