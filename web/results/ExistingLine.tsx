import chart from '../charts/chart.module.css';
import { existingFileAriaLabel } from './ExistingFigures';
import type { ExistingFile } from '../figures/existing-file';
import { existingFileLabel, existingFileLabelSizePx, existingFileLineId, type ExistingFileLine } from './existing-line';
import type { useMarkNavigation } from '../charts/use-roving-marks';

/** A horizontal line across a chart at the ratio of the user's file. It is a line because the file has no time. */
export function ExistingLine({
  existing,
  line: { from, to, y, label },
  roving,
}: {
  readonly existing: ExistingFile;
  readonly line: ExistingFileLine;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}) {
  const across = `M${from},${y}H${to}`;
  return (
    <g className={chart.mark} data-existing="" {...roving.mark(existingFileLineId, existingFileAriaLabel(existing))}>
      <path d={across} className={chart.existingHit} data-active={roving.activeId === existingFileLineId} />
      <path d={across} className={chart.existing} />
      <text
        x={label.x + 2}
        y={label.y + existingFileLabelSizePx}
        fontSize={existingFileLabelSizePx}
        className={chart.existingLabel}
      >
        {existingFileLabel}
      </text>
    </g>
  );
}
