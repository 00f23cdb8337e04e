import type { ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What scrolls on its own must be reachable by keyboard, whatever is in it (WCAG 2.1.1). */
const focusable = { tabIndex: 0 } as const;

export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...focusable}>
      {children}
    </section>
  );
}
