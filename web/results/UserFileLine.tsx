import chart from '../charts/chart.module.css';
import { userFileAriaLabel } from './UserFileFigures';
import type { UserFile } from '../figures/user-file';
import { userFileLabel, userFileLabelSizePx, userFileLineId, type PlacedUserFileLine } from './user-file-line';
import type { useMarkNavigation } from '../charts/use-mark-navigation';

/** A horizontal line across a chart at the ratio of the user's file. It is a line because the file has no time. */
export function UserFileLine({
  userFile,
  line: { from, to, y, label },
  roving,
}: {
  readonly userFile: UserFile;
  readonly line: PlacedUserFileLine;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}) {
  const across = `M${from},${y}H${to}`;
  return (
    <g className={chart.mark} data-user-file="" {...roving.mark(userFileLineId, userFileAriaLabel(userFile))}>
      <path d={across} className={chart.userFileHit} data-active={roving.activeId === userFileLineId} />
      <path d={across} className={chart.userFile} />
      <text
        x={label.x + 2}
        y={label.y + userFileLabelSizePx}
        fontSize={userFileLabelSizePx}
        className={chart.userFileLabel}
      >
        {userFileLabel}
      </text>
    </g>
  );
}
