import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Page.module.css';

interface PageProps {
  /** What stands above the title, such as links to the pages above this one. */
  readonly above?: ReactNode;
  readonly title: string;
  /** The introduction: what the page is for and what to do, in a few sentences. A page of a document may say whose it is. */
  readonly lead: ReactNode;
  /** `narrow` for text, `medium` for cards, `wide` for matrices and charts. */
  readonly width: 'narrow' | 'medium' | 'wide';
  readonly children: ReactNode;
}

/** The element id of the region that holds the page. It has the focus while the code of a newly opened page loads. */
export const mainId = 'main';

/** The frame of every page but Explore: a title, an introduction, and the content below. */
export function Page({ above, title, lead, width, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.id === mainId) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.intro}>
        {above}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {typeof lead === 'string' ? <p className={styles.lead}>{lead}</p> : lead}
      </header>
      {children}
    </div>
  );
}

interface PageSectionProps {
  /** The element id of the heading. */
  readonly id: string;
  readonly heading: string;
  readonly children: ReactNode;
}

export function PageSection({ id, heading, children }: PageSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
