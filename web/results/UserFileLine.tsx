import chart from '../charts/chart.module.css';
import { UserFileRing } from '../charts/UserFileMark';
import { userFileAriaLabel } from './UserFileFigures';
import type { UserFile } from '../figures/user-file';
import type { Box } from '../charts/label-placement';
import {
  type PlacedUserFileLine,
  type PlacedUserFilePoint,
  userFileLabel,
  userFileLabelSizePx,
  userFileLineId,
} from './user-file-line';
import type { useMarkNavigation } from '../charts/use-mark-navigation';

/** A horizontal line across a chart at the user's file. It is a line because the file has no value on the x axis. */
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
      <Label box={label} />
    </g>
  );
}

/** The mark of the user's file in a chart where it has a value on both axes. */
export function UserFilePoint({
  userFile,
  point: { x, y, label },
  roving,
}: {
  readonly userFile: UserFile;
  readonly point: PlacedUserFilePoint;
  readonly roving: ReturnType<typeof useMarkNavigation>;
}) {
  return (
    <g className={chart.mark} data-user-file="" {...roving.mark(userFileLineId, userFileAriaLabel(userFile))}>
      <g transform={`translate(${x},${y})`}>
        <circle r={11} className={chart.hit} />
        {roving.activeId === userFileLineId && <circle r={11} className={chart.halo} />}
        <UserFileRing />
      </g>
      <Label box={label} />
    </g>
  );
}

function Label({ box }: { readonly box: Box }) {
  return (
    <text x={box.x + 2} y={box.y + userFileLabelSizePx} fontSize={userFileLabelSizePx} className={chart.userFileLabel}>
      {userFileLabel}
    </text>
  );
}
