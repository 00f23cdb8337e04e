import { formatCount, formatFactor, formatMs } from '../figures';
import { PublishedSwatch } from '../Mark';
import styles from '../RowFigures.module.css';
import type { SweepMark } from './sweep-marks';

/** A hollow mark's figures, and by what it has its place: what its tooltip shows. */
export function SweepMarkFigures({ mark: { mark, y, basis } }: { readonly mark: SweepMark }) {
  return (
    <div className={styles.figures}>
      <p className={styles.title}>
        <PublishedSwatch />
        {mark.label} (source {mark.sourceId})
      </p>
      <dl className={styles.list}>
        <dt>Items</dt>
        <dd>{formatCount(mark.itemCount)}</dd>
        <dt>There</dt>
        <dd>
          {formatFactor(mark.factor)} the time of {mark.baseline}
        </dd>
        <dt>Drawn at</dt>
        <dd>{formatMs(y)}</dd>
      </dl>
      <p className={styles.note}>
        Published, not measured here. Drawn at that factor times the time of {mark.baseline}, {basis}.
        {mark.printed === null ? '' : ` As printed: ${mark.printed}.`} {mark.citation}
      </p>
    </div>
  );
}

export function spokenSweepMark({ mark, y, basis }: SweepMark): string {
  return `Published, not measured here: ${mark.label} (source ${mark.sourceId}), ${formatCount(mark.itemCount)} items, ${formatFactor(mark.factor)} the time of ${mark.baseline} there, drawn at ${formatMs(y)}, that factor times its time ${basis}. ${mark.citation}`;
}
