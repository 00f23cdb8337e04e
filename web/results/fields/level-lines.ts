import { candidateKey } from '../../../workers/model/plan';
import type { ChartPoint } from './chart-data';
import type { MeasuredCell } from './field';

/** Points that differ in the codec's level only, in ascending order of the level. */
export interface LevelLine {
  readonly key: string;
  readonly points: readonly ChartPoint[];
}

/** The lines through the levels of one codec: same run, dataset, format and settings. A codec with one level has no line. */
export function levelLines(points: readonly ChartPoint[]): LevelLine[] {
  const lines = new Map<string, ChartPoint[]>();
  for (const point of points) {
    const key = keyWithoutLevel(point.cell);
    if (key === null) continue;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [point]);
    else line.push(point);
  }
  return [...lines]
    .map(([key, line]) => ({ key, points: line.sort((a, b) => levelOf(a) - levelOf(b)) }))
    .filter((line) => line.points.length > 1);
}

const levelOf = ({ cell }: ChartPoint) => cell.row.names.level ?? 0;

function keyWithoutLevel({ isShownRun, datasetIndex, candidate }: MeasuredCell): string | null {
  const { codec } = candidate;
  if (codec === null || codec.level === null) return null;
  return `${isShownRun}/${datasetIndex}/${candidateKey({ ...candidate, codec: { ...codec, level: null } })}`;
}
