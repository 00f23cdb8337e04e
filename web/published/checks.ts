import {
  figuresOf,
  lastDigitOf,
  type PublishedCheck,
  type PublishedFigure,
  type PublishedSource,
  roundingErrorOf,
} from '../../workers/model/published';

/** A printed figure, compared with a value that is computed from other figures of the same source. */
export interface CheckOutcome {
  readonly check: PublishedCheck;
  readonly printed: PublishedFigure;
  /** The value in the figure's base unit. */
  readonly recomputed: number;
  /** The smallest and largest possible value of `recomputed`, since its terms are rounded. */
  readonly low: number;
  readonly high: number;
  /** For the relation `same`, the figure in the second place. Null for all other relations, whose value is computed. */
  readonly elsewhere: PublishedFigure | null;
  readonly agrees: boolean;
}

/** The tolerance of words such as “nearly ten times”: a quarter either way. */
const aboutTolerance = 0.25;

/** The relative tolerance for rounding errors of floating-point arithmetic. */
const slackShare = 1e-9;

interface Range {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

type Find = (id: string) => PublishedFigure;

function finderOf(source: PublishedSource): Find {
  const figures = new Map(figuresOf(source).map((figure) => [figure.id, figure]));
  return (id) => {
    const figure = figures.get(id);
    if (figure === undefined) throw new RangeError(`Source ${source.id} has no figure “${id}”.`);
    return figure;
  };
}

/**
 * The value of an operation over printed figures, in base units.
 *
 * @throws {RangeError} if the source has no figure of one of the ids.
 */
export function computePublished(
  source: PublishedSource,
  { operation, terms }: Pick<PublishedCheck, 'operation' | 'terms'>,
): number {
  const find = finderOf(source);
  return terms.map((term) => rangeOfTerm(term, find)).reduce((a, b) => combine(operation, a, b)).value;
}

/**
 * Recomputes every check of a source.
 *
 * @throws {RangeError} if a check names a figure that the source does not have.
 */
export function runChecks(source: PublishedSource): CheckOutcome[] {
  const find = finderOf(source);
  return source.checks.map((check) => {
    const printed = find(check.figure);
    const { low, value, high } = check.terms
      .map((term) => rangeOfTerm(term, find))
      .reduce((a, b) => combine(check.operation, a, b));
    const computed = { check, printed, recomputed: value, low, high };
    if (check.relation !== 'same')
      return { ...computed, elsewhere: null, agrees: agrees(check.relation, printed, { low, value, high }) };
    const elsewhere = elsewhereOf(check, find);
    return { ...computed, elsewhere, agrees: sameFigure(printed, elsewhere) };
  });
}

function rangeOfTerm(term: PublishedCheck['terms'][number], find: Find): Range {
  return term.kind === 'constant'
    ? { low: term.value, value: term.value, high: term.value }
    : rangeOf(find(term.figure));
}

const exact: ReadonlySet<PublishedFigure['metric']> = new Set(['count', 'itemCount', 'pageCount', 'factor', 'speed']);

/** Counts, and values that the source states as settings, are exact. */
export const isExactFigure = ({ metric }: PublishedFigure): boolean => exact.has(metric);

function rangeOf(figure: PublishedFigure): Range {
  const rounding = isExactFigure(figure) ? 0 : roundingErrorOf(figure);
  return { low: figure.value - rounding, value: figure.value, high: figure.value + rounding };
}

function combine(operation: PublishedCheck['operation'], a: Range, b: Range): Range {
  switch (operation) {
    case 'divide':
      return { low: a.low / b.high, value: a.value / b.value, high: a.high / b.low };
    case 'multiply':
      return { low: a.low * b.low, value: a.value * b.value, high: a.high * b.high };
    case 'add':
      return { low: a.low + b.low, value: a.value + b.value, high: a.high + b.high };
    case 'subtract':
      return { low: a.low - b.high, value: a.value - b.value, high: a.high - b.low };
    case 'as':
      throw new RangeError('The operation “as” takes one term, but the check has more.');
  }
}

/** The second figure of a check with the relation `same`. */
function elsewhereOf({ id, operation, terms: [term, ...others] }: PublishedCheck, find: Find): PublishedFigure {
  if (operation !== 'as' || term?.kind !== 'figure' || others.length > 0)
    throw new RangeError(`Check “${id}”: the relation “same” needs the operation “as” with exactly one figure.`);
  return find(term.figure);
}

/**
 * True if the figures are equal up to the digits that one of them omits by rounding or truncating: `29万` and `297667`,
 * or `57%` and `0.578`, but not `1.57` and `1.58`.
 */
function sameFigure(a: PublishedFigure, b: PublishedFigure): boolean {
  const [fine, coarse] = lastDigitOf(a) <= lastDigitOf(b) ? [a, b] : [b, a];
  const digit = lastDigitOf(coarse);
  const leftOut = fine.value - coarse.value;
  const slack = Math.abs(fine.value) * slackShare;
  if (lastDigitOf(fine) > digit * (1 - slackShare)) return Math.abs(leftOut) <= slack;
  return leftOut >= -digit / 2 - slack && leftOut < digit - slack;
}

function agrees(
  relation: Exclude<PublishedCheck['relation'], 'same'>,
  printed: PublishedFigure,
  { low, value, high }: Range,
): boolean {
  const slack = Math.abs(printed.value) * slackShare;
  switch (relation) {
    case 'rounded': {
      const half = (isExactFigure(printed) ? 0 : roundingErrorOf(printed)) + slack;
      return high >= printed.value - half && low <= printed.value + half;
    }
    case 'cut':
      return high >= printed.value - slack && low < printed.value + lastDigitOf(printed) - slack;
    case 'atLeast':
      return value >= printed.value;
    case 'atMost':
      return value <= printed.value;
    case 'about':
      return Math.abs(value / printed.value - 1) <= aboutTolerance;
  }
}
