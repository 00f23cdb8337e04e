import { Icon } from '../../ui/Icon';
import styles from './DropOverlay.module.css';

/** Covers the page while the user drags a file over it. */
export function DropOverlay() {
  return (
    <div className={styles.overlay} aria-hidden="true">
      <div className={styles.frame}>
        <Icon name="upload" />
        <p className={styles.title}>Drop to measure this file</p>
        <p className={styles.note}>It never leaves this browser.</p>
      </div>
    </div>
  );
}
