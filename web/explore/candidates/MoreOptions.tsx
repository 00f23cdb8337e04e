import { type ReactNode, useState } from 'react';
import styles from './CandidateBuilder.module.css';

interface MoreOptionsProps {
  readonly title: string;
  /** How many are not at their default: said while they are folded away. */
  readonly changed: number;
  readonly children: readonly ReactNode[];
}

/** What most candidates leave as it is. */
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
