import { type ReactNode, useId, useState } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** What the user has chosen, in a few words. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** One of the three steps of a plan: data, candidates, run. */
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

interface FoldedSectionProps extends SectionProps {
  readonly summary: ReactNode;
  /** True if the section contains a problem, which must be seen. */
  readonly hasProblem: boolean;
}

/** A step with a sensible default, so that only its summary shows until somebody opens it. */
export function FoldedSection({ title, summary, hasProblem, children }: FoldedSectionProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <details
        className={styles.fold}
        open={opened || hasProblem}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary className={styles.foldHead}>
          <span className={styles.head}>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            <span className={styles.summary}>{summary}</span>
          </span>
        </summary>
        <div className={styles.content}>{children}</div>
      </details>
    </section>
  );
}
