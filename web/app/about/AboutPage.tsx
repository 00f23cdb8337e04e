import { Page } from '../../ui/Page';
import { PageLink } from '../../ui/PageLink';
import styles from './AboutPage.module.css';
import { LicenceTable } from './LicenceTable';

/** The About page: the purpose, the method, privacy, units and third-party licences. */
export default function AboutPage({ onNative }: { readonly onNative: () => void }) {
  return (
    <Page
      title="In which format, with which codec, should this data be kept?"
      lead="Formatlab answers this question with measurements. Generate a dataset or open a file of yours, choose formats and codecs, and press Run. The page encodes and decodes the data in your browser with real implementations, and charts time, size and compression ratio beside published results. There is no server."
      width="narrow"
    >
      <section className={styles.section} aria-labelledby="about-privacy">
        <h2 id="about-privacy">Your file never leaves this browser</h2>
        <p>
          Only workers of this page read a file that you drop, choose or paste. The page does not upload the file, does
          not keep it after a reload, and puts none of its content into links. Links contain the names of the file and
          its columns only if you choose so. Finished results are kept in this browser’s own storage, so that a reload
          shows them again; one button clears them.
        </p>
      </section>

      <section className={styles.section} aria-labelledby="about-numbers">
        <h2 id="about-numbers">How the numbers are taken</h2>
        <dl className={styles.facts}>
          <div>
            <dt>Fresh workers</dt>
            <dd>
              Each round measures each candidate in a worker of its own, in shuffled order, one at a time. The worker is
              the unit of replication, not the single call.
            </dd>
          </div>
          <div>
            <dt>Warm, then timed</dt>
            <dd>
              Calls are warmed up until two windows agree within 5 %, up to 1.5 s; what the cap cut short is labelled. A
              sample lasts long enough for the timer’s step to be below 1 % of it.
            </dd>
          </div>
          <div>
            <dt>The best and the spread</dt>
            <dd>
              The headline figure is the fastest sample, which other work disturbed least. Median, MAD, 95th percentile
              and a 95 % bootstrap interval over rounds stand beside it; three to five rounds have their range instead.
              Never the mean; outliers are flagged, not dropped.
            </dd>
          </div>
          <div>
            <dt>Verdicts that can fail</dt>
            <dd>
              “Faster” is said only where a permutation test over rounds gives p &lt; .05 and the interval clears ±3 %.
              Anything else is “no clear difference”. An A/A control, the same candidate measured twice, gives this
              machine’s noise floor.
            </dd>
          </div>
          <div>
            <dt>Verified</dt>
            <dd>
              Outside the clock, every file is decoded and compared with the source data, except for losses that the
              format declares. A candidate that fails shows the error instead of a speed.
            </dd>
          </div>
          <div>
            <dt>What the clock includes</dt>
            <dd>
              The scope of the clock is stated for each figure, measured or published. Two times form a factor only if
              their clocks included the same work.
            </dd>
          </div>
        </dl>
        <p>
          A time in the browser is not that of a native program. A page of its own compares the two:{' '}
          <PageLink href="#native" onFollow={onNative}>
            the browser’s factor to native
          </PageLink>
          .
        </p>
      </section>

      <section className={styles.section} aria-labelledby="about-units">
        <h2 id="about-units">Units</h2>
        <p>
          1 MB is 10⁶ bytes. A ratio is the size of the data in memory divided by the size of the file; throughput
          counts bytes of the data in memory. The table of all figures also gives each size to the byte.
        </p>
      </section>

      <section className={styles.section} aria-labelledby="about-libraries">
        <h2 id="about-libraries">Third-party libraries</h2>
        <p>
          What is shipped of others, with the text of each licence; every library is fetched when it is first used.
          Formatlab itself is under the MIT licence.
        </p>
        <LicenceTable />
      </section>
    </Page>
  );
}
