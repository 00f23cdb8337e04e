import { type KeyboardEvent, useCallback, useState } from 'react';
import type { ChartFrame } from './fields/chart-frame';
import { panBy, type Zoom, zoomBy, zoomTo } from './fields/zoom';
import type { ZoomShares } from './ZoomArea';

/** One press of a button or a key shows half as much of each axis, or twice as much. */
const zoomStep = 2;
/** A press of an arrow key moves the part by a quarter of itself. */
const panStep = 0.25;

const pans: Readonly<Record<string, readonly [x: number, y: number] | undefined>> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, panStep],
  ArrowDown: [0, -panStep],
};

/**
 * The zoom of a chart. It stays while the chart shows the same axes, and ends when `axesKey` changes. The link does not contain it.
 */
export function useZoom(axesKey: string) {
  const [kept, setKept] = useState<{ readonly of: string; readonly zoom: Zoom } | null>(null);
  const zoom = kept !== null && kept.of === axesKey ? kept.zoom : null;
  const setZoom = useCallback(
    (next: Zoom | null) => setKept(next === null ? null : { of: axesKey, zoom: next }),
    [axesKey],
  );
  return { zoom, setZoom };
}

export interface ZoomActions {
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly reset: () => void;
  readonly select: (shares: ZoomShares) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Handles the keys that would otherwise move between marks: Shift with an arrow. */
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
}

/** The ways to zoom. `centre` is the place of the active mark as shares of the plot, around which keys and buttons zoom; null without one. */
export function zoomActions(
  frame: Pick<ChartFrame, 'x' | 'y'>,
  { zoom, setZoom }: ReturnType<typeof useZoom>,
  centre: { readonly x: number; readonly y: number } | null,
): ZoomActions {
  const by = (factor: number) => setZoom(zoomBy(zoom, frame, factor, centre ?? undefined));
  const reset = () => setZoom(null);
  const zoomIn = () => by(zoomStep);
  const zoomOut = () => by(1 / zoomStep);
  return {
    zoomIn,
    zoomOut,
    reset,
    select: (shares) => setZoom(zoomTo(zoom, frame, shares)),
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action =
        event.key === '+' || event.key === '='
          ? zoomIn
          : event.key === '-'
            ? zoomOut
            : event.key === '0' || event.key === 'Escape'
              ? reset
              : null;
      if (action === null || (event.key === 'Escape' && zoom === null)) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    onKeyDownCapture: (event) => {
      const pan = event.shiftKey ? pans[event.key] : undefined;
      if (pan === undefined || zoom === null) return;
      event.preventDefault();
      event.stopPropagation();
      setZoom(panBy(zoom, frame, ...pan));
    },
  };
}
