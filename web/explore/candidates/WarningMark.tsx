import { Icon } from '../../ui/Icon';
import styles from './WarningMark.module.css';

/** A sign that there is something to know: the words on hover, and for screen readers. */
export function WarningMark({ text }: { readonly text: string }) {
  return (
    <span className={styles.mark} title={text}>
      <Icon name="info" />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
