import type { ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A scrollable region must be reachable by keyboard, even if it contains no control (WCAG 2.1.1). */
const focusable = { tabIndex: 0 } as const;

export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...focusable}>
      {children}
    </section>
  );
}
