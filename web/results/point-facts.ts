import { formatPercent } from '../figures/figures';
import { candidateAriaLabel } from './RowFigures';
import type { Operation } from '../../workers/model/plan';
import { datasetSize } from '../figures/dataset-words';
import type { ChartPoint } from './fields/chart-data';
import type { ChartFrontier } from './fields/chart-frontier';
import { type ChosenFields, hasDefaultColor } from './fields/chosen-fields';
import { type Field, fieldText } from './fields/field';

/** The fields that a candidate's tooltip shows for every chart. */
const always = new Set(['ratio', 'size', 'throughput', 'time']);

/** The chosen fields that a candidate's figures don't contain, each once. */
export function furtherFields(chosen: ChosenFields, operation: Operation): Field[] {
  const { x, y, color, facet } = chosen;
  const fields = [x, y, ...(hasDefaultColor(chosen) ? [] : [color]), ...(facet === null ? [] : [facet])];
  return [...new Set(fields)].filter(
    ({ id }) => !always.has(id) && id !== `${operation}.throughput` && id !== `${operation}.time`,
  );
}

/** What a chart says about a point beside the candidate's figures, as names and texts. */
export function pointFacts(
  { key, cell }: ChartPoint,
  { chosen, frontier, operation }: PointContext,
): readonly (readonly [name: string, text: string])[] {
  const facts: [string, string][] = furtherFields(chosen, operation).map((field) => [
    capital(field.phrase),
    fieldText(field, cell) ?? '–',
  ]);
  if (!cell.isShownRun) facts.unshift(['Compared run', cell.machine]);
  if (frontierText(frontier, key) !== null) facts.push(['On the frontier', frontierText(frontier, key) ?? '']);
  return facts;
}

export interface PointContext {
  readonly chosen: ChosenFields;
  readonly frontier: ChartFrontier;
  readonly operation: Operation;
}

/** Whether a point is on the frontier, and in which share of the replicates: `yes, 97 % of replicates`. Null if it takes no part. */
export function frontierText(frontier: ChartFrontier, key: string): string | null {
  if (frontier.status === 'none') return null;
  const probability = frontier.probabilities.get(key);
  if (probability === undefined) return null;
  const word = frontier.points.some((point) => point.key === key) ? 'yes' : 'no';
  return frontier.isExact ? word : `${word}, ${shareText(probability)} of replicates`;
}

/** A share of 1,000 replicates. */
export function shareText(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`;
  if (share > 0.99) return 'over 99 %';
  return share < 0.01 ? 'under 1 %' : formatPercent(share);
}

/** A point's figures and facts as one line of text, for screen readers. */
export const pointAriaLabel = (point: ChartPoint, context: PointContext): string =>
  [
    candidateAriaLabel(point.cell.row, context.operation),
    ...pointFacts(point, context).map(([name, text]) => `${name.toLowerCase()} ${text}`),
  ].join(', ');

export const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** The dataset of a point, for charts of several. */
export const datasetText = ({ cell }: ChartPoint): string => datasetSize(cell.dataset);
