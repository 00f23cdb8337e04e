import { useMemo } from 'react';
import { type SearchPlan, settingKey, type TriedSetting, variantKey } from '../../workers/model/column-search';
import type { FoundFile } from '../../workers/model/search-choice';
import { formatExactBytes, formatMs, formatPercent } from '../figures/figures';
import { firstCellClass, textCellClass, WideTable } from '../ui/WideTable';
import { layoutText, orderText, settingText } from './setting-words';

interface ColumnSettingsTableProps {
  readonly plan: SearchPlan;
  readonly trials: readonly TriedSetting[];
  readonly best: ReadonlyMap<string, TriedSetting>;
  readonly usual: FoundFile | null;
}

const chosenHeads = [
  { text: 'Column' },
  { text: 'chosen', isText: true, word: 'setting of a column' },
  { text: 'size' },
  { text: 'with dictionary, zstd 1', word: 'usual settings' },
  { text: 'saved' },
  { text: 'encode' },
  { text: 'decode' },
] as const;
const triedHeads = [
  { text: 'Column' },
  { text: 'setting', isText: true, word: 'setting of a column' },
  { text: 'rows', isText: true },
  { text: 'layout', isText: true, word: 'layout of a file' },
  { text: 'size' },
  { text: 'encode' },
  { text: 'decode' },
] as const;

/** The chosen setting of each column, and below it all that was tried. */
export function ColumnSettingsTable({ plan, trials, best, usual }: ColumnSettingsTableProps) {
  return (
    <>
      <WideTable caption="Chosen settings by column" heads={chosenHeads}>
        {plan.columns.map((name) => {
          const trial = best.get(name);
          const before = usual?.trials.get(name);
          return (
            <tr key={name}>
              <th scope="row" className={firstCellClass}>
                {name}
              </th>
              <td className={textCellClass}>
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
      </WideTable>
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
    <WideTable caption="All settings tried" heads={triedHeads}>
      {sorted.map((trial) => (
        <tr key={`${trial.column}/${settingKey(trial.setting)}/${trial.allRows}/${variantKey(trial.variant)}`}>
          <th scope="row" className={firstCellClass}>
            {trial.column}
          </th>
          <td className={textCellClass}>{settingText(trial.setting)}</td>
          <td className={textCellClass}>{`${trial.allRows ? 'all' : 'sample'}, ${orderText(trial.variant.order)}`}</td>
          <td className={textCellClass}>{layoutText(trial.variant.layout)}</td>
          <td>{formatExactBytes(trial.sizeBytes)}</td>
          <td>{formatMs(trial.encodeMs)}</td>
          <td>{formatMs(trial.decodeMs)}</td>
        </tr>
      ))}
    </WideTable>
  );
}
