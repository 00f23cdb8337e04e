import { Icon } from '../../ui/Icon';
import styles from './OwnFilePanel.module.css';

export function PrivacyLine() {
  return (
    <p className={styles.privacy}>
      <Icon name="lock" /> Your file never leaves this browser.
    </p>
  );
}
