import { useMemo, useState } from 'react';
import chart from '../../charts/chart.module.css';
import { MarkSwatch } from '../../charts/Mark';
import { formatMs, formatRatio } from '../../figures/figures';
import { type ParameterSweep, sweepValueText } from '../../figures/parameter-sweep';
import { type CompletedRow, markNames } from '../../figures/rows';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { Segmented } from '../../ui/Segmented';
import wide from '../../ui/wide-table.module.css';
import styles from './ParameterSweep.module.css';
import { bestOfPanel, placesOf, type SweepPanel } from './sweep-panels';

interface ParameterSweepTableProps {
  readonly panels: readonly SweepPanel[];
  readonly sweep: ParameterSweep;
  /** One row of each candidate, for its name. */
  readonly candidates: readonly CompletedRow[];
}

/** The figures of the small multiples: one row for each candidate, one column for each value. The best figure of a column is bold. */
export function ParameterSweepTable({ panels, sweep, candidates }: ParameterSweepTableProps) {
  const [shown, setShown] = useState<string>('ratio');
  const panel = panels.find(({ id }) => id === shown) ?? panels[0];
  const columns = useMemo(() => {
    const places = placesOf(sweep);
    return sweep.values.map((value, index) => ({ value, x: places[index] ?? index })).sort((a, b) => a.x - b.x);
  }, [sweep]);
  if (panel === undefined) return null;
  const best = bestOfPanel(panel);
  const label = `${panel.title} by ${sweep.parameter.label.toLowerCase()}`;
  return (
    <details className={chart.more}>
      <summary>Table of the sweep</summary>
      <div className={styles.tableHead}>
        <Segmented
          label="Figures in the table"
          value={panel.id}
          options={panels.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setShown}
        />
      </div>
      <ScrollRegion label={label} className={wide.region}>
        <table className={`${wide.table} ${styles.figures}`}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col" className={wide.first}>
                {sweep.parameter.label}
              </th>
              {columns.map(({ value }) => (
                <th key={value} scope="col">
                  {sweepValueText(sweep.parameter, value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {candidates.map((row) => {
              const points = panel.lines.find(({ candidate }) => candidate === row.candidate)?.points ?? [];
              return (
                <tr key={row.candidate}>
                  <th scope="row" className={wide.first}>
                    <span className={wide.candidate}>
                      <MarkSwatch names={row.names} />
                      {markNames(row).label}
                    </span>
                  </th>
                  {columns.map(({ value, x }) => {
                    const y = points.find((point) => point.x === x)?.y;
                    const text = y === undefined ? '–' : panel.operation === null ? formatRatio(y) : formatMs(y);
                    return <td key={value}>{best.get(x) === row.candidate ? <strong>{text}</strong> : text}</td>;
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={chart.note}>
        The best of each column is bold; for times, it may be within the noise of others. “–”: no figure, or a time
        below the timer’s resolution. The table of all figures below has the intervals, for one value at a time.
      </p>
    </details>
  );
}
