import { useMemo, useState } from 'react';
import type { NativeComparison } from '../../../workers/model/native-comparison';
import { shortCitationOf } from '../../sources/citation';
import type { PublishedSource } from '../../../workers/model/published';
import type { RunResult } from '../../../workers/model/result';
import { workloads } from '../../../workers/registry/metadata';
import { formatCount, formatSignificant } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { operationNames } from '../../figures/operation-names';
import { saveFile } from '../../ui/save-file';
import { saveScript } from '../../share/native/save-scripts';
import { useAttempt } from '../../share/use-attempt';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Segmented } from '../../ui/Segmented';
import { KeepRunButton } from '../import/components/KeepRunButton';
import type { ImportedSets } from '../../state/imported-sets';
import styles from '../PublishedPage.module.css';
import { SourceLink } from '../SourceLink';
import { meansByOperation, type NativeRow } from './factors';
import { nativeCsv } from './native-csv';
import { NativeChart } from './NativeChart';
import { NativeTable } from './NativeTable';

interface NativePartProps {
  readonly comparison: NativeComparison;
  readonly rows: readonly NativeRow[];
  /** The factors and interval ends of all parts. */
  readonly extent: readonly number[];
  /** The source that the native run repeats. Null if this build no longer includes the source. */
  readonly source: PublishedSource | null;
  readonly onRun: (result: RunResult, name: string) => void;
  /** Opens the page of the source. */
  readonly onSource: (id: string) => void;
  readonly imported: ImportedSets;
}

/** The factors of one recipe: the chart, a table of its figures, and both runs with all their samples. */
export function NativePart({ comparison, rows, extent, source, onRun, onSource, imported }: NativePartProps) {
  const { browser, natives, workload } = comparison;
  const sizes = browser.plan.datasets.map((spec, index) => ({
    index,
    count: spec.source === 'workload' ? spec.size : 0,
    unit: spec.source === 'workload' ? (workloads.get(spec.workload)?.sizeUnit ?? 'items') : 'items',
  }));
  const { problem, attempt } = useAttempt();
  const [dataset, setDataset] = useState(0);
  const shown = useMemo(() => rows.filter((row) => row.dataset === dataset), [rows, dataset]);
  const measured = shown.filter(({ factors }) => factors.length > 0);
  const label = source?.workloads.find(({ id }) => id === workload)?.label ?? workload;
  const sourceName =
    source === null ? `Source ${comparison.source}` : `${shortCitationOf(source)} (source ${comparison.source})`;
  const name = `${sourceName}, ${label}`;
  const operations = meansByOperation(measured);
  const unmeasured = shown.length - measured.length;
  return (
    <section className={styles.block} aria-label={`${name}: factors`}>
      <div className={styles.tableHead}>
        <h2 className={styles.tableTitle}>
          {source === null ? (
            name
          ) : (
            <SourceLink id={source.id} onSource={onSource}>
              {name}
            </SourceLink>
          )}
        </h2>
        {sizes.length > 1 && (
          <Segmented
            label={`Size of ${name}`}
            value={String(dataset)}
            options={sizes.map(({ index, count }) => ({ value: String(index), label: formatCount(count) }))}
            onChange={(value) => setDataset(Number(value))}
          />
        )}
      </div>
      <p className={styles.small}>
        Of {formatCount(sizes[dataset]?.count ?? 0)} {sizes[dataset]?.unit}:{' '}
        {operations
          .map(({ operation, mean }) => `${operationNames[operation].toLowerCase()} ${formatSignificant(mean, 2)}×`)
          .join(', ')}{' '}
        (geometric means).{' '}
        {unmeasured > 0 &&
          `${plural(unmeasured, 'candidate')} without a native counterpart ${unmeasured === 1 ? 'is' : 'are'} in the table, with the reason.`}
      </p>
      <NativeChart
        name={name}
        rows={measured}
        extent={extent}
        operations={operations.map(({ operation }) => operation)}
      />
      <div className={styles.runHere}>
        <Button size="small" onClick={() => onRun(browser, `${name}, in the browser`)}>
          Show the browser’s run
        </Button>
        {natives.map(({ by, result }) => (
          <Button key={by} size="small" onClick={() => onRun(result, `${name}, by ${by}`)}>
            Show {by}’s run
          </Button>
        ))}
        {natives.map(({ by, result }) => (
          <KeepRunButton
            key={by}
            result={result}
            name={`${by}’s run`}
            title={`${by}, ${name}`}
            where={`Formatlab’s own native run of source ${comparison.source}`}
            imported={imported}
          />
        ))}
        <Button
          size="small"
          onClick={() =>
            void attempt(() => saveScript('python', browser.plan, browser, `${comparison.source}-${workload}`))
          }
        >
          Native script
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="danger" title="The script can’t be generated." live>
          {problem}
        </Notice>
      )}
      <details className={styles.fold}>
        <summary>Table of all figures</summary>
        <NativeTable name={name} rows={shown} operations={operations.map(({ operation }) => operation)} />
        <Button
          size="small"
          onClick={() =>
            saveFile(
              `formatlab-native-${comparison.source}-${workload}.csv`,
              new Blob([nativeCsv(comparison, rows)], { type: 'text/csv' }),
            )
          }
        >
          CSV
        </Button>
      </details>
    </section>
  );
}
