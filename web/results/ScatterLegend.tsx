import { UserFileLegendItem } from './UserFileFigures';
import type { UserFile } from '../figures/user-file';
import chart from '../charts/chart.module.css';
import { PublishedSwatch, ShapeSwatch } from '../charts/Mark';
import { type MarkShape, markShape } from '../charts/mark-style';
import { notConformingSign } from '../figures/candidate-names';
import { conforms } from '../figures/rows';
import type { ScatterPoint } from './scatter-points';

/** The legend's text for each kind of spread around a best time. */
export const spreadLabels = {
  interval: '95 % interval of the best time',
  percentile: 'best time to 95th percentile, because there are too few rounds for an interval',
} as const;

/** Explains the shapes and lines of the scatter plot. Labels in the plot name the candidates and their colours. */
export function ScatterLegend({
  points,
  hasPublished,
  userFile,
}: {
  readonly points: readonly ScatterPoint[];
  readonly hasPublished: boolean;
  readonly userFile: UserFile | null;
}) {
  // Builds of several codecs can have the same implementation id, and so the same shape. Their hues differ.
  const shapes = new Map<MarkShape, Set<string>>();
  for (const { row } of points) {
    const shape = markShape(row.names.implementationId);
    shapes.set(shape, (shapes.get(shape) ?? new Set()).add(row.names.implementation));
  }
  const kinds = new Set(points.map(({ figures }) => figures.spread.kind));
  return (
    <ul className={chart.legend} aria-label="Legend">
      <UserFileLegendItem userFile={userFile} />
      {[...shapes].map(([shape, labels]) => (
        <li key={shape}>
          <ShapeSwatch shape={shape} color="var(--ink-soft)" /> {[...labels].join(', ')}
        </li>
      ))}
      {hasPublished && (
        <li>
          <PublishedSwatch /> published, not measured here
        </li>
      )}
      {points.length > 0 && (
        <li>
          <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
            <path d="M1,3H11V11H21" className={chart.frontier} />
          </svg>
          frontier: no other candidate is both smaller and faster
        </li>
      )}
      {points.some(({ row }) => !conforms(row)) && (
        <li>
          {notConformingSign} not conforming: other implementations reject some of its output, so it is not on the
          frontier
        </li>
      )}
      {[...kinds].map((kind) => (
        <li key={kind}>
          <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
            <path d="M2,7H20M2,4V10M20,4V10" stroke="var(--ink-soft)" className={chart.spread} />
          </svg>
          {spreadLabels[kind]}
        </li>
      ))}
    </ul>
  );
}
