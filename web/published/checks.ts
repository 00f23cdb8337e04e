import { figuresOf, type PublishedCheck, type PublishedFigure, type PublishedSource, roundingOf } from '../../workers/model/published';

/** A figure computed again from what else the source prints. */
export interface CheckOutcome {
  readonly check: PublishedCheck;
  readonly printed: PublishedFigure;
  /** In the figure's base unit. */
  readonly recomputed: number;
  /** What `recomputed` may be, given that its terms are rounded. */
  readonly low: number;
  readonly high: number;
  readonly agrees: boolean;
}

/** A word like “nearly ten times” is held to a quarter either way. */
const aboutTolerance = 0.25;

interface Range {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

/** Every check of a source, recomputed. Throws a RangeError where one names a figure that is not there. */
export function runChecks(source: PublishedSource): CheckOutcome[] {
  const figures = new Map(figuresOf(source).map((figure) => [figure.id, figure]));
  const find = (id: string): PublishedFigure => {
    const figure = figures.get(id);
    if (figure === undefined) throw new RangeError(`Source ${source.id} has no figure “${id}”.`);
    return figure;
  };
  return source.checks.map((check) => {
    const printed = find(check.figure);
    const terms = check.terms.map(
      (term): Range => (term.kind === 'constant' ? { low: term.value, value: term.value, high: term.value } : rangeOf(find(term.figure))),
    );
    const { low, value, high } = terms.reduce((a, b) => combine(check.operation, a, b));
    return { check, printed, recomputed: value, low, high, agrees: agrees(check, printed, { low, value, high }) };
  });
}

/** Counts, factors and speeds that the source states are exact. */
function rangeOf(figure: PublishedFigure): Range {
  const rounding = figure.metric === 'count' || figure.metric === 'speed' ? 0 : roundingOf(figure);
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
  }
}

function agrees({ relation }: PublishedCheck, printed: PublishedFigure, { low, value, high }: Range): boolean {
  switch (relation) {
    case 'rounded': {
      // The slack is for the last bit of a double, not for the source.
      const slack = Math.abs(printed.value) * 1e-9;
      const half = roundingOf(printed) + slack;
      return high >= printed.value - half && low <= printed.value + half;
    }
    case 'atLeast':
      return value >= printed.value;
    case 'about':
      return Math.abs(value / printed.value - 1) <= aboutTolerance;
  }
}
