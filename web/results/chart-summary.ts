import { plural } from '../../workers/model/plural';
import type { UserFile } from '../figures/user-file';
import type { ChartPoint } from './fields/chart-data';
import type { ChartFrontier } from './fields/chart-frontier';
import type { ChosenFields } from './fields/chosen-fields';
import { type Field, fieldText } from './fields/field';
import type { Panel } from './fields/panels';
import type { UserFilePlace } from './fields/user-file-place';
import { userFileLineSummary } from './user-file-line';

interface Summarised {
  readonly chosen: ChosenFields;
  readonly frontier: ChartFrontier;
  readonly panel: Panel;
  readonly userFile: UserFile | null;
  readonly filePlace: UserFilePlace | null;
}

/** One panel of the main chart in words, for screen readers: what it shows, and both ends of the frontier. */
export function chartSummary({ chosen: { x, y }, frontier, panel, userFile, filePlace }: Summarised): string {
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
  const textOf = (field: Field, value: number) => (field.kind === 'number' ? field.format(value) : '');
  const ofFile =
    userFile === null || filePlace === null
      ? ''
      : filePlace.x !== null
        ? ` Your file as it is stands at ${textOf(y, filePlace.y)} and ${textOf(x, filePlace.x)}.`
        : y.id === 'ratio'
          ? userFileLineSummary(userFile)
          : ` A line at ${textOf(y, filePlace.y)} stands for your file.`;
  return `${what}, ${plural(panel.points.length, 'candidate')}.${line}${ofFile} The table below has the same figures. Arrow keys move from point to point; plus and minus zoom.`;
}
