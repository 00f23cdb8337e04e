import { Page } from '../../ui/Page';
import { PageLink } from '../../ui/PageLink';
import styles from './AboutPage.module.css';
import { LicenceTable } from './LicenceTable';

/** The About page: the purpose, the method, privacy, units and third-party licences. */
export default function AboutPage({ onNative }: { readonly onNative: () => void }) {
  return (
    <Page
      title="In which format, with which codec, should this data be kept?"
      lead="Formatlab measures it in your browser, with real implementations, beside published results. There is no server."
      width="wide"
    >
      <dl className={styles.facts}>
        <div>
          <dt>Your file stays here</dt>
          <dd>
            Only workers of this page read it. Links hold its names only if you choose so. Finished results are kept in
            this browser; one button clears them.
          </dd>
        </div>
        <div>
          <dt>Fresh workers</dt>
          <dd>
            Each round measures each candidate once, in a worker of its own, in shuffled order. Calls are warmed up
            first; a sample is 100 times the timer’s step or longer.
          </dd>
        </div>
        <div>
          <dt>The best and the spread</dt>
          <dd>
            A time is the fastest sample, which other work disturbed least. The range of the rounds stands beside it. A
            comparison is the median over common rounds, with its 95 % interval.
          </dd>
        </div>
        <div>
          <dt>Verdicts that can fail</dt>
          <dd>
            “Faster” needs a test over rounds, p &lt; .05, and an interval beyond ±3 %. One candidate is measured twice,
            which gives this machine’s noise floor.
          </dd>
        </div>
        <div>
          <dt>Verified</dt>
          <dd>
            Every file is decoded and compared with the data, outside the clock. A candidate that fails shows the error,
            and no speed. Losses that a format declares are named.
          </dd>
        </div>
        <div>
          <dt>What the clock includes</dt>
          <dd>
            Each figure states it. Two times form a factor only if their clocks included the same work. Native programs:{' '}
            <PageLink href="#native" onFollow={onNative}>
              the browser’s factor to native
            </PageLink>
            .
          </dd>
        </div>
        <div>
          <dt>Units</dt>
          <dd>
            1 MB is 10⁶ bytes. A ratio is the data in memory divided by the file. Throughput counts bytes of the data in
            memory.
          </dd>
        </div>
        <div>
          <dt>Licence</dt>
          <dd>Formatlab is under the MIT licence. A library is fetched when it is first used.</dd>
        </div>
      </dl>
      <details className={styles.more}>
        <summary>Third-party libraries and their licences</summary>
        <LicenceTable />
      </details>
    </Page>
  );
}
