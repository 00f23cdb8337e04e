import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** What the user has chosen, in a few words. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a panel, with a heading. */
export function Section({ title, summary, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {summary !== undefined && <span className={styles.summary}>{summary}</span>}
      </div>
      {children}
    </section>
  );
}
