import { nameWithSource } from '../../sources/marks';
import { formatCount, formatMs } from '../../figures/figures';
import { PublishedSwatch } from '../../charts/Mark';
import styles from '../RowFigures.module.css';
import type { SizeSweepMark } from './sweep-marks';

/** The tooltip of a hollow mark: the number of items and the time, which are its position, and the citation. */
export function SizeSweepMarkFigures({ mark: { mark, y } }: { readonly mark: SizeSweepMark }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <PublishedSwatch />
        {nameWithSource(mark.label, mark)}
      </p>
      <dl className={styles.list}>
        <dt>Items</dt>
        <dd>{formatCount(mark.itemCount)}</dd>
        <dt>Published time</dt>
        <dd>{formatMs(y)}</dd>
      </dl>
      <p className={styles.note}>
        Published, not measured here.{mark.printed === null ? '' : ` As printed: ${mark.printed}.`} {mark.citation}
      </p>
    </div>
  );
}

/** The figures and citation of a hollow mark as text, for screen readers. */
export function sizeSweepMarkAriaLabel({ mark, y }: SizeSweepMark): string {
  return `Published, not measured here: ${nameWithSource(mark.label, mark)}, ${formatCount(mark.itemCount)} items, published time ${formatMs(y)}. ${mark.citation}`;
}
