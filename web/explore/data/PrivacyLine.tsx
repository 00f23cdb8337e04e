import { Icon } from '../../ui/Icon';
import styles from './OwnFilePanel.module.css';

export function PrivacyLine({ isSet = false }: { readonly isSet?: boolean }) {
  return (
    <p className={styles.privacy}>
      <Icon name="lock" /> {isSet ? 'Your files never leave' : 'Your file never leaves'} this browser.
    </p>
  );
}
