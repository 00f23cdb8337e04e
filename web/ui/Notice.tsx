import type { ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** True if screen readers announce the notice at once, since it is about something that has just happened. */
  readonly live?: boolean;
}

/** A message with a tone: information, a warning or an error. It says what happened and what to do, and is shown beside its cause. */
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
