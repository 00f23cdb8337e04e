import { geometricMean, median } from '../statistics.mjs';

/** @import { FormatBenchCell, FormatBenchOperation, FormatBenchTimes, MeasuredFormatTimes } from '../../workers/model/format-bench' */

/** The report on a benchmark of formats, as text for the terminal. */

/** As in workers/model/format-bench.ts, which a test compares. */
export const formatFactorLimit = 1.5;
/** @type {readonly FormatBenchOperation[]} */
export const operations = ['encode', 'decode'];

/** @param {FormatBenchCell} cell */
export const cellName = ({ format, setting, data }) => `${format} ${setting}, ${data}`;

/**
 * The median over rounds of the browser's time divided by the native time, since the sides alternate in each round.
 * @param {Pick<MeasuredFormatTimes, 'rounds'>} times
 */
export const formatFactorOf = ({ rounds }) => median(rounds.map(({ browserMs, nativeMs }) => browserMs / nativeMs));

/** @param {number} ms */
const milliseconds = (ms) => (ms < 10 ? ms.toFixed(3) : ms.toFixed(1)).padStart(8);

/** @param {FormatBenchTimes} times */
function timesText(times) {
  if (times.status !== 'measured') return `${'–'.padStart(6)}${' '.repeat(20)}`;
  const least = (/** @type {'browserMs' | 'nativeMs'} */ side) => Math.min(...times.rounds.map((round) => round[side]));
  return `${formatFactorOf(times).toFixed(2).padStart(6)} ${milliseconds(least('browserMs'))} ÷ ${milliseconds(least('nativeMs'))}`;
}

/** @param {FormatBenchCell} cell */
export function cellLine(cell) {
  const { sizes } = cell;
  const files =
    sizes === null
      ? ''
      : sizes.equal
        ? 'same bytes'
        : `${(sizes.browserBytes / sizes.nativeBytes).toFixed(4)} of the size`;
  return `${cellName(cell).padEnd(44)} ${timesText(cell.encode)}   ${timesText(cell.decode)}   ${files}${notMeasured(cell)}`;
}

/** @param {FormatBenchCell} cell */
function notMeasured(cell) {
  /** @param {FormatBenchTimes} times */
  const why = (times) =>
    times.status === 'measured'
      ? []
      : [times.status === 'failed' ? `the ${times.side} side failed: ${times.reason}` : times.reason];
  return [...new Set(operations.flatMap((operation) => why(cell[operation])))].map((text) => ` ${text}`).join(';');
}

/** @type {(cells: readonly FormatBenchCell[], operation: FormatBenchOperation) => number[]} */
const factorsOf = (cells, operation) =>
  cells.flatMap((cell) => {
    const times = cell[operation];
    return times.status === 'measured' ? [formatFactorOf(times)] : [];
  });

/**
 * The lines of the report: means by format, and the factors above the limit with their reasons.
 * @param {readonly FormatBenchCell[]} cells
 */
export function formatReport(cells) {
  const lines = ['', 'Time in the browser ÷ native time, geometric mean and largest factor:'];
  lines.push(`${''.padEnd(28)}${operations.map((operation) => operation.padStart(18)).join('')}`);
  for (const format of new Set(cells.map((cell) => cell.format))) {
    const figures = operations.map((operation) => {
      const factors = factorsOf(
        cells.filter((cell) => cell.format === format),
        operation,
      );
      return factors.length === 0 ? '–' : `${geometricMean(factors).toFixed(2)}, ${Math.max(...factors).toFixed(2)}`;
    });
    lines.push(`${format.padEnd(28)}${figures.map((figure) => figure.padStart(18)).join('')}`);
  }
  const beyond = cells.flatMap((cell) =>
    operations.flatMap((operation) => {
      const times = cell[operation];
      return times.status === 'measured' && times.reason !== undefined
        ? [{ factor: formatFactorOf(times), text: `${cellName(cell)}, ${operation}: ${times.reason}` }]
        : [];
    }),
  );
  if (beyond.length > 0) {
    lines.push('', `Factors above ${formatFactorLimit}:`);
    for (const { factor, text } of beyond.sort((a, b) => b.factor - a.factor))
      lines.push(`  ${factor.toFixed(2)}  ${text}`);
  }
  return lines;
}

/**
 * The cells that one side could not do, as sentences; empty if none failed.
 * @param {readonly FormatBenchCell[]} cells
 */
export const failuresOf = (cells) =>
  cells.flatMap((cell) =>
    operations.flatMap((operation) => {
      const times = cell[operation];
      return times.status === 'failed'
        ? [`${cellName(cell)}, ${operation}: the ${times.side} side failed: ${times.reason}`]
        : [];
    }),
  );
