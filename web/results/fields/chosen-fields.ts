import { defaultResultsView, type ResultsView } from '../../view/results-view';
import { type Field, fieldText, type MeasuredCell } from './field';

/** The fields that a chart shows. Colour `codec` is the default: the family as hue and the level as shade. */
export interface ChosenFields {
  readonly x: Field;
  readonly y: Field;
  readonly color: Field;
  readonly facet: Field | null;
  /** Sentences on chosen fields that this run does not have. */
  readonly problems: readonly string[];
}

/** The id that links use for no facets. */
export const noFacet = 'none';

/**
 * Finds the chosen fields. A field that the run lacks, as an option of another run in a link, is replaced by the default one, and
 * `problems` says so.
 */
export function chosenFields(
  fields: readonly Field[],
  view: Pick<ResultsView, 'xField' | 'yField' | 'colorField' | 'facetField'>,
): ChosenFields {
  const problems: string[] = [];
  const find = (id: string, standard: string, role: string): Field => {
    const field = fields.find((each) => each.id === id);
    if (field !== undefined) return field;
    const fallback = fields.find((each) => each.id === standard);
    if (fallback === undefined) throw new Error(`Every run has the field ${standard}.`);
    problems.push(`This run has no field “${id}” for the ${role}. “${fallback.label}” is shown instead.`);
    return fallback;
  };
  const x = find(view.xField, defaultResultsView.xField, 'x axis');
  const y = find(view.yField, defaultResultsView.yField, 'y axis');
  const color = find(view.colorField, defaultResultsView.colorField, 'colour');
  const facet = view.facetField === noFacet ? null : (fields.find(({ id }) => id === view.facetField) ?? null);
  if (facet === null && view.facetField !== noFacet)
    problems.push(`This run has no field “${view.facetField}” for the panels, so the chart is not divided.`);
  return { x, y, color, facet, problems };
}

/** True if a chosen field differs between datasets, so that the chart shows all datasets of the run. */
export const showsAllDatasets = ({ x, y, color, facet }: ChosenFields): boolean =>
  [x, y, color, facet].some((field) => field?.ofDataset === true);

export const hasDefaultColor = ({ color }: Pick<ChosenFields, 'color'>): boolean =>
  color.id === defaultResultsView.colorField;

/** How many different values the cells have of a field, counted up to `limit`. */
export function distinctValues(field: Field, cells: readonly MeasuredCell[], limit = 3): number {
  const seen = new Set<string>();
  for (const cell of cells) {
    const text = fieldText(field, cell);
    if (text !== null) seen.add(text);
    if (seen.size >= limit) break;
  }
  return seen.size;
}
