import { useMemo } from 'react';
import { PlotFrame } from '../charts/PlotFrame';
import { categoryOffsets, type ChartFrame } from './fields/chart-frame';
import type { ChartFrontier } from './fields/chart-frontier';
import type { Panel } from './fields/panels';
import type { PublishedPoint } from './fields/published-points';
import { levelLines } from './fields/level-lines';
import styles from './Scatter.module.css';
import { ScatterLayer, type ScatterLayerProps } from './ScatterLayer';
import { ZoomArea, type ZoomShares } from './ZoomArea';

interface ScatterPanelProps
  extends Pick<
    ScatterLayerProps,
    'colors' | 'referenceY' | 'narrow' | 'userFile' | 'userFilePlace' | 'ariaLabelOf' | 'roving'
  > {
  readonly panel: Panel;
  readonly published: readonly PublishedPoint[];
  readonly frontier: ChartFrontier;
  readonly joinLevels: boolean;
  readonly frame: ChartFrame;
  readonly categories: { readonly x: boolean; readonly y: boolean };
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly isVisible: (point: { readonly x: number; readonly y: number }) => boolean;
  /** True if touching the plot draws a rectangle. Otherwise it scrolls the page. */
  readonly selecting: boolean;
  readonly onSelect: (shares: ZoomShares) => void;
}

/** One panel of the main chart: its axes, and everything inside them. */
export function ScatterPanel({
  panel,
  published,
  frontier,
  joinLevels,
  frame,
  categories,
  width,
  height,
  label,
  isVisible,
  selecting,
  onSelect,
  ...layer
}: ScatterPanelProps) {
  const offsets = useMemo(() => categoryOffsets(panel.points, frame, categories), [panel, frame, categories]);
  const points = useMemo(
    () => panel.points.filter(({ x, y }) => isVisible({ x: x.value, y: y.value })),
    [panel, isVisible],
  );
  const lines = useMemo(() => (joinLevels ? levelLines(panel.points) : []), [panel, joinLevels]);
  const places = useMemo(() => panel.points.map(({ x, y }) => ({ x: x.value, y: y.value })), [panel]);
  return (
    <div className={styles.panel}>
      {panel.title !== null && <h4 className={styles.panelTitle}>{panel.title}</h4>}
      <ZoomArea plot={frame.plot} selecting={selecting} onSelect={onSelect}>
        <PlotFrame
          width={width}
          height={height}
          margin={frame.margin}
          label={label}
          x={{ ...frame.x, startPx: frame.laneWidth }}
          y={frame.y}
          points={places.length > 0 ? places : published.map(({ y }) => ({ x: frame.x.domain[0], y }))}
          {...(layer.referenceY === null ? {} : { referenceY: layer.referenceY })}
        >
          <ScatterLayer
            points={points}
            published={published}
            frontier={frontier}
            lines={lines}
            offsets={offsets}
            lane={frame.lane}
            laneWidth={frame.laneWidth}
            {...layer}
          />
        </PlotFrame>
      </ZoomArea>
    </div>
  );
}
