import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './ScrollRegion.module.css';

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A scrollable region must be reachable by keyboard, even if it contains no control (WCAG 2.1.1). */
const focusable = { tabIndex: 0 } as const;

type More = 'none' | 'right' | 'left' | 'both';

const hints: Record<Exclude<More, 'none'>, string> = { right: 'More →', left: '← More', both: '← More →' };

/** Where the region has more than it shows. A pixel of rounding is no more. */
function moreOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): More {
  const left = scrollLeft > 1;
  const right = scrollWidth - clientWidth - scrollLeft > 1;
  return left && right ? 'both' : left ? 'left' : right ? 'right' : 'none';
}

/** A region that scrolls sideways. It says on which side there is more. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null);
  const [more, setMore] = useState<More>('none');
  useEffect(() => {
    const { current } = region;
    if (current === null) return undefined;
    const look = () => setMore(moreOf(current));
    const observer = new ResizeObserver(look);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, []);
  return (
    <>
      <section
        ref={region}
        className={`${styles.region} ${className ?? ''}`}
        aria-label={label}
        data-more={more}
        {...focusable}
      >
        {children}
      </section>
      {more !== 'none' && (
        <p className={styles.hint} aria-hidden="true">
          {hints[more]}
        </p>
      )}
    </>
  );
}
