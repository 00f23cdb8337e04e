import styles from './SourceTag.module.css';

/** The number of a published source as a small tag, shown after its author and year. */
export function SourceTag({ id }: { readonly id: string }) {
  return <small className={styles.tag}>source {id}</small>;
}
