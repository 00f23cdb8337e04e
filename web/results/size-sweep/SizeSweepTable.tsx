import { type CandidateFigures, FoldedCandidateTable } from '../../charts/CandidateTable';
import { MarkSwatch, PublishedSwatch } from '../../charts/Mark';
import { formatCount, formatMs } from '../../figures/figures';
import { markNames } from '../../figures/rows';
import { nameWithSource } from '../../sources/marks';
import type { SizeSweepMark } from './sweep-marks';
import type { SizeSweepSeries } from './sweep-series';

interface SizeSweepTableProps {
  readonly title: string;
  readonly series: readonly SizeSweepSeries[];
  readonly marks: readonly SizeSweepMark[];
}

/** The figures of the chart of time against size: one row for each line and each published mark, one column for each size. */
export function SizeSweepTable({ title, series, marks }: SizeSweepTableProps) {
  return (
    <FoldedCandidateTable
      summary="The chart as a table"
      label={`Table of ${title}`}
      figures={() => sizeSweepFigures(series, marks)}
    />
  );
}

export function sizeSweepFigures(
  series: readonly SizeSweepSeries[],
  marks: readonly SizeSweepMark[],
): CandidateFigures {
  const sizes = [...new Set([...series.flatMap(({ points }) => points), ...marks].map(({ x }) => x))].sort(
    (a, b) => a - b,
  );
  const cellsOf = (times: readonly { readonly x: number; readonly y: number }[]) =>
    sizes.map((size) => {
      const time = times.find(({ x }) => x === size);
      return time === undefined ? '–' : formatMs(time.y);
    });
  return {
    columns: sizes.map((size) => `${formatCount(size)} items`),
    rows: [
      ...series.flatMap(({ candidateKey, points }) => {
        const [first] = points;
        if (first === undefined) return [];
        return [
          {
            key: candidateKey,
            swatch: <MarkSwatch names={first.row.names} />,
            label: markNames(first.row).label,
            cells: cellsOf(points),
          },
        ];
      }),
      ...marks.map((mark) => ({
        key: mark.id,
        swatch: <PublishedSwatch />,
        label: nameWithSource(mark.mark.label, mark.mark),
        cells: cellsOf([mark]),
      })),
    ],
  };
}
