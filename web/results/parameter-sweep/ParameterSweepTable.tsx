import { useMemo, useState } from 'react';
import chart from '../../charts/chart.module.css';
import { BestFigure, CandidateTable } from '../../charts/CandidateTable';
import { MarkSwatch } from '../../charts/Mark';
import { formatMs, formatRatio } from '../../figures/figures';
import { type ParameterSweep, sweepValueText } from '../../figures/parameter-sweep';
import { type CompletedRow, markNames } from '../../figures/rows';
import { Segmented } from '../../ui/Segmented';
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
      <CandidateTable
        label={label}
        columns={columns.map(({ value }) => sweepValueText(sweep.parameter, value))}
        rows={candidates.map((row) => {
          const points = panel.lines.find(({ candidate }) => candidate === row.candidate)?.points ?? [];
          return {
            key: String(row.candidate),
            swatch: <MarkSwatch names={row.names} />,
            label: markNames(row).label,
            cells: columns.map(({ value, x }) => {
              const y = points.find((point) => point.x === x)?.y;
              const text = y === undefined ? '–' : panel.operation === null ? formatRatio(y) : formatMs(y);
              return best.get(x) === row.candidate ? <BestFigure key={value} text={text} best="best" /> : text;
            }),
          };
        })}
      />
      <p className={chart.note}>
        The best of each column is bold; for times, it may be within the noise of others. “–”: no figure, or a time
        below the timer’s resolution. The table of all figures below has the intervals, for one value at a time.
      </p>
    </details>
  );
}
