import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { BenchSection } from './BenchSection';
import styles from './CodecsPage.module.css';
import { ConformanceMatrix } from './ConformanceMatrix';
import { loadCodecBench, loadConformance } from './codec-evidence';

/** What each implementation of each codec is, whether others read what it writes, and how near it comes to the native library. */
export default function CodecsPage() {
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.title}>Codecs</h1>
        <p className={styles.lead}>
          The same codec is another thing in another implementation: as fast as the native library or four times slower,
          read by everyone or refused. Here is what was found of each, by tests that anyone can run again.
        </p>
      </header>
      <section className={styles.section} aria-labelledby="codecs-conformance">
        <h2 id="codecs-conformance" className={styles.heading}>
          Does everyone else read it?
        </h2>
        <Loaded load={loadConformance} what="conformance matrix">
          {(conformance) => (
            <>
              {conformance === null && (
                <Notice tone="warning">
                  This build comes without a conformance matrix: what follows lists the implementations alone.
                </Notice>
              )}
              <ConformanceMatrix conformance={conformance} />
            </>
          )}
        </Loaded>
      </section>
      <section className={styles.section} aria-labelledby="codecs-speed">
        <h2 id="codecs-speed" className={styles.heading}>
          How near is it to native?
        </h2>
        <Loaded load={loadCodecBench} what="benchmark">
          {(bench) =>
            bench === null ? (
              <Notice tone="warning">
                This build comes without a codec benchmark: nothing is known of its speed beside native.
              </Notice>
            ) : (
              <BenchSection bench={bench} />
            )
          }
        </Loaded>
      </section>
    </div>
  );
}
