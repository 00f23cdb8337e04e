import chart from './chart.module.css';
import { PublishedSwatch, ShapeSwatch } from './Mark';
import { type MarkShape, markShape } from './mark-style';
import type { ScatterPoint } from './scatter-points';

/** What shapes and lines mean; colours and candidates are labelled in the chart itself. */
export function ScatterLegend({ points, hasPublished }: { readonly points: readonly ScatterPoint[]; readonly hasPublished: boolean }) {
  const shapes = new Map<string, { shape: MarkShape; label: string }>();
  for (const { row } of points) shapes.set(row.names.implementationId, { shape: markShape(row.names.implementationId), label: row.names.implementation });
  const kinds = new Set(points.map(({ figures }) => figures.spread.kind));
  return (
    <ul className={chart.legend} aria-label="Legend">
      {[...shapes].map(([id, { shape, label }]) => (
        <li key={id}>
          <ShapeSwatch shape={shape} color="var(--ink-soft)" /> {label}
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
          frontier: no other is both smaller and faster
        </li>
      )}
      {[...kinds].map((kind) => (
        <li key={kind}>
          <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
            <path d="M2,7H20M2,4V10M20,4V10" stroke="var(--ink-soft)" className={chart.spread} />
          </svg>
          {kind === 'interval' ? '95 % interval of the best time' : 'best time to 95th percentile (too few rounds for an interval)'}
        </li>
      ))}
    </ul>
  );
}
