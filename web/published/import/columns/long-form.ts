import { noCodecId } from '../../../figures/candidate-names';
import { isTestCondition, containsManyCodecNames } from './crossed';
import { familyOf } from '../../../sources/imported/family';
import { readHeading, headingNamesFigures, unitInHeading } from './heading';

/** The properties of a column that the guesses use. */
export interface ColumnSummary {
  readonly heading: string;
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
  readonly isEmpty: boolean;
}

/** The columns that make a table a long one, by index. */
interface LongColumns {
  readonly metricNames: readonly number[];
  readonly values: readonly number[];
}

/**
 * A heading without its unit, its underscores, and the mark of a parameter: `Mean [ms]` becomes “Mean”, and
 * `param:codec` and `(codec)` become “codec”.
 */
export const headingWithoutUnit = (heading: string): string => {
  const words = heading
    .replace(/[_`]/g, ' ')
    .trim()
    .replace(/^\((\w+)\)$/, '$1')
    .replace(/^param(eter)?s?\s*[: ]\s*/i, '');
  return (unitInHeading(heading) === null ? words : words.replace(/[\s,]*[([][^()[\]]*[)\]]\s*$/, '')).trim();
};

/** True for a parameter of a benchmark, as harnesses export it. Parameters were set, never measured. */
export const isParameterHeading = (heading: string): boolean =>
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
/** Headings of repeats and settings, whose numbers are not figures. */
const settingWords =
  /^(samples?|cnt|count|runs?|reps?|repeats?|repetitions?|rounds?|iterations?|iters?|itr|loops?|evals?|neval|n itr|n gc|gc ?\/ ?sec|trials?|replicates?|warm ?ups?|forks?|threads?|invocation count|launch count|gen ?[0-2]|rank|ratio ?sd|seed|n|id|index|#)$/i;

const countWords = /^(n|rows?|records?|items?|vectors?|count|elements?|number of .*|# .*)$/i;

/** True for JMH's column of modes if all rows have the same mode. */
export const isConstantMode = ({ cells }: ColumnSummary): boolean =>
  new Set(cells).size === 1 && /^(thrpt|avgt|sample|ss)$/.test(cells[0] ?? '');

export const isSettingHeading = (heading: string): boolean => settingWords.test(headingWithoutUnit(heading));
export const isErrorHeading = (heading: string): boolean => errorWords.test(headingWithoutUnit(heading));
export const isUnitHeading = (heading: string): boolean => /(^|\s)units?$/i.test(heading.replaceAll('_', ' ').trim());

/**
 * True for a heading such as “value” that marks numbers without naming the quantity. The metric's name then gives the
 * quantity.
 */
export const isGenericValueHeading = (heading: string): boolean =>
  valueWords.test(headingWithoutUnit(heading)) ||
  headlines.some((pattern) => pattern.test(headingWithoutUnit(heading)));

/**
 * The columns of additional statistics of the same repeats, such as `min`, `max` and `stddev` beside `mean`, or
 * `cpu_time` beside `real_time`. Charts of each would show one measurement several times, so only the headline figure
 * is used, with its error. Empty if the table has fewer than three statistics.
 */
export function secondaryStatistics(columns: readonly ColumnSummary[]): ReadonlySet<number> {
  const statistics = columns.flatMap(({ heading, isNumeric }, index) =>
    isNumeric && statisticWords.test(headingWithoutUnit(heading)) ? [index] : [],
  );
  const headline = headlines
    .map((pattern) => statistics.find((index) => pattern.test(headingWithoutUnit(columns[index]?.heading ?? ''))))
    .find((index) => index !== undefined);
  const isPair =
    statistics.length === 2 &&
    statistics.every((index) => /^((real|cpu) )?time$|^cpu$/i.test(headingWithoutUnit(columns[index]?.heading ?? '')));
  return new Set(
    (statistics.length < 3 && !isPair) || headline === undefined
      ? []
      : statistics.filter((index) => index !== headline),
  );
}

const systemParameters =
  /codec|format|\blib|impl|serializ|compress|algorithm|engine|encod|backend|framework|tool|database|method/i;

/**
 * True for text columns that may name systems. A harness's parameter qualifies only if its heading or its cells name
 * codecs (`param:codec`); other parameters are test conditions.
 */
export const mayNameSystems = (column: ColumnSummary | undefined): boolean =>
  column !== undefined &&
  (!isParameterHeading(column.heading) ||
    systemParameters.test(headingWithoutUnit(column.heading)) ||
    containsManyCodecNames(column.cells));

const isMetricName = (cell: string) =>
  !/^(un|de|not )?(compressed|encoded)$/i.test(cell) &&
  familyOf(cell) === noCodecId &&
  headingNamesFigures(readHeading(cell));

/**
 * The columns that make a table a long one: a text column that names the metric, and one column of values. A text
 * column names the metric if its heading says so or if every cell names a figure. Null for a wide table, in which each
 * metric has its own column, even if its rows are metrics.
 */
export function longColumns(columns: readonly ColumnSummary[]): LongColumns | null {
  const words = columns.flatMap(({ isNumeric, isEmpty, heading }, index) =>
    isNumeric || isEmpty || isUnitHeading(heading) ? [] : [index],
  );
  const numbers = columns.flatMap(({ heading, isNumeric }, index) =>
    isNumeric &&
    !isSettingHeading(heading) &&
    !countWords.test(headingWithoutUnit(heading)) &&
    !isParameterHeading(heading) &&
    !isErrorHeading(heading) &&
    !isUnitHeading(heading)
      ? [index]
      : [],
  );
  const lesser = secondaryStatistics(columns);
  // Whole numbers that all recur for each name are sizes that were tested, not figures.
  const isTried = (index: number) =>
    (columns[index]?.cells ?? []).every((cell) => /^\d[\d,_']*$/.test(cell)) &&
    words.some((name) => isTestCondition(columns[name]?.cells ?? [], columns[index]?.cells ?? []));
  const taken = numbers.filter((index) => !lesser.has(index) && !isTried(index));
  const headingOf = (index: number) => headingWithoutUnit(columns[index]?.heading ?? '');
  const plain = taken.filter((index) => isGenericValueHeading(columns[index]?.heading ?? ''));
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
  // If no other column can name the systems, these names contain them: `kryoWrite`, `protobufWrite`.
  const spoken = words.some((index) => varies(index) && !speaking.includes(index) && mayNameSystems(columns[index]))
    ? speaking
    : [];
  const lists = [...metricWords.map((pattern) => words.filter((index) => pattern.test(headingOf(index)))), spoken];
  const named = lists.flat().find(varies) ?? lists.flat()[0];
  if (named === undefined) return null;
  // Two columns can name the metric together, such as a benchmark's method and its mode. A column that the first one
  // determines adds nothing.
  const metricNames = [named];
  for (const index of lists.flat())
    if (distinct([...metricNames, index]) > distinct(metricNames)) metricNames.push(index);
  const called = plain.find((index) => valueWords.test(headingOf(index)));
  if (plain.length > 0) return { metricNames, values: called === undefined ? plain : [called] };
  // If no heading says “value” and each name occurs once, the table is a wide one that was transposed.
  return taken.length > 0 && varies(named) && isRepeated(named) && words.length > metricNames.length
    ? { metricNames, values: taken }
    : null;
}
