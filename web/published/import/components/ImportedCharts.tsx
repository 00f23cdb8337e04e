import { useState } from 'react';
import { formatCount } from '../../../figures/figures';
import { Button } from '../../../ui/Button';
import { barLengths, type ImportedChart } from '../set/charts';
import styles from './Import.module.css';

const chartsAtOnce = 6;
const barsAtOnce = 24;

/** Charts of an imported set. The marks are hollow because this page did not measure them. */
export function ImportedCharts({ charts }: { readonly charts: readonly ImportedChart[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? charts : charts.slice(0, chartsAtOnce);
  return (
    <>
      <div className={styles.charts}>
        {shown.map((chart) => (
          <Bars key={chart.id} chart={chart} />
        ))}
      </div>
      {shown.length < charts.length && (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatCount(charts.length)} charts
          </Button>
        </div>
      )}
    </>
  );
}

function Bars({ chart: { title, note, bars } }: { readonly chart: ImportedChart }) {
  const [all, setAll] = useState(false);
  const shown = all ? bars : bars.slice(0, barsAtOnce);
  const { isLog, lengthOf } = barLengths(
    bars.flatMap(({ value, range }) => (range === null ? [value] : [value, range.high])),
  );
  const words = isLog ? `${note}, log axis` : note;
  const percent = (value: number) => `${(100 * lengthOf(value)).toFixed(2)}%`;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.figureTitle}>
        {title} <span className={styles.note}>{words}</span>
      </figcaption>
      <div
        role="img"
        aria-label={`${title}, ${words}: ${shown.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
        className={styles.bars}
      >
        {shown.map(({ id, label, color, value, range, text, isBaseline }) => (
          <div key={id} className={styles.barRow} data-baseline={isBaseline || undefined}>
            <span className={styles.barLabel}>{label}</span>
            <span className={styles.track}>
              {value > 0 && <span className={styles.mark} style={{ width: percent(value), color }} />}
              {range !== null && range.high > 0 && (
                <span
                  className={styles.range}
                  style={{ left: percent(range.low), width: `calc(${percent(range.high)} - ${percent(range.low)})` }}
                />
              )}
            </span>
            <span className={styles.value}>{text}</span>
          </div>
        ))}
      </div>
      <details className={styles.printed}>
        <summary>Figures</summary>
        <dl>
          {shown.map(({ id, label, text, hint }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>
                {text}, {hint}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {shown.length < bars.length && (
        <Button size="small" variant="plain" onClick={() => setAll(true)}>
          All {formatCount(bars.length)} systems
        </Button>
      )}
    </figure>
  );
}
