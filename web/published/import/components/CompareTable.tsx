import { useMemo, useState } from 'react';
import type { ImportedSet } from '../../../../workers/model/imported-set';
import { candidateKey } from '../../../../workers/model/plan';
import type { ShownRun } from '../../../state/shown-run';
import { nameCandidates } from '../../../figures/candidate-names';
import { datasetName } from '../../../figures/dataset-words';
import { formatCount, formatFactor, formatSignificant } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { resultRows } from '../../../figures/rows';
import { Button } from '../../../ui/Button';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import { Select } from '../../../ui/Select';
import { type Comparison, compareSetWithRun } from '../../../sources/imported/compare';
import styles from './Import.module.css';
import { type NamedCandidate, suggestCandidate } from '../columns/suggest';

interface CompareTableProps {
  readonly set: ImportedSet;
  /** The run on the Explore page and its selected dataset. Null if Explore shows no run. */
  readonly shown: ShownRun | null;
  readonly dataset: number;
  readonly onSet: (next: ImportedSet) => void;
}

const notMapped = '';

/**
 * Factors to the baseline in the set and in the run, side by side. Figures of two machines are compared only by such
 * factors.
 */
export function CompareTable({ set, shown, dataset: given, onSet }: CompareTableProps) {
  const [matched, setMatched] = useState<number | null>(null);
  const result = shown?.result ?? null;
  const dataset = result === null ? 0 : Math.min(given, result.plan.datasets.length - 1);
  const rows = useMemo(
    () => (result === null ? [] : resultRows(result, false).filter((row) => row.dataset === dataset)),
    [result, dataset],
  );
  const comparisons = useMemo(
    () => compareSetWithRun(set, result === null ? null : { result, dataset, rows }),
    [set, result, dataset, rows],
  );
  const candidates = useMemo((): NamedCandidate[] => {
    if (result === null) return [];
    const names = nameCandidates(result.plan.candidates);
    return result.plan.candidates.flatMap((candidate, index) => {
      const named = names[index];
      return named === undefined ? [] : [{ key: candidateKey(candidate), names: named }];
    });
  }, [result]);
  const baseline = set.systems.find(({ id }) => id === set.baseline);
  const mapTo = (id: string, candidate: string | null) =>
    onSet({ ...set, systems: set.systems.map((system) => (system.id === id ? { ...system, candidate } : system)) });
  const match = () => {
    const systems = set.systems.map((system) => ({
      ...system,
      candidate: system.candidate ?? suggestCandidate(system, candidates),
    }));
    setMatched(systems.filter(({ candidate }) => candidate !== null).length);
    onSet({ ...set, systems });
  };
  const spec = result?.plan.datasets[dataset];

  return (
    <section className={styles.block} aria-label={`Compare “${set.title}” with the run shown`}>
      <h4 className={styles.heading}>Compare</h4>
      <p className={styles.small}>
        {baseline === undefined
          ? 'Choose a baseline above. Results of two machines are compared as factors to a system that both have.'
          : `Times and sizes divided by those of ${baseline.label}: in the table (there), and in the run shown on Explore (here${spec === undefined ? '' : `: ${datasetName(spec)}`}). Here ÷ there is 1 if both agree.`}
      </p>
      {baseline !== undefined && candidates.length > 0 && (
        <div className={styles.row}>
          <Button size="small" onClick={match}>
            Match by name
          </Button>
          <span className={styles.small} role="status">
            {matched === null
              ? ''
              : matched === 0
                ? 'No names match. Choose the candidates by hand.'
                : `${plural(matched, 'system')} of ${formatCount(set.systems.length)} matched. Please check them.`}
          </span>
        </div>
      )}
      {comparisons.length > 0 && (
        <ScrollRegion label={`Factors of “${set.title}” there and here`} className={styles.scroll}>
          <table className={`${styles.table} ${styles.compare}`}>
            <caption className="visually-hidden">Factors to the baseline, there and here</caption>
            <thead>
              <tr>
                <th rowSpan={2} scope="col">
                  System
                </th>
                <th rowSpan={2} scope="col">
                  Here
                </th>
                {comparisons.map(({ id, title }) => (
                  <th key={id} scope="colgroup" colSpan={3} data-number="">
                    {title}
                  </th>
                ))}
              </tr>
              <tr>
                {comparisons.flatMap(({ id }) =>
                  ['there', 'here', 'here ÷ there'].map((word) => (
                    <th key={`${id} ${word}`} scope="col" data-number="">
                      {word}
                    </th>
                  )),
                )}
              </tr>
            </thead>
            <tbody>
              {set.systems.map((system) => (
                <tr key={system.id}>
                  <th scope="row">{system.id === set.baseline ? <strong>{system.label}</strong> : system.label}</th>
                  <td>
                    <Select
                      aria-label={`Candidate here that is ${system.label}`}
                      value={system.candidate ?? notMapped}
                      options={[
                        { value: notMapped, label: 'none' },
                        ...candidates.map(({ key, names }) => ({ value: key, label: names.label })),
                        ...(system.candidate === null || candidates.some(({ key }) => key === system.candidate)
                          ? []
                          : [{ value: system.candidate, label: 'one that is not in this run' }]),
                      ]}
                      onChange={(value) => mapTo(system.id, value === notMapped ? null : value)}
                    />
                  </td>
                  {comparisons.flatMap((comparison) => cellsOf(comparison, system.id))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  Geometric mean, without the baseline
                </th>
                {comparisons.flatMap(({ id, mean, meanCount }) => [
                  <td key={`${id} of`} colSpan={2} data-number="" data-out="">
                    {mean === null ? '' : `of ${formatCount(meanCount)}`}
                  </td>,
                  <td key={`${id} mean`} data-number="">
                    {mean === null ? '–' : formatSignificant(mean)}
                  </td>,
                ])}
              </tr>
            </tfoot>
          </table>
        </ScrollRegion>
      )}
      <ul className={styles.problems}>
        {comparisons.flatMap(({ id, title, reason }) =>
          reason === null
            ? []
            : [
                <li key={id}>
                  {title}: {reason}
                </li>,
              ],
        )}
      </ul>
    </section>
  );
}

function cellsOf({ id, rows }: Comparison, systemId: string) {
  const row = rows.find(({ system }) => system.id === systemId);
  return [
    <td key={`${id} there`} data-number="">
      {row === undefined ? '–' : formatFactor(row.there)}
      {row !== undefined && row.count > 1 && <span className={styles.note}> mean of {formatCount(row.count)}</span>}
    </td>,
    <td key={`${id} here`} data-number="">
      {row?.here == null ? '–' : formatFactor(row.here)}
    </td>,
    <td key={`${id} quotient`} data-number="">
      {row?.quotient == null ? '–' : formatSignificant(row.quotient, 2)}
    </td>,
  ];
}
