import { useState } from 'react';
import type { Torture, TortureSystem } from '../../workers/model/torture';
import { Loaded } from '../ui/Loaded';
import { Notice } from '../ui/Notice';
import { Page, PageSection } from '../ui/Page';
import { Segmented } from '../ui/Segmented';
import styles from './FormatsPage.module.css';
import { loadTorture } from './load-torture';
import { TortureMatrix } from './TortureMatrix';
import { byFidelity, tortureSentence } from './torture-table';

const kinds = [
  { value: 'format', label: 'Written and read here' },
  { value: 'reader', label: 'Opened as your file' },
  { value: 'reference', label: 'By other libraries' },
] as const satisfies readonly { value: TortureSystem['kind']; label: string }[];

const explained: Readonly<Record<TortureSystem['kind'], string>> = {
  format: 'Each table is encoded and decoded again in this browser, and compared bit by bit.',
  reader: 'Another library writes the file, and this page opens it as a file of yours.',
  reference: 'The library itself writes the file and reads it back, without this page.',
};

/** What each format keeps of values and shapes that are known to be changed or refused. */
export default function FormatsPage() {
  return (
    <Page
      title="Formats"
      lead="A format that is small and fast is of no use if your data come back as something else. Here is what each keeps of the values that are hardest to keep. The tests measure it, and anyone can run them again."
      width="wide"
    >
      <Loaded load={loadTorture} what="torture matrix">
        {(torture) =>
          torture === null ? (
            <Notice tone="warning">This build comes without a torture matrix: nothing is known of its formats.</Notice>
          ) : (
            <Fidelity torture={torture} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Fidelity({ torture }: { readonly torture: Torture }) {
  const [kind, setKind] = useState<TortureSystem['kind']>('format');
  const systems = byFidelity(torture.systems.filter((system) => system.kind === kind));
  const offered = kinds.filter(({ value }) => torture.systems.some((system) => system.kind === value));
  return (
    <PageSection id="formats-fidelity" heading="Does it give back what it was given?">
      {offered.length > 1 && (
        <Segmented label="Who writes and reads" value={kind} options={offered} onChange={setKind} />
      )}
      <p className={styles.sentence}>{tortureSentence(systems, torture.cases.length)}</p>
      <p className={styles.note}>{explained[kind]}</p>
      <TortureMatrix torture={torture} systems={systems} />
    </PageSection>
  );
}
