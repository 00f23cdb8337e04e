import { formatFactorLimit, formatFactorOf } from './report.mjs';

/** @import { FormatBenchCell, FormatBenchOperation } from '../../workers/model/format-bench' */

/**
 * Why the browser takes more than 1.5 times the native time, as a profile of both sides has shown. Without a profile there is no entry here. The first entry that
 * matches a cell counts; `settings` and `data` match all if they are absent. At most 500 characters.
 * @type {readonly { format: string, settings?: RegExp, data?: readonly FormatBenchCell['data'][], operation: FormatBenchOperation, reason: string }[]}
 */
export const slowdownReasons = [
  {
    format: 'arrow',
    settings: /^none/,
    data: ['table'],
    operation: 'decode',
    reason:
      'The time goes to columns with nulls and texts: JavaScript joins and checks their offsets and clears null rows, where pyarrow copies buffers without looking at them.',
  },
];

/** Stands for a reason until a profile has found it. */
export const notProfiled = 'not profiled yet';

/** @type {(cell: FormatBenchCell, operation: FormatBenchOperation, reasons: typeof slowdownReasons) => string} */
const reasonOf = (cell, operation, reasons) =>
  reasons.find(
    (one) =>
      one.format === cell.format &&
      one.operation === operation &&
      (one.settings?.test(cell.setting) ?? true) &&
      (one.data?.includes(cell.data) ?? true),
  )?.reason ?? notProfiled;

/**
 * The cells with a reason for each factor above the limit, and for no other.
 * @param {readonly FormatBenchCell[]} cells
 * @returns {FormatBenchCell[]}
 */
export const withReasons = (cells, reasons = slowdownReasons) =>
  cells.map((cell) => {
    /** @param {FormatBenchOperation} operation */
    const timesOf = (operation) => {
      const times = cell[operation];
      if (times.status !== 'measured') return times;
      const { reason: _earlier, ...measured } = times;
      return formatFactorOf(times) > formatFactorLimit
        ? { ...measured, reason: reasonOf(cell, operation, reasons) }
        : measured;
    };
    return { ...cell, encode: timesOf('encode'), decode: timesOf('decode') };
  });
