/** @import { Table } from '../../../workers/model/dataset' */
/** @import { FormatModule } from '../../../workers/model/entry' */
/** @import { OptionValues } from '../../../workers/model/options' */

/** Source 004's data in Node, for tools of tests and benchmarks: eight columns that count. */
export const countingNames = ['x', 'y', 'ax', 'ay', 'ax0', 'ay0', 'ax1', 'ay1'];

/**
 * Rows `from` up to `to` of a column that counts.
 * @param {number} from
 * @param {number} to
 */
export function countingValues(from, to) {
  const values = new BigInt64Array(to - from);
  const words = new Int32Array(values.buffer);
  for (let row = from; row < to; row += 1) words[(row - from) * 2] = row;
  return values;
}

/** Products of the row with an odd number, as int64: every bit changes, and sums go around. */
export const oddMultiplier = 0x9e37_79b9_7f4a_7c15n;

/**
 * @param {number} from
 * @param {number} to
 */
export function mixedValues(from, to) {
  const values = new BigInt64Array(to - from);
  let value = BigInt.asIntN(64, BigInt(from) * oddMultiplier);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = value;
    value = BigInt.asIntN(64, value + oddMultiplier);
  }
  return values;
}

/** @type {Table | null} */
let counting = null;
/**
 * The table of so many rows, with an array for each column; kept for the next call.
 * @param {number} rows
 * @returns {Table}
 */
export function countingTable(rows) {
  if (counting?.rowCount !== rows) {
    counting = {
      kind: 'table',
      rowCount: rows,
      columns: countingNames.map((name) => ({ name, type: 'int64', validity: null, values: countingValues(0, rows) })),
    };
  }
  return counting;
}

/**
 * The least time of `calls` calls.
 * @param {number} calls
 * @param {() => void} work
 */
export function bestTimeMs(calls, work) {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    work();
    bestMs = Math.min(bestMs, performance.now() - startedAt);
  }
  return bestMs;
}

/**
 * The session of a format whose files hold a table.
 * @typedef {{ encode(table: Table): Uint8Array<ArrayBuffer>, decode(file: Uint8Array<ArrayBuffer>): Table }} TableSession
 */

/**
 * `encode` and `decode` of a format's module, in memory: each times `calls` calls and gives the best.
 * @param {FormatModule} format
 * @param {Pick<typeof import('node:fs'), 'readFileSync' | 'writeFileSync'>} fs
 */
export function timingCommands(format, { readFileSync, writeFileSync }) {
  /** @type {import('../../../workers/model/dataset').DatasetSchema} */
  const schema = { kind: 'table', columns: [] };
  return {
    /**
     * @param {{
     *   rows: number,
     *   innerCodec?: { id: string, level: number | null } | null,
     *   options: OptionValues,
     *   calls: number,
     *   path?: string | null,
     * }} request
     */
    async encode({ rows, innerCodec = null, options, calls, path = null }) {
      const dataset = countingTable(rows);
      const session = /** @type {TableSession} */ (await format.open({ options, innerCodec, schema }));
      let file = new Uint8Array();
      const bestMs = bestTimeMs(calls, () => {
        file = session.encode(dataset);
      });
      if (path !== null) writeFileSync(path, file);
      return { bestMs, sizeBytes: file.length };
    },

    /** @param {{ path: string, calls: number }} request */
    async decode({ path, calls }) {
      const file = new Uint8Array(readFileSync(path));
      const session = /** @type {TableSession} */ (await format.open({ options: {}, innerCodec: null, schema }));
      let rows = 0;
      const bestMs = bestTimeMs(calls, () => {
        rows = session.decode(file).rowCount;
      });
      return { bestMs, rows };
    },
  };
}
