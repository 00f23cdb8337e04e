import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './ChartTooltip.module.css';

/** Smallest distance between the tooltip and the window’s edge, px. */
const margin = 8;
/** Distance between the tooltip and its mark, px. */
const distance = 10;

/**
 * A tooltip with the exact figures of a chart's mark. It is above the mark, or below if there is no room, and always
 * inside the window. It is hidden from screen readers, because the mark's `aria-label` gives them the same figures.
 */
export function ChartTooltip({
  target,
  children,
}: {
  readonly target: () => Element | null;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = () => {
      const element = box.current;
      const mark = target()?.getBoundingClientRect();
      if (element === null || mark === undefined) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const viewWidth = document.documentElement.clientWidth;
      const viewHeight = document.documentElement.clientHeight;
      const above = mark.top - distance - height;
      const below = mark.bottom + distance;
      const top =
        above >= margin
          ? above
          : below + height <= viewHeight - margin
            ? below
            : Math.max(margin, viewHeight - margin - height);
      const centred = mark.left + mark.width / 2 - width / 2;
      element.style.left = `${Math.min(Math.max(margin, centred), viewWidth - margin - width)}px`;
      element.style.top = `${top}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    if (box.current !== null) observer.observe(box.current);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [target]);

  return createPortal(
    <div ref={box} className={styles.tooltip} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}
