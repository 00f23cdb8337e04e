import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Scatter.module.css';

/** A rectangle as shares of the plot: x from the left, y from the bottom. */
export interface ZoomShares {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

interface ZoomAreaProps {
  /** The plot inside the area, px. */
  readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** True if a finger draws a rectangle. Otherwise it scrolls the page. A mouse and a pen always draw. */
  readonly selecting: boolean;
  readonly onSelect: (shares: ZoomShares) => void;
  readonly children: ReactNode;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A shorter drag is a click. Along an axis on which the rectangle is shorter, the whole axis stays. px */
const shortestDrag = 10;

/** Lets the reader draw a rectangle over a plot. Tooltips and marks inside work as before. */
export function ZoomArea({ plot, selecting, onSelect, children }: ZoomAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const start = useRef<Place | null>(null);
  const [end, setEnd] = useState<Place | null>(null);
  const isDrawing = end !== null;

  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const box = area.current?.getBoundingClientRect();
    return {
      x: Math.min(plot.x + plot.width, Math.max(plot.x, clientX - (box?.left ?? 0))),
      y: Math.min(plot.y + plot.height, Math.max(plot.y, clientY - (box?.top ?? 0))),
    };
  };
  const stop = () => {
    start.current = null;
    setEnd(null);
  };
  useEffect(() => {
    if (!isDrawing) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      start.current = null;
      setEnd(null);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isDrawing]);

  const box = start.current === null || end === null ? null : boxOf(start.current, end);
  return (
    <div
      ref={area}
      className={styles.area}
      data-selecting={selecting}
      onPointerDown={(event) => {
        if (event.button !== 0 || (event.pointerType === 'touch' && !selecting)) return;
        start.current = placeOf(event);
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (from === null) return;
        // The button was released outside the plot.
        if (event.buttons === 0) {
          stop();
          return;
        }
        const to = placeOf(event);
        if (end === null && Math.hypot(to.x - from.x, to.y - from.y) < shortestDrag) return;
        if (end === null) area.current?.setPointerCapture(event.pointerId);
        setEnd(to);
      }}
      onPointerUp={() => {
        if (box !== null && (box.width >= shortestDrag || box.height >= shortestDrag)) onSelect(sharesOf(box, plot));
        stop();
      }}
      onPointerCancel={stop}
    >
      {children}
      {box !== null && (
        <div className={styles.brush} style={{ left: box.x, top: box.y, width: box.width, height: box.height }} />
      )}
    </div>
  );
}

const boxOf = (a: Place, b: Place) => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

function sharesOf(box: ReturnType<typeof boxOf>, plot: ZoomAreaProps['plot']): ZoomShares {
  const x = (px: number) => (px - plot.x) / plot.width;
  const y = (px: number) => 1 - (px - plot.y) / plot.height;
  return {
    x: box.width < shortestDrag ? [0, 1] : [x(box.x), x(box.x + box.width)],
    y: box.height < shortestDrag ? [0, 1] : [y(box.y + box.height), y(box.y)],
  };
}
