import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** The introduction: what the page is for and what to do, in a few sentences. */
  readonly lead: string;
  /** `narrow` for text, `medium` for cards, `wide` for matrices and charts. */
  readonly width: 'narrow' | 'medium' | 'wide';
  readonly children: ReactNode;
}

/** The frame of every page but Explore: a title, an introduction, and the content below. */
export function Page({ title, lead, width, children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.intro}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
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
