import { UserFileLegendItem } from './UserFileFigures';
import type { UserFile } from '../figures/user-file';
import { Term } from '../ui/Term';
import chart from '../charts/chart.module.css';
import { PublishedSwatch, ShapeSwatch } from '../charts/Mark';
import { type MarkShape, markShape, shapePaths } from '../charts/mark-style';
import { notConformingSign } from '../figures/candidate-names';
import { conforms } from '../figures/rows';
import type { Spread } from '../figures/rows';
import type { ChartPoint } from './fields/chart-data';
import type { UserFilePlace } from './fields/user-file-place';
import styles from './Scatter.module.css';
import type { Chart } from './use-chart';

/** The legend's text for each kind of spread around a best time. */
export const spreadLabels = {
  roundsRange: 'from the shortest to the longest of the rounds’ best times',
  percentile: 'best time to 95th percentile, because there are too few rounds for their range',
} as const satisfies Record<Spread['kind'], string>;

/** The kinds of intervals that the points have. */
function spreadKinds(points: readonly ChartPoint[]): Spread['kind'][] {
  const withInterval = points.filter(({ x, y }) => x.low !== x.high || y.low !== y.high);
  return [
    ...new Set(
      withInterval.flatMap(({ cell }) =>
        Object.values(cell.row.operations).flatMap((figures) =>
          figures.status === 'measured' ? [figures.spread.kind] : [],
        ),
      ),
    ),
  ];
}

/** Explains the shapes, colours and lines of the main chart. Labels in the plot name the candidates. */
export function ScatterLegend({
  chart: { data, frontier, colors, chosen },
  hasPublished,
  joinsLevels,
  userFile,
  filePlace,
}: {
  readonly chart: Pick<Chart, 'data' | 'frontier' | 'colors' | 'chosen'>;
  readonly hasPublished: boolean;
  readonly joinsLevels: boolean;
  readonly userFile: UserFile | null;
  readonly filePlace: UserFilePlace | null;
}) {
  const { points } = data;
  // Builds of several codecs can have the same implementation id, and so the same shape. Their hues differ.
  const shapes = new Map<MarkShape, Set<string>>();
  for (const { cell } of points) {
    const { names } = cell.row;
    const shape = markShape(names.implementationId);
    shapes.set(shape, (shapes.get(shape) ?? new Set()).add(names.implementation));
  }
  const machines = new Map(points.map(({ cell }) => [cell.isShownRun, cell.machine]));
  const { legend } = colors;
  return (
    <ul className={chart.legend} aria-label="Legend">
      <UserFileLegendItem userFile={userFile} isPoint={filePlace !== null && filePlace.x !== null} />
      {machines.has(false) &&
        [true, false].flatMap((shown) => {
          const machine = machines.get(shown);
          return machine === undefined
            ? []
            : [
                <li key={String(shown)}>
                  <RunSwatch filled={shown} /> {`${shown ? 'this run' : 'compared run'}: ${machine}`}
                </li>,
              ];
        })}
      {legend.kind === 'categories' &&
        legend.entries.map(({ label, color }) => (
          <li key={label}>
            <ColorSwatch color={color} /> {label}
          </li>
        ))}
      {legend.kind === 'ramp' && (
        <li>
          {chosen.color.label}: {legend.low} <span className={styles.ramp} aria-hidden="true" /> {legend.high}
          {legend.without && '; grey: no value'}
        </li>
      )}
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
      {joinsLevels && (
        <li>
          <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
            <path d="M1,11L11,6L21,3" stroke="var(--ink-soft)" className={chart.levels} />
          </svg>
          levels of one codec
        </li>
      )}
      {frontier.status === 'frontier' && points.length > 0 && (
        <li>
          <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
            <path d="M1,3H11V11H21" className={chart.frontier} />
          </svg>
          <span>
            <Term word="frontier">frontier</Term>
            {`${machines.has(false) ? ' of this run' : ''}: no other candidate is better in both`}
          </span>
        </li>
      )}
      {points.some(({ cell }) => !conforms(cell.row)) && (
        <li>
          {notConformingSign} not conforming: other implementations reject some of its output, so it is not on the
          frontier
        </li>
      )}
      {spreadKinds(points).map((kind) => (
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

function ColorSwatch({ color }: { readonly color: string }) {
  return (
    <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" focusable="false">
      <rect x={-5} y={-5} width={10} height={10} rx={2} fill={color} />
    </svg>
  );
}

function RunSwatch({ filled }: { readonly filled: boolean }) {
  return (
    <svg width="14" height="14" viewBox="-7.5 -7.5 15 15" aria-hidden="true" focusable="false">
      <path
        d={shapePaths.circle}
        {...(filled ? { fill: 'var(--ink-soft)' } : { stroke: 'var(--ink-soft)', className: chart.compared })}
      />
    </svg>
  );
}
