import type { ResultsView } from '../view/results-view';
import type { ResultRow } from '../figures/rows';

/** A format, codec or level of the run that the user can hide, with the number of its candidates. */
export interface Facet {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly hidden: boolean;
  readonly family: string | null;
  readonly level: number | null;
}

export interface Facets {
  readonly formats: readonly Facet[];
  readonly codecs: readonly Facet[];
  readonly levels: readonly Facet[];
}

type Filters = Pick<ResultsView, 'hiddenFormats' | 'hiddenCodecs' | 'hiddenLevels'>;

export const noFilters: Filters = { hiddenFormats: [], hiddenCodecs: [], hiddenLevels: [] };

/** False if a filter hides the row's format, codec or level. */
function isRowShown({ names }: ResultRow, filters: Filters): boolean {
  return (
    !filters.hiddenFormats.includes(names.formatId) &&
    !filters.hiddenCodecs.includes(names.codecId) &&
    !filters.hiddenLevels.includes(names.levelKey)
  );
}

export function visibleRows<R extends ResultRow>(rows: readonly R[], filters: Filters): R[] {
  return rows.filter((row) => isRowShown(row, filters));
}

export const isFiltered = (filters: Filters) =>
  filters.hiddenFormats.length + filters.hiddenCodecs.length + filters.hiddenLevels.length > 0;

/**
 * The formats, codecs and levels that the user can hide, in the plan's order. Levels are listed only for a codec with
 * several levels, in ascending order.
 */
export function filterFacets(rows: readonly ResultRow[], filters: Filters): Facets {
  const collect = (
    idOf: (row: ResultRow) => string | null,
    labelOf: (row: ResultRow) => string,
    hidden: readonly string[],
    withCodec: boolean,
  ): Facet[] => {
    const facets = new Map<string, Facet>();
    for (const row of rows) {
      const id = idOf(row);
      if (id === null) continue;
      const known = facets.get(id);
      facets.set(id, {
        id,
        label: labelOf(row),
        count: (known?.count ?? 0) + 1,
        hidden: hidden.includes(id),
        family: withCodec ? row.names.family : null,
        level: withCodec ? row.names.level : null,
      });
    }
    return [...facets.values()];
  };
  const codecs = collect(
    ({ names }) => names.codecId,
    ({ names }) => names.codec,
    filters.hiddenCodecs,
    true,
  ).map((facet) => ({ ...facet, level: null }));
  const codecOrder = new Map(codecs.map(({ id }, index) => [id, index]));
  const levels = collect(
    ({ names }) => (names.level === null ? null : names.levelKey),
    ({ names }) => `${names.codec} ${names.level}`,
    filters.hiddenLevels,
    true,
  );
  const codecOf = ({ id }: Facet) => id.split('@')[0] ?? '';
  // Hiding the only level of a codec would be the same as hiding the codec. List it if a link has hidden it.
  const isChoice = (level: Facet) =>
    level.hidden ||
    new Set(rows.flatMap(({ names }) => (names.codecId === codecOf(level) ? [names.levelKey] : []))).size > 1;
  const order = (facet: Facet) => (codecOrder.get(codecOf(facet)) ?? 0) * 1e9 + (facet.level ?? 0);
  return {
    formats: collect(
      ({ names }) => names.formatId,
      ({ names }) => names.format,
      filters.hiddenFormats,
      false,
    ),
    codecs,
    levels: levels.filter(isChoice).sort((a, b) => order(a) - order(b)),
  };
}

/** Returns the list of hidden ids with `id` removed if it is there, or added if not. */
export function toggleHiddenId(hidden: readonly string[], id: string): string[] {
  return hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
}
