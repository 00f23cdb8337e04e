import { useState } from 'react';
import type { Torture, TortureSystem } from '../../workers/model/torture';
import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { Page, PageSection } from '../ui/Page';
import { PageLink } from '../ui/PageLink';
import { Segmented } from '../ui/Segmented';
import { FormatBenchSection } from './FormatBenchSection';
import styles from './FormatsPage.module.css';
import { loadFormatBench } from '../sources/benchmarks/load-format-bench';
import { loadTorture } from './load-torture';
import { TortureMatrix } from './TortureMatrix';
import { sortByFidelity, tortureSentence } from './torture-table';

const kinds = [
  { value: 'format', label: 'Written and read by this page' },
  { value: 'reader', label: 'Opened as a user’s file' },
  { value: 'reference', label: 'Written and read by other libraries' },
] as const satisfies readonly { value: TortureSystem['kind']; label: string }[];

const explained: Readonly<Record<TortureSystem['kind'], string>> = {
  format: 'Each table is encoded and decoded again in this browser, and compared bit by bit.',
  reader: 'Another library writes the file, and this page opens it like a file of yours.',
  reference: 'The other library writes the file and reads it back, without this page.',
};

/** The Formats page: how each format treats values and shapes that formats often change or reject. */
export default function FormatsPage({ onNative }: { readonly onNative: () => void }) {
  return (
    <Page
      title="Formats"
      lead="Which values each format returns unchanged, and how fast it is beside native libraries. The cases are the values that are hardest to keep."
      width="wide"
    >
      <Loaded load={loadTorture} what="torture matrix">
        {(torture) =>
          torture === null ? (
            <Notice tone="warning">
              This version contains no torture results, so nothing is known about its formats.
            </Notice>
          ) : (
            <Fidelity torture={torture} />
          )
        }
      </Loaded>
      <PageSection id="formats-speed" heading="How fast is it compared with native?">
        <p>
          Formats and codecs together, with the plans of the published sources:{' '}
          <PageLink href="#native" onFollow={onNative}>
            the browser’s factor to native
          </PageLink>
          .
        </p>
        <Loaded load={loadFormatBench} what="benchmark">
          {(bench) =>
            bench === null ? (
              <Notice tone="warning">
                This version contains no format benchmark, so its speed relative to native is unknown.
              </Notice>
            ) : (
              <FormatBenchSection bench={bench} />
            )
          }
        </Loaded>
      </PageSection>
    </Page>
  );
}

function Fidelity({ torture }: { readonly torture: Torture }) {
  const [kind, setKind] = useState<TortureSystem['kind']>('format');
  const systems = sortByFidelity(torture.systems.filter((system) => system.kind === kind));
  const offered = kinds.filter(({ value }) => torture.systems.some((system) => system.kind === value));
  return (
    <PageSection id="formats-fidelity" heading="Does decoding return the same data?">
      {offered.length > 1 && <Segmented label="Writer and reader" value={kind} options={offered} onChange={setKind} />}
      <p className={styles.sentence}>{tortureSentence(systems, torture.cases.length)}</p>
      <p className={styles.note}>{explained[kind]}</p>
      <TortureMatrix torture={torture} systems={systems} />
    </PageSection>
  );
}
