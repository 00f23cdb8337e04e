import chart from '../charts/chart.module.css';
import { spokenExisting } from './ExistingFigures';
import type { ExistingFile } from '../figures/existing-file';
import { existingLabel, existingLabelSize, existingLineId, type LineAcross } from './existing-line';
import type { useRovingMarks } from '../charts/use-roving-marks';

/** The user's file, which has a size and no time: a line across the chart at its ratio. */
export function ExistingLine({
  existing,
  line: { from, to, y, label },
  roving,
}: {
  readonly existing: ExistingFile;
  readonly line: LineAcross;
  readonly roving: ReturnType<typeof useRovingMarks>;
}) {
  const across = `M${from},${y}H${to}`;
  return (
    <g className={chart.mark} data-existing="" {...roving.mark(existingLineId, spokenExisting(existing))}>
      <path d={across} className={chart.existingHit} data-active={roving.activeId === existingLineId} />
      <path d={across} className={chart.existing} />
      <text
        x={label.x + 2}
        y={label.y + existingLabelSize}
        fontSize={existingLabelSize}
        className={chart.existingLabel}
      >
        {existingLabel}
      </text>
    </g>
  );
}
