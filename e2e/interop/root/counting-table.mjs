/** Source 004's data in Node, for tools of tests and benchmarks: eight columns that count. */
export const countingNames = ['x', 'y', 'ax', 'ay', 'ax0', 'ay0', 'ax1', 'ay1'];

/** Rows `from` up to `to` of a column that counts. */
export function countingValues(from, to) {
  const values = new BigInt64Array(to - from);
  const words = new Int32Array(values.buffer);
  for (let row = from; row < to; row += 1) words[(row - from) * 2] = row;
  return values;
}

/** Products of the row with an odd number, as int64: every bit changes, and sums go around. */
export const mixer = 0x9e37_79b9_7f4a_7c15n;

export function mixedValues(from, to) {
  const values = new BigInt64Array(to - from);
  let value = BigInt.asIntN(64, BigInt(from) * mixer);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = value;
    value = BigInt.asIntN(64, value + mixer);
  }
  return values;
}

let counting = null;
/** The table of so many rows, with an array for each column; kept for the next call. */
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

/** The least time of `calls` calls. */
export function bestOf(calls, work) {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    work();
    bestMs = Math.min(bestMs, performance.now() - startedAt);
  }
  return bestMs;
}

/** `encode` and `decode` of a format's module, in memory: each times `calls` calls and gives the best. */
export function timingCommands(format, { readFileSync, writeFileSync }) {
  const schema = { kind: 'table', columns: [] };
  return {
    async encode({ rows, innerCodec = null, options, calls, path = null }) {
      const dataset = countingTable(rows);
      const session = await format.open({ options, innerCodec, schema });
      let file;
      const bestMs = bestOf(calls, () => (file = session.encode(dataset)));
      if (path !== null) writeFileSync(path, file);
      return { bestMs, sizeBytes: file.length };
    },

    async decode({ path, calls }) {
      const file = new Uint8Array(readFileSync(path));
      const session = await format.open({ options: {}, innerCodec: null, schema });
      let dataset;
      const bestMs = bestOf(calls, () => (dataset = session.decode(file)));
      return { bestMs, rows: dataset.rowCount };
    },
  };
}
