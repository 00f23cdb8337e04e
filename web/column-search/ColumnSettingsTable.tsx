import { useMemo } from 'react';
import { type TriedSetting, type SearchPlan, settingKey } from '../../workers/model/column-search';
import { formatExactBytes, formatMs, formatPercent } from '../figures/figures';
import { ScrollRegion } from '../ui/ScrollRegion';
import table from '../ui/wide-table.module.css';
import styles from './ColumnSearch.module.css';
import { settingText } from './setting-words';

interface ColumnSettingsTableProps {
  readonly plan: SearchPlan;
  readonly trials: readonly TriedSetting[];
  readonly best: ReadonlyMap<string, TriedSetting>;
  readonly usual: readonly TriedSetting[] | null;
}

/** The chosen setting of each column, and below it all that was tried. */
export function ColumnSettingsTable({ plan, trials, best, usual }: ColumnSettingsTableProps) {
  return (
    <>
      <ScrollRegion label="Chosen settings by column, scrolls sideways" className={table.region}>
        <table className={table.table}>
          <caption className="visually-hidden">Chosen settings by column</caption>
          <thead>
            <tr className={table.single}>
              <th scope="col" className={table.first}>
                Column
              </th>
              <th scope="col" className={styles.text}>
                chosen
              </th>
              <th scope="col">size</th>
              <th scope="col">with dictionary, zstd 1</th>
              <th scope="col">saved</th>
              <th scope="col">encode</th>
              <th scope="col">decode</th>
            </tr>
          </thead>
          <tbody>
            {plan.columns.map((name) => {
              const trial = best.get(name);
              const before = usual?.find(({ column }) => column === name);
              return (
                <tr key={name}>
                  <th scope="row" className={table.first}>
                    {name}
                  </th>
                  <td className={styles.text}>
                    {trial === undefined ? 'not tried on all rows' : settingText(trial.setting)}
                  </td>
                  <td>{trial === undefined ? '–' : formatExactBytes(trial.sizeBytes)}</td>
                  <td>{before === undefined ? '–' : formatExactBytes(before.sizeBytes)}</td>
                  <td>
                    {trial === undefined || before === undefined || before.sizeBytes === 0
                      ? '–'
                      : formatPercent(1 - trial.sizeBytes / before.sizeBytes)}
                  </td>
                  <td>{trial === undefined ? '–' : formatMs(trial.encodeMs)}</td>
                  <td>{trial === undefined ? '–' : formatMs(trial.decodeMs)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <details>
        <summary>All settings tried</summary>
        <AllTrials trials={trials} columns={plan.columns} />
      </details>
    </>
  );
}

function AllTrials({
  trials,
  columns,
}: {
  readonly trials: readonly TriedSetting[];
  readonly columns: readonly string[];
}) {
  const sorted = useMemo(
    () =>
      trials.toSorted(
        (one, other) =>
          columns.indexOf(one.column) - columns.indexOf(other.column) ||
          Number(other.allRows) - Number(one.allRows) ||
          one.sizeBytes - other.sizeBytes,
      ),
    [trials, columns],
  );
  return (
    <ScrollRegion label="All settings tried, scrolls sideways" className={table.region}>
      <table className={table.table}>
        <caption className="visually-hidden">All settings tried</caption>
        <thead>
          <tr className={table.single}>
            <th scope="col" className={table.first}>
              Column
            </th>
            <th scope="col" className={styles.text}>
              setting
            </th>
            <th scope="col" className={styles.text}>
              rows
            </th>
            <th scope="col">size</th>
            <th scope="col">encode</th>
            <th scope="col">decode</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((trial) => (
            <tr key={`${trial.column}/${settingKey(trial.setting)}/${trial.allRows}`}>
              <th scope="row" className={table.first}>
                {trial.column}
              </th>
              <td className={styles.text}>{settingText(trial.setting)}</td>
              <td className={styles.text}>{trial.allRows ? 'all' : 'sample'}</td>
              <td>{formatExactBytes(trial.sizeBytes)}</td>
              <td>{formatMs(trial.encodeMs)}</td>
              <td>{formatMs(trial.decodeMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
