import { Page } from '../../ui/Page';
import styles from './AboutPage.module.css';
import { LicenceTable } from './LicenceTable';

/** What this is, how its figures are taken, what becomes of a file, and whose work it stands on. */
export default function AboutPage() {
  return (
    <Page
      title="In which format, with which codec, should this data be kept?"
      lead="Formatlab answers with evidence. It makes datasets, or takes a file of yours, encodes and decodes them in your own browser with the real implementations, and charts time, size and compression ratio beside published results. There is no server: the page is all there is."
      width="narrow"
    >
      <section className={styles.section} aria-labelledby="about-privacy">
        <h2 id="about-privacy">Your file never leaves this browser</h2>
        <p>
          A file that you drop, choose or paste is read by workers of this page and nowhere else. It is not uploaded,
          not kept over a reload, and no part of its content is in a link. Links name neither the file nor its columns
          unless you tick that they may. Finished results are kept in this browser’s own storage, so that a reload shows
          them again; one button clears them.
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
              The headline is the least disturbed sample. Median, MAD, 95th percentile and a 95 % bootstrap interval
              over rounds stand beside it. Never the mean; outliers are flagged, not dropped.
            </dd>
          </div>
          <div>
            <dt>Verdicts that can fail</dt>
            <dd>
              “Faster” is said only where a permutation test over rounds gives p &lt; .05 and the interval clears ±3 %.
              Anything else is “no clear difference”. An A/A pair gives this machine’s noise floor.
            </dd>
          </div>
          <div>
            <dt>Verified</dt>
            <dd>
              Every file is decoded again outside the clock and compared with the source, up to what the format declares
              it loses. What fails shows the failure and no speed.
            </dd>
          </div>
          <div>
            <dt>What the clock includes</dt>
            <dd>
              Stated for each figure, measured or published. Clocks that include different things never form a factor.
            </dd>
          </div>
        </dl>
      </section>

      <section className={styles.section} aria-labelledby="about-units">
        <h2 id="about-units">Units</h2>
        <p>
          1 MB is 10⁶ bytes. A ratio is the size of the data in memory divided by the size of the file; throughput
          counts bytes of the data in memory. In the table of all figures, each size stands to the byte, too.
        </p>
      </section>

      <section className={styles.section} aria-labelledby="about-libraries">
        <h2 id="about-libraries">Whose work it stands on</h2>
        <p>
          What is shipped of others, with the text of each licence; every library is fetched when it is first used.
          Formatlab itself is under the MIT licence.
        </p>
        <LicenceTable />
      </section>
    </Page>
  );
}
