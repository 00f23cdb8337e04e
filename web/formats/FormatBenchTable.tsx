import { useMemo, useState } from 'react';
import {
  type FormatBenchCell,
  type FormatBenchOperation,
  formatBenchOperations,
} from '../../workers/model/format-bench';
import table from '../charts/bench-table.module.css';
import { formatCount, formatMs, formatSignificant } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { intervalNamesOf } from '../figures/interval-names';
import { operationNames } from '../figures/operation-names';
import { ScrollRegion } from '../ui/ScrollRegion';
import { factorTexts } from './FormatBenchFigures';
import { type FormatBenchRow, formatDataLabels, formatPointsOf, sizeRatioOf } from './format-bench-rows';

/** The columns of each operation. The last one is named by the kinds of its intervals. */
const columns = ['here', 'native', 'factor', 'interval'] as const;

/** A table of all figures of the charts above, rendered only when opened. The reasons of slow cells stand above it, since they would make it too wide. */
export function FormatBenchTable({ rows }: { readonly rows: readonly FormatBenchRow[] }) {
  const [open, setOpen] = useState(false);
  const intervalName = useMemo(
    () =>
      intervalNamesOf(
        rows.flatMap((row) =>
          formatBenchOperations.flatMap((operation) => formatPointsOf(row, operation).map(({ interval }) => interval)),
        ),
      ),
    [rows],
  );
  const count = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  return (
    <details className={table.fold} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Table of these figures ({plural(count, 'row')})</summary>
      {open && (
        <ScrollRegion className={table.scroll} label="Benchmark figures of formats">
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col" rowSpan={2}>
                  Data
                </th>
                <th scope="col" rowSpan={2} data-figure="">
                  Items
                </th>
                <th scope="col" rowSpan={2} data-figure="">
                  File size ÷ native
                </th>
                {formatBenchOperations.map((operation) => (
                  <th key={operation} scope="colgroup" colSpan={columns.length} data-figure="">
                    {operationNames[operation]}
                  </th>
                ))}
              </tr>
              <tr>
                {formatBenchOperations.map((operation) =>
                  columns.map((name) => (
                    <th key={`${operation} ${name}`} scope="col" data-figure="">
                      {name === 'interval' ? intervalName : name}
                    </th>
                  )),
                )}
              </tr>
            </thead>
            {rows.map((row) => (
              <tbody key={row.key}>
                <tr className={table.mean}>
                  <th scope="rowgroup" colSpan={3 + formatBenchOperations.length * columns.length}>
                    <strong>
                      {row.formatLabel}, {row.setting}
                    </strong>{' '}
                    <span>
                      {row.implementationLabel}
                      {row.native === null ? '' : `, native: ${row.native}`}
                    </span>
                  </th>
                </tr>
                {row.cells.map((cell) => (
                  <tr key={cell.data}>
                    <th scope="row">{formatDataLabels[cell.data].label}</th>
                    <td data-figure="">{formatCount(cell.size)}</td>
                    <td data-figure="">{sizeText(cell)}</td>
                    {formatBenchOperations.map((operation) => (
                      <Times key={operation} row={row} cell={cell} operation={operation} />
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}

function sizeText(cell: FormatBenchCell): string {
  const ratio = sizeRatioOf(cell);
  if (cell.sizes?.equal === true) return 'equal bytes';
  return ratio === null ? '–' : formatSignificant(ratio, 4);
}

interface TimesProps {
  readonly row: FormatBenchRow;
  readonly cell: FormatBenchCell;
  readonly operation: FormatBenchOperation;
}

function Times({ row, cell, operation }: TimesProps) {
  const point = formatPointsOf(row, operation).find((one) => one.cell === cell);
  if (point === undefined)
    return (
      <td colSpan={columns.length} data-figure="">
        {cell[operation].status === 'failed' ? 'failed' : 'not measured'}
      </td>
    );
  const [factor, ends] = factorTexts(point);
  return (
    <>
      <td data-figure="">{formatMs(point.browserMs)}</td>
      <td data-figure="">{formatMs(point.nativeMs)}</td>
      <td data-figure="">{factor}</td>
      <td data-figure="">{ends || '–'}</td>
    </>
  );
}
