import type { SourceTest } from '../../state/source-test-controller';
import { Notice } from '../../ui/Notice';
import styles from './ClaimTests.module.css';

/** Says why a test ended before all of its parts were measured. */
export function EndOfTest({ test }: { readonly test: SourceTest | null }) {
  return (
    <>
      {test?.error && (
        <Notice tone="danger" title="The test failed." live>
          {test.error.message} {test.error.remedy ?? 'The results measured so far are kept.'}
        </Notice>
      )}
      {test?.life === 'stopped' && (
        <p className={styles.small}>The test was stopped. The results measured so far are kept.</p>
      )}
    </>
  );
}
