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
  {
    format: 'arrow',
    settings: /^zstd/,
    data: ['table'],
    operation: 'decode',
    reason:
      'Half of the time is zstd’s decoding of sequences: the native library runs a version with BMI2 instructions, which WASM does not have. A tenth of the time joins and checks the offsets of texts in JavaScript; pyarrow does not check them.',
  },
  {
    format: 'arrow',
    settings: /^none/,
    data: ['vectors'],
    operation: 'encode',
    reason:
      'Nearly all of the time on both sides is one copy of the matrix: the browser copies it by TypedArray.set, the native library by glibc’s memmove with registers of 256 bits (EVEX). The browser also looks at each vector, which is an object of its own.',
  },
  {
    format: 'arrow',
    settings: /^LZ4/,
    data: ['vectors'],
    operation: 'encode',
    reason:
      'A third of the time goes to copies: of the vectors into WASM memory, and of the frames out of it into the file. pyarrow compresses the matrix where it lies. LZ4 itself takes about as long as natively.',
  },
  {
    format: 'arrow',
    settings: /^zstd/,
    data: ['vectors'],
    operation: 'encode',
    reason:
      'Most of the time is zstd’s Huffman coding: the native library runs a version with BMI2 instructions (HUF_compress1X_usingCTable_internal_bmi2), which WASM does not have. A tenth of the time copies the vectors into WASM memory and the frames out of it.',
  },
  {
    format: 'arrow',
    settings: /^zstd/,
    data: ['vectors'],
    operation: 'decode',
    reason:
      'Most of the time is zstd’s Huffman decoding: the native library runs a loop over four streams with BMI2 instructions (HUF_decompress4X1_usingDTable_internal_fast_c_loop), which WASM does not have.',
  },
  {
    format: 'arrow',
    settings: /^zstd/,
    data: ['table'],
    operation: 'encode',
    reason:
      'Six tenths of the time is zstd’s search for matches and its Huffman coding; the native library runs versions with BMI2 instructions, which WASM does not have. A tenth goes to copies into WASM memory and to memory that is freed.',
  },
  {
    format: 'arrow',
    settings: /^LZ4/,
    data: ['table'],
    operation: 'decode',
    reason:
      'Six tenths of the time is LZ4’s decoder, in blocks of many short matches. A fifth joins and checks the offsets of texts in JavaScript; pyarrow copies buffers without looking at them.',
  },
  {
    format: 'parquet',
    settings: /^PLAIN zstd 1/,
    data: ['table'],
    operation: 'decode',
    reason:
      'Half of the time is zstd’s decoding of sequences: the native library runs a version with BMI2 instructions, which WASM does not have. A quarter copies texts and groups equal ones.',
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
