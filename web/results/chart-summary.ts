import { plural } from '../figures/figures';
import type { UserFile } from '../figures/user-file';
import type { ChartPoint } from './fields/chart-data';
import type { ChartFrontier } from './fields/chart-frontier';
import type { ChosenFields } from './fields/chosen-fields';
import { type Field, fieldText } from './fields/field';
import type { Panel } from './fields/panels';
import { userFileLineSummary } from './user-file-line';

interface Summarised {
  readonly chosen: ChosenFields;
  readonly frontier: ChartFrontier;
  readonly panel: Panel;
  readonly userFile: UserFile | null;
}

/** One panel of the main chart in words, for screen readers: what it shows, and both ends of the frontier. */
export function chartSummary({ chosen: { x, y }, frontier, panel, userFile }: Summarised): string {
  const keys = new Set(panel.points.map(({ key }) => key));
  const onFrontier = frontier.status === 'none' ? [] : frontier.points.filter(({ key }) => keys.has(key));
  const value = (field: Field, { cell }: ChartPoint) => {
    const text = fieldText(field, cell) ?? '';
    return field.id === 'ratio' ? `ratio ${text}` : text;
  };
  const end = (point: ChartPoint | undefined) =>
    point === undefined ? '' : `${point.cell.row.names.label} at ${value(y, point)} and ${value(x, point)}`;
  const span =
    onFrontier.length > 1
      ? `, from ${end(onFrontier[0])} to ${end(onFrontier.at(-1))}`
      : onFrontier.length === 1
        ? `: ${end(onFrontier[0])}`
        : '';
  const what = `Scatter of ${y.phrase} against ${x.phrase}${panel.title === null ? '' : `, ${panel.title}`}`;
  const line = frontier.status === 'none' ? '' : ` On the frontier: ${onFrontier.length}${span}.`;
  return `${what}, ${plural(panel.points.length, 'candidate')}.${line}${userFileLineSummary(userFile)} The table below has the same figures. Arrow keys move from point to point; plus and minus zoom.`;
}
