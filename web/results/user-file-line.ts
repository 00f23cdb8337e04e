import type { UserFile } from '../figures/user-file';
import { formatBytes, formatRatio } from '../figures/figures';
import type { Box } from '../charts/label-placement';
import { textWidthPx } from '../charts/measure-text';

/** The horizontal line across a chart that marks the user's file, and its label. All lengths are in pixels. */
export interface PlacedUserFileLine {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly label: Box;
}

/** The mark of the user's file in a chart where it has a value on both axes. All lengths are in pixels. */
export interface PlacedUserFilePoint {
  readonly x: number;
  readonly y: number;
  readonly label: Box;
}

/** The id of the line or the point among the marks of a chart. */
export const userFileLineId = 'user-file';
export const userFileLabel = 'your file';
/** Font size of the label. */
export const userFileLabelSizePx = 11;

/** The smallest distance between the label and the centre of a mark, px. */
const clearance = 9;

/**
 * Places the line at `y`. Its label is above or below it, at the left or right end: where it covers the fewest of the
 * `marks`.
 */
export function placeUserFileLine(
  y: number,
  plot: Box,
  marks: readonly { readonly x: number; readonly y: number }[],
): PlacedUserFileLine {
  const width = Math.ceil(textWidthPx(userFileLabel, userFileLabelSizePx, 600)) + 4;
  const height = userFileLabelSizePx + 3;
  const tops = [y - height - 1, y + 2].filter((top) => top >= plot.y && top + height <= plot.y + plot.height);
  const places = (tops.length === 0 ? [y + 2] : tops).flatMap((top) =>
    [plot.x + plot.width - width, plot.x + 2].map((x) => ({ x, y: top, width, height })),
  );
  return { from: plot.x, to: plot.x + plot.width, y, label: leastCovering(places, marks) };
}

/** The place that covers the fewest marks, then the fewest other boxes; the first one of several. */
function leastCovering(
  places: readonly Box[],
  marks: readonly { readonly x: number; readonly y: number }[],
  boxes: readonly Box[] = [],
): Box {
  const overlaps = (one: Box, other: Box) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  const covered = (box: Box) =>
    (boxes.length + 1) *
      marks.filter(
        (mark) =>
          Math.abs(mark.x - box.x - box.width / 2) < box.width / 2 + clearance &&
          Math.abs(mark.y - box.y - box.height / 2) < box.height / 2 + clearance,
      ).length +
    boxes.filter((other) => overlaps(box, other)).length;
  return places.reduce((best, box) => (covered(box) < covered(best) ? box : best));
}

/** Half the width of the mark of the user's file, px. */
const userFilePointRadius = 7;

/**
 * Places the label of the point beside it, above it or below it: where it covers the fewest of the `marks`, and then of the other `boxes`, and within
 * the plot.
 */
export function placeUserFilePoint(
  { x, y }: { readonly x: number; readonly y: number },
  plot: Box,
  marks: readonly { readonly x: number; readonly y: number }[],
  boxes: readonly Box[] = [],
): PlacedUserFilePoint {
  const width = Math.ceil(textWidthPx(userFileLabel, userFileLabelSizePx, 600)) + 4;
  const height = userFileLabelSizePx + 3;
  const away = userFilePointRadius + 3;
  const places = [
    { x: x + away, y: y - height / 2 },
    { x: x - away - width, y: y - height / 2 },
    { x: x - width / 2, y: y - away - height },
    { x: x - width / 2, y: y + away },
  ].map((corner) => ({ ...corner, width, height }));
  const inside = places.filter(
    (box) =>
      box.x >= plot.x &&
      box.x + width <= plot.x + plot.width &&
      box.y >= plot.y &&
      box.y + height <= plot.y + plot.height,
  );
  return { x, y, label: leastCovering(inside.length === 0 ? places : inside, marks, boxes) };
}

/** The boxes of the point and its label, which other labels must not cover. */
export const userFilePointObstacles = (point: PlacedUserFilePoint | null): readonly Box[] =>
  point === null
    ? []
    : [
        {
          x: point.x - userFilePointRadius,
          y: point.y - userFilePointRadius,
          width: 2 * userFilePointRadius,
          height: 2 * userFilePointRadius,
        },
        point.label,
      ];

/** The boxes of the line and its label, which other labels must not cover. */
export const userFileLineObstacles = (line: PlacedUserFileLine | null): readonly Box[] =>
  line === null ? [] : [{ x: line.from, y: line.y - 1, width: line.to - line.from, height: 2 }, line.label];

/** The line's id, to be put first in the keyboard's order of marks. Empty if the chart has no such line. */
export const userFileLineIds = (userFile: UserFile | null): readonly string[] =>
  userFile === null || userFile.ratio === null ? [] : [userFileLineId];

/** A sentence on the line for the summary of a chart. Empty if the chart has no such line. */
export const userFileLineSummary = (userFile: UserFile | null): string =>
  userFile === null || userFile.ratio === null
    ? ''
    : ` A line at ratio ${formatRatio(userFile.ratio)} stands for your file of ${formatBytes(userFile.sizeBytes)}.`;
