import { nameWithSource } from '../../sources/marks';
import { formatCount, formatMs } from '../../figures/figures';
import { PublishedSwatch } from '../../charts/Mark';
import styles from '../RowFigures.module.css';
import type { SizeSweepMark } from './sweep-marks';

/** A hollow mark's figures, and by what it has its place: what its tooltip shows. */
export function SweepMarkFigures({ mark: { mark, y } }: { readonly mark: SizeSweepMark }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <PublishedSwatch />
        {nameWithSource(mark.label, mark)}
      </p>
      <dl className={styles.list}>
        <dt>Items</dt>
        <dd>{formatCount(mark.itemCount)}</dd>
        <dt>Time there</dt>
        <dd>{formatMs(y)}</dd>
      </dl>
      <p className={styles.note}>
        Published, not measured here.{mark.printed === null ? '' : ` As printed: ${mark.printed}.`} {mark.citation}
      </p>
    </div>
  );
}

export function sizeSweepMarkAriaLabel({ mark, y }: SizeSweepMark): string {
  return `Published, not measured here: ${nameWithSource(mark.label, mark)}, ${formatCount(mark.itemCount)} items, ${formatMs(y)} there. ${mark.citation}`;
}
