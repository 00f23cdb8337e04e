import { type ReactNode, useState } from 'react';
import styles from './CandidateBuilder.module.css';

interface MoreOptionsProps {
  readonly title: string;
  /** How many options are not at their default. The number is shown while the options are collapsed. */
  readonly changed: number;
  readonly children: readonly ReactNode[];
}

/** A collapsed group of options that most candidates leave at their defaults. */
export function MoreOptions({ title, changed, children }: MoreOptionsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.more} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title} ({changed === 0 ? children.length : `${changed} of ${children.length} changed`})
      </summary>
      <div className={styles.grid}>{children}</div>
    </details>
  );
}
