import { useMemo } from 'react';
import type { NativeComparison } from '../../../workers/model/native-comparison';
import type { PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import { browserName } from '../../figures/environment-words';
import { formatSignificant } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { operationNames } from '../../figures/operation-names';
import { loadPublishedSources } from '../../sources/sources';
import { Loaded } from '../../ui/Loaded';
import { Page, PageSection } from '../../ui/Page';
import { PageLink } from '../../ui/PageLink';
import type { View } from '../../view/view';
import type { ImportedSets } from '../../state/imported-sets';
import styles from '../PublishedPage.module.css';
import { loadNativeComparisons } from './comparisons';
import { meansByOperation, nativeRows } from './factors';
import { NativePart } from './NativePart';

const load = () => Promise.all([loadPublishedSources(), loadNativeComparisons()]);

interface NativePageProps {
  readonly onRun: (result: RunResult, name: string) => void;
  /** Opens a page, or the page of a published source. */
  readonly onPage: (page: View['page'], source?: string | null) => void;
  /** The imported sets that this browser keeps. A native run can become one. */
  readonly imported: ImportedSets;
}

/**
 * The sources' recipes, measured by this project in a browser and by native programs on the same machine. The page
 * shows how much slower the browser is.
 */
export default function NativePage({ onRun, onPage, imported }: NativePageProps) {
  return (
    <Page
      above={
        <nav aria-label="Breadcrumb">
          <ol className={styles.path}>
            <li>
              <PageLink href="#published" onFollow={() => onPage('published')}>
                Published results
              </PageLink>
            </li>
            <li aria-current="page">The browser’s factor to native</li>
          </ol>
        </nav>
      }
      title="The browser’s factor to native"
      lead="This page shows how much longer the formats and codecs of the published sources take in the browser than in the usual native programs, with the same data on the same machine. Use it to judge what a time measured here says about a native program."
      width="medium"
    >
      <Loaded load={load} what="native runs">
        {([sources, comparisons]) => (
          <Comparisons
            comparisons={comparisons}
            sources={sources}
            onRun={onRun}
            onSource={(id) => onPage('published', id)}
            imported={imported}
          />
        )}
      </Loaded>
      <p className={styles.text}>
        <PageLink href="#codecs" onFollow={() => onPage('codecs')}>
          Codecs
        </PageLink>{' '}
        compares each implementation of a codec alone with the native library, and{' '}
        <PageLink href="#formats" onFollow={() => onPage('formats')}>
          Formats
        </PageLink>{' '}
        each format.
      </p>
    </Page>
  );
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

interface ComparisonsProps extends Pick<NativePageProps, 'onRun' | 'imported'> {
  readonly comparisons: readonly NativeComparison[];
  readonly sources: readonly PublishedSource[];
  readonly onSource: (id: string) => void;
}

function Comparisons({ comparisons, sources, onRun, onSource, imported }: ComparisonsProps) {
  const parts = useMemo(
    () => comparisons.map((comparison) => ({ comparison, rows: nativeRows(comparison) })),
    [comparisons],
  );
  const extent = useMemo(() => {
    const all = parts.flatMap(({ rows }) =>
      rows.flatMap(({ factors }) =>
        factors.flatMap(({ ratio, interval }) => (interval === null ? [ratio] : [interval.low, ratio, interval.high])),
      ),
    );
    return all.length === 0 ? [] : [Math.min(...all), Math.max(...all)];
  }, [parts]);
  const means = useMemo(() => meansByOperation(parts.flatMap(({ rows }) => rows)), [parts]);
  const [first] = comparisons;
  const startedMs = comparisons.map(({ browser }) => Date.parse(browser.startedAt));
  const { machineLabel, logicalCores } = first?.browser.environment ?? { machineLabel: null, logicalCores: null };
  return (
    <>
      <section className={styles.block}>
        <ul className={styles.list}>
          {means.map(({ operation, mean, min, max, count }) => (
            <li key={operation}>
              {operationNames[operation]}: <strong>{formatSignificant(mean, 2)}×</strong> native time, as the geometric
              mean of {plural(count, 'cell')} from {formatSignificant(min, 2)}× to {formatSignificant(max, 2)}×
            </li>
          ))}
        </ul>
        {first !== undefined && (
          <p className={styles.small}>
            Our own runs of {dateFormat.formatRange(new Date(Math.min(...startedMs)), new Date(Math.max(...startedMs)))}
            : {browserName(first.browser.environment)} and {programs(comparisons)}, on one machine
            {machineLabel === null ? '' : ` (${machineLabel})`}
            {logicalCores === null ? '' : `, one thread each on ${plural(logicalCores, 'core')}`}.
          </p>
        )}
      </section>
      {parts.map(({ comparison, rows }) => (
        <NativePart
          key={`${comparison.source}-${comparison.workload}`}
          comparison={comparison}
          rows={rows}
          extent={extent}
          source={sources.find(({ id }) => id === comparison.source) ?? null}
          onRun={onRun}
          onSource={onSource}
          imported={imported}
        />
      ))}
      <PageSection id="native-limits" heading="Limits of these figures">
        <ul className={styles.list}>
          {beware.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </PageSection>
      <p className={styles.citation}>
        Measured by Formatlab’s own recipes: the page’s run and the script that it exports, one after the other; npm run
        make:native repeats the comparison. The runs that the buttons open contain every sample of both sides.
      </p>
    </>
  );
}

const programs = (comparisons: readonly NativeComparison[]) =>
  [
    ...new Set(
      comparisons.flatMap(({ natives }) =>
        natives.map(({ result }) => result.environment.userAgent.split(' (')[0] ?? ''),
      ),
    ),
  ].join(' and ');

const beware = [
  'The factor compares programs, not compilers. For example, pyarrow writes Parquet with a C++ library, and the page with a Rust crate. If the two write different files, their sizes differ too.',
  'Python holds lists, dictionaries and molecules as objects; the page holds them as columns. If a format creates many objects, most of the native time is spent on them.',
  'Converting the data to the form that a library needs is part of both times. Times that include storage are compared only with times that include storage.',
  'Each trial is a fresh worker in the browser and a fresh process natively. Both are warmed up in the same way and run on one thread. Java’s rounds are repeats in one process.',
  'The machine is small and rented, so its absolute times say little about yours. Export the script and compare on your own machine.',
];
