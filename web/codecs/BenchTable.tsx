import { useState } from 'react';
import { codecs } from '../../workers/registry/metadata';
import { formatCount, formatMs } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { formatThroughput } from '../figures/throughput';
import { ScrollRegion } from '../ui/ScrollRegion';
import styles from '../charts/bench-table.module.css';
import {
  type BenchDirection,
  type BenchPoint,
  type BenchRow,
  cellKey,
  benchDataLabels,
  factorText,
  geometricMean,
  benchPointsOf,
} from './bench-rows';

/** A table of all figures of the charts above. It has hundreds of rows, so it is rendered only when opened. */
export function BenchTable({ rows }: { readonly rows: readonly BenchRow[] }) {
  const [open, setOpen] = useState(false);
  const count = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  return (
    <details className={styles.fold} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Table of these figures ({plural(count, 'row')})</summary>
      {open && (
        <ScrollRegion className={styles.scroll} label="Benchmark figures">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" rowSpan={2}>
                  Implementation
                </th>
                <th scope="col" rowSpan={2}>
                  Data
                </th>
                <th scope="col" rowSpan={2} data-figure="">
                  Level
                </th>
                <th scope="colgroup" colSpan={2} data-figure="">
                  Compressed bytes
                </th>
                <th scope="colgroup" colSpan={columns.length} data-figure="">
                  Compress
                </th>
                <th scope="colgroup" colSpan={columns.length} data-figure="">
                  Decompress
                </th>
              </tr>
              <tr>
                <th scope="col" data-figure="">
                  here
                </th>
                <th scope="col" data-figure="">
                  native
                </th>
                <DirectionHeads />
                <DirectionHeads />
              </tr>
            </thead>
            {rows.map((row) => (
              <RowFigures key={row.key} row={row} />
            ))}
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}

/**
 * `copied in`: the factor including the copy of the input into WASM memory. `and out`: including the copy of the result
 * out of it as well.
 */
const columns = ['here', 'native', 'MB/s', 'factor', 'copied in', 'and out'];

function DirectionHeads() {
  return columns.map((name) => (
    <th key={name} scope="col" data-figure="">
      {name}
    </th>
  ));
}

function RowFigures({ row }: { readonly row: BenchRow }) {
  const compress = benchPointsOf(row, 'compress', codecs);
  const decompress = benchPointsOf(row, 'decompress', codecs);
  return (
    <tbody>
      <tr className={styles.mean}>
        <th scope="rowgroup">
          <strong>
            {row.codecLabel} by {row.implementationLabel}
          </strong>
        </th>
        <td colSpan={4}>geometric mean{row.native === null ? '' : `, native: ${row.native}`}</td>
        <Mean points={compress} />
        <Mean points={decompress} />
      </tr>
      {row.cells.map((cell) => (
        <tr key={cellKey(cell)}>
          <td>{optionsText(cell.options)}</td>
          <td>{benchDataLabels[cell.data]}</td>
          <td data-figure="">{cell.level ?? '–'}</td>
          <td data-figure="">{formatCount(cell.browserBytes)}</td>
          <td data-figure="">{cell.nativeBytes === cell.browserBytes ? 'equal' : formatCount(cell.nativeBytes)}</td>
          <Times point={compress.find((point) => point.cell === cell)} direction="compress" />
          <Times point={decompress.find((point) => point.cell === cell)} direction="decompress" />
        </tr>
      ))}
    </tbody>
  );
}

const optionsText = (options: Readonly<Record<string, unknown>>) =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

function Mean({ points }: { readonly points: readonly BenchPoint[] }) {
  const speed = geometricMean(points.map(({ browserBytesPerSecond }) => browserBytesPerSecond));
  const factor = geometricMean(points.map((point) => point.factor));
  return (
    <>
      <td />
      <td />
      <td data-figure="">{speed === null ? '–' : formatThroughput(speed, 'bytes')}</td>
      <Factor factor={factor} />
      <Factor factor={geometricMean(points.flatMap(({ copiedFactor }) => copiedFactor ?? []))} />
      <Factor factor={geometricMean(points.flatMap(({ keptFactor }) => keptFactor ?? []))} />
    </>
  );
}

function Factor({ factor }: { readonly factor: number | null }) {
  return <td data-figure="">{factor === null ? '–' : factorText(factor)}</td>;
}

function Times({ point, direction }: { readonly point: BenchPoint | undefined; readonly direction: BenchDirection }) {
  if (point === undefined) return <td colSpan={columns.length} data-figure="">{`does not ${direction}`}</td>;
  const each = (ms: number) => formatMs(ms / point.calls);
  return (
    <>
      <td data-figure="">{each(point.browserMs)}</td>
      <td data-figure="">{each(point.nativeMs)}</td>
      <td data-figure="">{formatThroughput(point.browserBytesPerSecond, 'bytes')}</td>
      <Factor factor={point.factor} />
      <Factor factor={point.copiedFactor} />
      <Factor factor={point.keptFactor} />
    </>
  );
}
