import { Icon } from '../../ui/Icon';
import styles from './DropOverlay.module.css';

/** Covers the page while the user drags a file over it. */
export function DropOverlay() {
  return (
    <div className={styles.overlay} aria-hidden="true">
      <div className={styles.frame}>
        <Icon name="upload" />
        <p className={styles.title}>Drop to measure</p>
        <p className={styles.note}>A file, several of one schema, or a folder. Nothing leaves this browser.</p>
      </div>
    </div>
  );
}
