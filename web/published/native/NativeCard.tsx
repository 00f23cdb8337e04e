import { useMemo } from 'react';
import type { NativeComparison } from '../../../workers/model/native-comparison';
import type { PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import { browserName } from '../../figures/environment-words';
import { plural, formatSignificant } from '../../figures/figures';
import { operationNames } from '../../figures/operation-names';
import { Loaded } from '../../ui/Loaded';
import type { ImportedSets } from '../../state/imported-sets';
import styles from '../PublishedPage.module.css';
import { loadNativeComparisons } from './comparisons';
import { meansByOperation, nativeRows } from './factors';
import { NativePart } from './NativePart';

interface NativeCardProps {
  readonly sources: readonly PublishedSource[];
  readonly onRun: (result: RunResult, name: string) => void;
  /** The imported sets that this browser keeps. A native run can become one. */
  readonly imported: ImportedSets;
}

/**
 * The sources' recipes, measured by this project in a browser and by native programs on the same machine. The card
 * shows how much slower the browser is.
 */
export function NativeCard({ sources, onRun, imported }: NativeCardProps) {
  return (
    <article className={styles.card} aria-label="The browser’s factor to native">
      <Loaded load={loadNativeComparisons} what="native runs">
        {(comparisons) => <Comparisons comparisons={comparisons} sources={sources} onRun={onRun} imported={imported} />}
      </Loaded>
    </article>
  );
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function Comparisons({
  comparisons,
  sources,
  onRun,
  imported,
}: NativeCardProps & { readonly comparisons: readonly NativeComparison[] }) {
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
  const { machineLabel, logicalCores } = first?.browser.environment ?? { machineLabel: null, logicalCores: null };
  return (
    <>
      <header className={styles.cardHead}>
        <p className={styles.eyebrow}>
          Our own runs · {first === undefined ? '' : dateFormat.format(new Date(first.browser.startedAt))}
        </p>
        <h2 className={styles.cardTitle}>The browser’s factor to native</h2>
        <p className={styles.author}>
          {first !== undefined &&
            `${browserName(first.browser.environment)} and ${programs(comparisons)}, on one machine${machineLabel === null ? '' : ` (${machineLabel})`}${logicalCores === null ? '' : `, one thread each on ${plural(logicalCores, 'core')}`}`}
        </p>
      </header>
      <div className={styles.asked}>
        <div>
          <h3 className={styles.heading}>Question</h3>
          <p className={styles.text}>
            How much longer do the formats and codecs of these sources take in the browser than in the usual native
            programs, with the same data on the same machine?
          </p>
        </div>
        <div>
          <h3 className={styles.heading}>Answer</h3>
          <ul className={styles.list}>
            {means.map(({ operation, mean, min, max, count }) => (
              <li key={operation}>
                {operationNames[operation]}: <strong>{formatSignificant(mean, 2)}×</strong> native time, as the
                geometric mean of {plural(count, 'cell')} from {formatSignificant(min, 2)}× to{' '}
                {formatSignificant(max, 2)}×
              </li>
            ))}
          </ul>
        </div>
      </div>
      {parts.map(({ comparison, rows }) => (
        <NativePart
          key={`${comparison.source}-${comparison.workload}`}
          comparison={comparison}
          rows={rows}
          extent={extent}
          source={sources.find(({ id }) => id === comparison.source) ?? null}
          onRun={onRun}
          imported={imported}
        />
      ))}
      <section className={styles.block}>
        <h3 className={styles.heading}>Limits of these figures</h3>
        <ul className={styles.list}>
          {beware.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <footer className={styles.citation}>
        Measured by Formatlab’s own recipes: the page’s run and the script that it exports, one after the other; npm run
        make:native repeats the comparison. The runs that the buttons open contain every sample of both sides.
      </footer>
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
  'The factor compares programs, not compilers. For example, pyarrow writes Parquet natively and parquet-wasm writes it in the page. If the two write different files, their sizes differ too.',
  'Python holds lists, dictionaries and molecules as objects; the page holds them as columns. If a format creates many objects, most of the native time is spent on them.',
  'Converting the data to the form that a library needs is part of both times. Times that include storage are compared only with times that include storage.',
  'Each trial is a fresh worker in the browser and a fresh process natively. Both are warmed up in the same way and run on one thread. Java’s rounds are repeats in one process.',
  'The machine is small and rented, so its absolute times say little about yours. Export the script and compare on your own machine.',
];
