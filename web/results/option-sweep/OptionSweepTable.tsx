import { FoldedCandidateTable } from '../../charts/CandidateTable';
import { MarkSwatch, PublishedSwatch } from '../../charts/Mark';
import { formatMs, formatRatio } from '../../figures/figures';
import type { LookupTime, OptionSweep } from './option-sweeps';
import type { OptionSweepPublishedMark } from './sweep-marks';

interface OptionSweepTableProps {
  readonly title: string;
  readonly sweep: OptionSweep;
  readonly published: readonly OptionSweepPublishedMark[];
}

/** The figures of an option's sweep: one row for each point of each line, and for each published mark. */
export function OptionSweepTable({ title, sweep: { option, lines }, published }: OptionSweepTableProps) {
  const figures = () => ({
    columns: [option.label, 'Ratio', 'Look-up, cold', 'Look-up, warm'],
    rows: [
      ...lines.flatMap(({ names, label, points }) =>
        points.map(({ row, valueText, ratio, cold, warm }) => ({
          key: row.key,
          swatch: <MarkSwatch names={names} />,
          label,
          cells: [valueText, formatRatio(ratio), timeText(cold), timeText(warm)],
        })),
      ),
      ...published.map(({ mark, label }) => ({
        key: mark.id,
        swatch: <PublishedSwatch />,
        label,
        // The label has the option's value. Sources give no look-up time.
        cells: ['–', formatRatio(mark.y), '–', '–'],
      })),
    ],
  });
  return <FoldedCandidateTable summary="The chart as a table" label={`Table of ${title}`} figures={figures} />;
}

const timeText = (time: LookupTime | null) => (time === null ? '–' : formatMs(time.bestMs));
