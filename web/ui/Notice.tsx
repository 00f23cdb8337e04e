import type { ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Announced at once; for what happened just now. */
  readonly live?: boolean;
}

/** What can't be done, what went wrong, or what to know: beside what caused it, with what to do. */
export function Notice({ tone, title, children, actions, live = false }: NoticeProps) {
  return (
    <div
      className={`${styles.notice} ${styles[tone]}`}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <span className={styles.icon}>
        <Icon name={tone === 'danger' ? 'error' : tone} />
      </span>
      <div className={styles.body}>
        <div className={styles.words}>
          {title !== undefined && <p className={styles.title}>{title}</p>}
          <div className={styles.text}>{children}</div>
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
