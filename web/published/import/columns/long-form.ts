import { noCodecId } from '../../../figures/candidate-names';
import { isCrossed, namesCodecs } from './crossed';
import { familyOf } from '../../../sources/imported/family';
import { readHeading, tellsFigures, unitInHeading } from './heading';

/** A column of a table as far as guesses need it. */
export interface SeenColumn {
  readonly heading: string;
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
  readonly isEmpty: boolean;
}

/** Columns of a table whose rows name their metric, by index. */
export interface LongColumns {
  readonly metricNames: readonly number[];
  readonly values: readonly number[];
}

/** A heading without its unit, its underscores and what marks it as a parameter: `Mean [ms]` is “Mean”, `param:codec` and `(codec)` are “codec”. */
export const bareHeading = (heading: string): string => {
  const words = heading
    .replace(/[_`]/g, ' ')
    .trim()
    .replace(/^\((\w+)\)$/, '$1')
    .replace(/^param(eter)?s?\s*[: ]\s*/i, '');
  return (unitInHeading(heading) === null ? words : words.replace(/[\s,]*[([][^()[\]]*[)\]]\s*$/, '')).trim();
};

/** A parameter of a benchmark as exports of harnesses write it: what was varied, never what was measured. */
export const isParameter = (heading: string): boolean =>
  /^param(eter)?s?[:_ ]/i.test(heading.trim()) || /^\(\w+\)$/.test(heading.trim());

const metricWords = [
  /^(metric|measure|measurement|variable|statistic|indicator|kpi|counter)s?( name)?$/i,
  /^(operation|op|phase|direction|action|step|stage|activity|task|quantity)( name| type)?$/i,
];
const valueWords = /^(value|val|score|result|reading|measurement|measured|number|figure|amount|estimate|y)s?$/i;
const statisticWords =
  /^((arithmetic )?mean|avg|average|median|min(imum)?|max(imum)?|best|worst|fastest|slowest|total|std ?dev|std|sd|iqr|q[13]|[lu]q|p\d\d|ops|cpu|time|rounds|iterations|outliers|user|sys(tem)?|ld15iqr|hd15iqr|relative|(real|cpu|total) time)$/i;
const headlines = [
  /^((arithmetic )?mean|avg|average)$/i,
  /^median$/i,
  /^(min(imum)?|best|fastest)$/i,
  /^(real )?time$/i,
];
const errorWords =
  /(^|\s)(std ?dev|std|sd|sem|se|std ?err(or)?|standard (deviation|error)|error|err|±|\+\/-|ci|margin|uncertainty|deviation|spread)(?! (rate|count|occurred|message))(\s|$|[([%])/i;
/** Repeats and settings that are numbers, but no figures. */
const settingWords =
  /^(samples?|cnt|count|runs?|reps?|repeats?|repetitions?|rounds?|iterations?|iters?|itr|loops?|evals?|neval|n itr|n gc|gc ?\/ ?sec|trials?|replicates?|warm ?ups?|forks?|threads?|invocation count|launch count|gen ?[0-2]|rank|ratio ?sd|seed|n|id|index|#)$/i;

const countWords = /^(n|rows?|records?|items?|vectors?|count|elements?|number of .*|# .*)$/i;

/** A column that says of every row the same mode of JMH, which tells nothing apart. */
export const isMode = ({ cells }: SeenColumn): boolean =>
  new Set(cells).size === 1 && /^(thrpt|avgt|sample|ss)$/.test(cells[0] ?? '');

export const isSetting = (heading: string): boolean => settingWords.test(bareHeading(heading));
export const isErrorHeading = (heading: string): boolean => errorWords.test(bareHeading(heading));
export const isUnitHeading = (heading: string): boolean => /(^|\s)units?$/i.test(heading.replaceAll('_', ' ').trim());

/** A heading that says that numbers stand under it and not which: the metric's name does. */
export const isPlainValue = (heading: string): boolean =>
  valueWords.test(bareHeading(heading)) || headlines.some((pattern) => pattern.test(bareHeading(heading)));

/**
 * Further statistics of the same repeats (`min`, `max`, `stddev` beside `mean`): a chart of each would show one measurement several times, so that only the headline is taken, with
 * its error. So is `cpu_time` beside `real_time`. Empty where fewer than three statistics stand beside each other.
 */
export function lesserStatistics(columns: readonly SeenColumn[]): ReadonlySet<number> {
  const statistics = columns.flatMap(({ heading, isNumeric }, index) =>
    isNumeric && statisticWords.test(bareHeading(heading)) ? [index] : [],
  );
  const headline = headlines
    .map((pattern) => statistics.find((index) => pattern.test(bareHeading(columns[index]?.heading ?? ''))))
    .find((index) => index !== undefined);
  const isPair =
    statistics.length === 2 &&
    statistics.every((index) => /^((real|cpu) )?time$|^cpu$/i.test(bareHeading(columns[index]?.heading ?? '')));
  return new Set(
    (statistics.length < 3 && !isPair) || headline === undefined
      ? []
      : statistics.filter((index) => index !== headline),
  );
}

const systemParameters =
  /codec|format|\blib|impl|serializ|compress|algorithm|engine|encod|backend|framework|tool|database|method/i;

/** Words that may be systems: parameters of harnesses only where their heading or their cells say so (`param:codec`), for the others are what benchmarks were tried on. */
export const couldBeSystems = (column: SeenColumn | undefined): boolean =>
  column !== undefined &&
  (!isParameter(column.heading) || systemParameters.test(bareHeading(column.heading)) || namesCodecs(column.cells));

const isMetricName = (cell: string) =>
  !/^(un|de|not )?(compressed|encoded)$/i.test(cell) && familyOf(cell) === noCodecId && tellsFigures(readHeading(cell));

/**
 * The columns that make a table a long one: a column of words that names what is measured (by its heading, or since every cell speaks of a figure), and one of values. Null for a
 * wide table, in which each metric has a column of its own, also where its rows are metrics.
 */
export function longColumns(columns: readonly SeenColumn[]): LongColumns | null {
  const words = columns.flatMap(({ isNumeric, isEmpty, heading }, index) =>
    isNumeric || isEmpty || isUnitHeading(heading) ? [] : [index],
  );
  const numbers = columns.flatMap(({ heading, isNumeric }, index) =>
    isNumeric &&
    !isSetting(heading) &&
    !countWords.test(bareHeading(heading)) &&
    !isParameter(heading) &&
    !isErrorHeading(heading) &&
    !isUnitHeading(heading)
      ? [index]
      : [],
  );
  const lesser = lesserStatistics(columns);
  // Whole numbers that come again in full for each name are sizes that were tried, and no figures.
  const isTried = (index: number) =>
    (columns[index]?.cells ?? []).every((cell) => /^\d[\d,_']*$/.test(cell)) &&
    words.some((name) => isCrossed(columns[name]?.cells ?? [], columns[index]?.cells ?? []));
  const taken = numbers.filter((index) => !lesser.has(index) && !isTried(index));
  const headingOf = (index: number) => bareHeading(columns[index]?.heading ?? '');
  const plain = taken.filter((index) => isPlainValue(columns[index]?.heading ?? ''));
  const rowCount = columns[0]?.cells.length ?? 0;
  const distinct = (indexes: readonly number[]) =>
    new Set(
      Array.from({ length: rowCount }, (_, row) => indexes.map((index) => columns[index]?.cells[row] ?? '').join('\n')),
    ).size;
  const varies = (index: number) => distinct([index]) > 1;
  const isRepeated = (index: number) => distinct([index]) < rowCount;
  const speaking = words.filter(
    (index) => varies(index) && isRepeated(index) && (columns[index]?.cells ?? []).every(isMetricName),
  );
  // Where nothing else could be the systems, these are: `kryoWrite`, `protobufWrite`.
  const spoken = words.some((index) => varies(index) && !speaking.includes(index) && couldBeSystems(columns[index]))
    ? speaking
    : [];
  const lists = [...metricWords.map((pattern) => words.filter((index) => pattern.test(headingOf(index)))), spoken];
  const named = lists.flat().find(varies) ?? lists.flat()[0];
  if (named === undefined) return null;
  // Two columns can name it together, as a benchmark's method and the mode that it ran in; what follows from the first adds nothing.
  const metricNames = [named];
  for (const index of lists.flat())
    if (distinct([...metricNames, index]) > distinct(metricNames)) metricNames.push(index);
  const called = plain.find((index) => valueWords.test(headingOf(index)));
  if (plain.length > 0) return { metricNames, values: called === undefined ? plain : [called] };
  // Without a column that is called a value, names that stand once each are rows of a wide table that was turned.
  return taken.length > 0 && varies(named) && isRepeated(named) && words.length > metricNames.length
    ? { metricNames, values: taken }
    : null;
}
