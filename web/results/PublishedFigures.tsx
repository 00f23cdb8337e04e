import { formatRatio, formatThroughput } from '../figures/figures';
import { PublishedSwatch } from '../charts/Mark';
import styles from './RowFigures.module.css';

/** A published figure as the scatter draws it. */
export interface ScatterPublishedMark {
  readonly id: string;
  readonly label: string;
  readonly shortLabel: string;
  /** Bytes a second of the data in memory, from the source's own time; null where its clock ran over other work: it is placed by its ratio alone. */
  readonly x: number | null;
  /** Data in memory over file. */
  readonly y: number;
  /** Who, where, when, and what the clock had in it. */
  readonly citation: string;
  readonly notes: readonly string[];
}

export function PublishedFigures({ mark }: { readonly mark: ScatterPublishedMark }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <PublishedSwatch />
        {mark.label}
      </p>
      <dl className={styles.list}>
        <dt>Ratio</dt>
        <dd>{formatRatio(mark.y)}</dd>
        <dt>Throughput</dt>
        <dd>{speedText(mark)}</dd>
      </dl>
      <p className={styles.note}>Published, not measured here. {mark.citation}</p>
      {mark.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  );
}

export function publishedMarkAriaLabel(mark: ScatterPublishedMark): string {
  return `Published, not measured here: ${mark.label}, ratio ${formatRatio(mark.y)}, throughput ${speedText(mark)}. ${mark.citation} ${mark.notes.join(' ')}`.trim();
}

const speedText = ({ x }: ScatterPublishedMark) => (x === null ? 'not comparable' : formatThroughput(x, 'bytes'));
