import { memo } from 'react';
import { BestFigure, FoldedCandidateTable } from '../charts/CandidateTable';
import { MarkSwatch } from '../charts/Mark';
import { UserFileSwatch } from '../charts/UserFileMark';
import type { UserFile } from '../figures/user-file';
import type { Situation } from '../view/situation';
import { axisWords, formatTotal } from './answer-words';
import type { Axis } from './axes';
import type { Contender } from './contenders';
import { totalOf } from './totals';
import { leftOutWords, userFileTotal } from './user-file-total';

const maxSteps = 10;

interface TotalsTableProps {
  readonly axis: Axis;
  readonly contenders: readonly Contender[];
  /** The table does not depend on the axis's own value in it. */
  readonly situation: Situation;
  readonly title: string;
  /** The user's file, which stands first. Null if the data was generated. */
  readonly userFile: UserFile | null;
}

/** The totals of all candidates along the axis as a table. The smallest of each column is marked. */
export const TotalsTable = memo(function TotalsTable({
  title,
  axis,
  contenders,
  situation,
  userFile,
}: TotalsTableProps) {
  const figures = () => {
    const values = tableValues(axis);
    const totals = contenders.map(({ figures: own }) =>
      values.map((value) => totalOf(axis.withValue(situation, value), own)),
    );
    const smallest = values.map((_, column) => Math.min(...totals.map((row) => row[column] ?? Infinity)));
    return {
      columns: values.map(axisWords[axis.id].format),
      rows: [
        ...(userFile === null
          ? []
          : [
              userFileRow(
                userFile,
                values.map((value) => axis.withValue(situation, value)),
              ),
            ]),
        ...contenders.map(({ row: { key, names } }, index) => ({
          key,
          swatch: <MarkSwatch names={names} />,
          label: names.label,
          cells: (totals[index] ?? []).map((total, column) => {
            const text = formatTotal(situation, total);
            return total === smallest[column] ? <BestFigure key={values[column]} text={text} best="smallest" /> : text;
          }),
        })),
      ],
    };
  };
  return (
    <FoldedCandidateTable
      summary="The chart as a table"
      label={`Table of ${title}, scrolls sideways`}
      figures={figures}
    />
  );
});

function userFileRow(userFile: UserFile, situations: readonly Situation[]) {
  const totals = situations.map((situation) => userFileTotal(userFile, situation));
  const leftOut = new Set(totals.flatMap((own) => own.leftOut));
  return {
    key: 'user-file',
    swatch: <UserFileSwatch />,
    label: `${userFile.name}${leftOutWords([...leftOut])}`,
    cells: situations.map((situation, index) => formatTotal(situation, totals[index]?.total ?? Number.NaN)),
  };
}

/** Values of the axis with equal distances on it: its decades, if these are at most ten. */
export function tableValues(axis: Pick<Axis, 'min' | 'max'>): number[] {
  const decades = Math.log10(axis.max / axis.min);
  const steps = Math.min(maxSteps, Math.max(1, Math.floor(decades + 1e-9)));
  return Array.from({ length: steps + 1 }, (_, index) =>
    Number((axis.min * (axis.max / axis.min) ** (index / steps)).toPrecision(3)),
  );
}
