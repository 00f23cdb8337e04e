import { formatRatio } from '../figures/figures';
import { formatThroughput } from '../figures/throughput';
import { PublishedSwatch } from '../charts/Mark';
import styles from './RowFigures.module.css';

/** A published figure as a point of the scatter plot. */
export interface ScatterPublishedMark {
  readonly id: string;
  readonly label: string;
  readonly shortLabel: string;
  /**
   * Throughput in bytes of data per second, from the time that the source prints. Null if the source's clock included
   * other work than ours. The mark is then placed by its ratio only.
   */
  readonly x: number | null;
  /** The compression ratio: bytes of the data in memory divided by bytes of the file. */
  readonly y: number;
  /** The author, title, date and section of the source, and its hardware. */
  readonly citation: string;
  readonly notes: readonly string[];
}

/** The tooltip of a published mark. */
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

/** The figures and citation of a published mark as text, for screen readers. */
export function publishedMarkAriaLabel(mark: ScatterPublishedMark): string {
  return `Published, not measured here: ${mark.label}, ratio ${formatRatio(mark.y)}, throughput ${speedText(mark)}. ${mark.citation} ${mark.notes.join(' ')}`.trim();
}

const speedText = ({ x }: ScatterPublishedMark) => (x === null ? 'not comparable' : formatThroughput(x, 'bytes'));
