import {
  figuresOf,
  lastDigitOf,
  type PublishedCheck,
  type PublishedFigure,
  type PublishedSource,
  roundingErrorOf,
} from '../../workers/model/published';

/** A figure computed again from what else the source prints. */
export interface CheckOutcome {
  readonly check: PublishedCheck;
  readonly printed: PublishedFigure;
  /** In the figure's base unit. */
  readonly recomputed: number;
  /** What `recomputed` may be, given that its terms are rounded. */
  readonly low: number;
  readonly high: number;
  /** Of the relation `same`, the figure in the other place; null of all others, which are computed. */
  readonly elsewhere: PublishedFigure | null;
  readonly agrees: boolean;
}

/** A word like “nearly ten times” is held to a quarter either way. */
const aboutTolerance = 0.25;

/** Of the last bits of doubles, not of the source. */
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

/** What an operation over printed figures comes to, in base units. Throws a RangeError where one of them is not there. */
export function computePublished(
  source: PublishedSource,
  { operation, terms }: Pick<PublishedCheck, 'operation' | 'terms'>,
): number {
  const find = finderOf(source);
  return terms.map((term) => rangeOfTerm(term, find)).reduce((a, b) => combine(operation, a, b)).value;
}

/** Every check of a source, recomputed. Throws a RangeError where one names a figure that is not there. */
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

/** What is counted, and what the source states as a setting, is exact. */
export const isExact = ({ metric }: PublishedFigure): boolean => exact.has(metric);

function rangeOf(figure: PublishedFigure): Range {
  const rounding = isExact(figure) ? 0 : roundingErrorOf(figure);
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
      throw new RangeError('A figure taken as it is has no second term.');
  }
}

/** The figure that a check of the relation `same` names. */
function elsewhereOf({ id, operation, terms: [term, ...others] }: PublishedCheck, find: Find): PublishedFigure {
  if (operation !== 'as' || term?.kind !== 'figure' || others.length > 0)
    throw new RangeError(`Check “${id}”: the same figure elsewhere is one figure, as it is.`);
  return find(term.figure);
}

/** Equal but for the digits that one of the two leaves out, rounded or cut: `29万` and `297667`, `57%` and `0.578`, but not `1.57` and `1.58`. */
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
      const half = (isExact(printed) ? 0 : roundingErrorOf(printed)) + slack;
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
