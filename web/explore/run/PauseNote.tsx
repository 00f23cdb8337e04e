import { useEffect, useState } from 'react';
import { formatMs } from '../../figures/figures';
import { useAnnouncement } from '../../ui/LiveRegion';
import styles from './RunBar.module.css';

/** Says, after the user has come back, how long a run was paused since the page was hidden. A phone that locks its screen hides the page. */
export function PauseNote() {
  const [pausedMs, setPausedMs] = useState(0);
  useEffect(() => {
    let hiddenAtMs: number | null = document.hidden ? Date.now() : null;
    const listen = () => {
      if (document.hidden) hiddenAtMs ??= Date.now();
      else if (hiddenAtMs !== null) {
        const spanMs = Date.now() - hiddenAtMs;
        hiddenAtMs = null;
        setPausedMs((before) => before + spanMs);
      }
    };
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  const text =
    pausedMs < 1_000
      ? ''
      : `Was paused for ${formatMs(pausedMs, 2)}: the page was hidden, as when a phone locks its screen.`;
  useAnnouncement(text);
  return text === '' ? null : <p className={styles.secondary}>{text}</p>;
}
