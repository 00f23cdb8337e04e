import { codecColor } from '../styles/codec-colors';
import { Button } from '../ui/Button';
import styles from './FilterBar.module.css';
import { type Facet, type Facets, isFiltered, noFilters, toggleHiddenId } from './filters';
import { formatCount } from '../figures/figures';
import type { ResultsView } from '../view/results-view';

interface FilterBarProps {
  readonly facets: Facets;
  readonly shownCount: number;
  readonly totalCount: number;
  readonly view: ResultsView;
  readonly onView: (next: ResultsView) => void;
}

/** Buttons that hide or show a format, codec or level in the charts, the table and the summary sentence. Folded away until somebody filters. */
export function FilterBar({ facets, shownCount, totalCount, view, onView }: FilterBarProps) {
  const group = (label: string, chips: readonly Facet[], field: 'hiddenFormats' | 'hiddenCodecs' | 'hiddenLevels') =>
    chips.length < 2 ? null : (
      <fieldset key={field} className={styles.group}>
        <legend className={styles.legend}>{label}</legend>
        {chips.map((chip) => (
          <button
            key={chip.id}
            type="button"
            className={styles.chip}
            aria-pressed={!chip.hidden}
            onClick={() => onView({ ...view, [field]: toggleHiddenId(view[field], chip.id) })}
          >
            {chip.family !== null && chip.level === null && (
              <span className={styles.dot} style={{ background: codecColor(chip.family) }} />
            )}
            {chip.label}
            <span className={styles.count}>{formatCount(chip.count)}</span>
          </button>
        ))}
      </fieldset>
    );
  const groups = [
    group('Format', facets.formats, 'hiddenFormats'),
    group('Codec', facets.codecs, 'hiddenCodecs'),
    group('Level', facets.levels, 'hiddenLevels'),
  ].filter((one) => one !== null);
  const filtered = isFiltered(view);
  if (groups.length === 0 && !filtered) return null;
  return (
    <section className={styles.bar} aria-label="Filter the results">
      {groups.length > 0 && (
        <details className={styles.fold}>
          <summary>Filter</summary>
          <div className={styles.groups}>{groups}</div>
        </details>
      )}
      {filtered && (
        <p className={styles.state}>
          <span role="status">
            {formatCount(shownCount)} of {formatCount(totalCount)} shown
          </span>
          <Button size="small" variant="plain" onClick={() => onView({ ...view, ...noFilters })}>
            Show all candidates
          </Button>
        </p>
      )}
    </section>
  );
}
