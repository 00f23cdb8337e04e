import styles from './CodecsPage.module.css';

/** What each implementation of each codec is, whether others read what it writes, and how near it comes to the native library. */
export default function CodecsPage() {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.title}>Codecs</h1>
      </header>
    </div>
  );
}
