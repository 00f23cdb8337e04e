import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { openBrowser } from './formats/browser-side.mjs';
import { casesOf, elsewhere } from './formats/cases.mjs';
import { measureCell } from './formats/measure-cell.mjs';
import { openNative } from './formats/native-side.mjs';
import { withReasons } from './formats/reasons.mjs';
import { cellLine, cellName, failuresOf, formatReport } from './formats/report.mjs';
import { describeMachine, loadAverage, waitUntilQuiet } from './machine.mjs';
import { mergedCells, readResult, writeResult } from './stored-result.mjs';

/** @import { FormatBench, FormatBenchCell, FormatBenchData } from '../workers/model/format-bench' */
/** @import { BrowserSide } from './formats/browser-side.mjs' */
/** @import { Case } from './formats/cases.mjs' */
/** @import { NativeSide } from './formats/native-side.mjs' */

const help = `Prints the browser's time divided by a native library's, for each format and its main settings, encoding and decoding in memory on one thread, with the same data,
level, encodings and row groups. Each round times one side and then the other; the factor is the median over rounds of the fastest samples' ratios.

  npm run bench:formats -- [--only parquet[,csv]] [--datasets events,table,vectors] [--rounds 5] [--out FILE] [--merge] [--quick]
  npm run bench:formats -- --reasons

--only has beginnings of names, such as “parquet PLAIN zstd”. A whole run writes fixtures/format-bench/format-bench.json, which the Formats page shows. A run with a
filter, or one that Ctrl+C stopped, writes what it has to .cache/format-bench.json, unless --out names a file; --merge puts its cells into the stored result of the same
machine and versions instead. --quick takes one round of a tenth of the data, as a smoke test, and writes nothing without --out. --reasons measures nothing: it puts the
reasons of bench/formats/reasons.mjs into the stored result.
Exit code: 0, or 1 if a side failed in a cell, or if the run was stopped.`;

const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const storedPath = 'fixtures/format-bench/format-bench.json';
const partialPath = '.cache/format-bench.json';
/** @type {readonly FormatBenchData[]} */
const allData = ['events', 'table', 'vectors'];

/** @param {string} text */
function parseDatasets(text) {
  return text.split(',').map((name) => {
    const found = allData.find((data) => data === name.trim());
    if (found === undefined) throw new Error(`--datasets is “${text}”, but has to list some of ${allData.join(', ')}.`);
    return found;
  });
}

/**
 * Measures one cell after the other until `signal` aborts.
 * @param {{ cases: readonly Case[], browser: BrowserSide, native: NativeSide, rounds: number, signal: AbortSignal }} what
 */
async function measureEach({ cases, browser, native, rounds, signal }) {
  /** @type {FormatBenchCell[]} */
  const cells = [];
  for (const measured of cases) {
    if (signal.aborted) break;
    const cell = await measureCell({ browser, native, measured, rounds, signal });
    if (cell === null) continue;
    cells.push(cell);
    console.log(cellLine(cell));
  }
  return cells;
}

/**
 * Name and version of each implementation in the browser, by 'format/implementation'.
 * @param {Awaited<ReturnType<BrowserSide['formats']>>} registry
 * @param {readonly Case[]} cases
 */
function implementationsOf(registry, cases) {
  return Object.fromEntries(
    cases.map(({ format, counterpart }) => {
      const library = registry
        .find(({ id }) => id === format)
        ?.implementations.find(({ id }) => id === counterpart.implementation)?.library;
      if (library === undefined) throw new Error(`The page has no ${format} by ${counterpart.implementation}.`);
      return [
        `${format}/${counterpart.implementation}`,
        library.package === 'formatlab' ? (library.contains ?? 'Formatlab') : `${library.package} ${library.version}`,
      ];
    }),
  );
}

/**
 * @param {Awaited<ReturnType<NativeSide['versions']>>} versions
 * @param {readonly Case[]} cases
 */
const counterpartsOf = ({ python, packages }, cases) =>
  Object.fromEntries(
    cases.map(({ format, counterpart: { library, packages: used, does } }) => [
      format,
      {
        library: `${library} ${used.map((name) => packages[name]).join(', ') || python.replace('CPython ', '')}`,
        does,
      },
    ]),
  );

/**
 * The stored cells, where each new cell of a format that was measured as a whole follows the format's other cells.
 * @param {readonly FormatBenchCell[]} stored
 * @param {readonly FormatBenchCell[]} measured
 * @param {ReadonlySet<string>} whole
 */
function withPlaces(stored, measured, whole) {
  const cells = [...stored];
  for (const cell of measured) {
    if (!whole.has(cell.format) || cells.some((other) => cellName(other) === cellName(cell))) continue;
    const last = cells.findLastIndex(({ format }) => format === cell.format);
    cells.splice(last < 0 ? cells.length : last + 1, 0, cell);
  }
  return cells;
}

/**
 * The stored result with these cells in place of its own. The reasons of all cells are renewed. A format whose library changed on either side is taken only if all of its
 * cells were measured, since cells of two libraries are not comparable.
 * @param {FormatBench} measured
 * @returns {FormatBench}
 */
function merged(measured) {
  /** @type {FormatBench} */
  const before = readResult(pathOf(storedPath));
  const formatOf = (/** @type {string} */ key) => key.split('/')[0] ?? key;
  const names = new Set(measured.cells.map(cellName));
  const isWhole = (/** @type {string} */ format) =>
    before.cells.every((cell) => cell.format !== format || names.has(cellName(cell)));
  const whole = new Set(Object.keys(measured.implementations).map(formatOf).filter(isWhole));
  /** @param {FormatBench} of */
  const tools = ({ machine, implementations, counterparts: natives }) => ({
    machine,
    libraries: Object.keys(measured.implementations)
      .filter((key) => !whole.has(formatOf(key)))
      .map((key) => implementations[key]),
    natives: Object.keys(measured.counterparts)
      .filter((key) => !whole.has(key))
      .map((key) => natives[key]?.library),
  });
  return {
    ...before,
    implementations: {
      ...Object.fromEntries(Object.entries(before.implementations).filter(([key]) => !whole.has(formatOf(key)))),
      ...measured.implementations,
    },
    counterparts: { ...before.counterparts, ...measured.counterparts },
    cells: withReasons(
      mergedCells({
        before: withPlaces(before.cells, measured.cells, whole),
        cells: measured.cells,
        nameOf: cellName,
        storedWith: tools(before),
        measuredWith: tools(measured),
      }),
    ),
  };
}

/** Puts today's reasons into the stored result, for a profile that was made after the run. */
function renewReasons() {
  /** @type {FormatBench} */
  const stored = readResult(pathOf(storedPath));
  const cells = withReasons(stored.cells);
  writeResult(pathOf(storedPath), { ...stored, cells });
  for (const line of formatReport(cells)) console.log(line);
  console.log(`\nWrote ${storedPath}.`);
  return 0;
}

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      only: { type: 'string' },
      datasets: { type: 'string' },
      out: { type: 'string' },
      merge: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      reasons: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (values.reasons) return renewReasons();
  if (values.merge && (values.quick || values.out !== undefined))
    throw new Error('--merge changes the stored result, so it goes with neither --quick nor --out.');
  const rounds = parseWholeNumber('rounds', values.rounds ?? (values.quick ? '1' : '5'), 1);
  const cases = casesOf({
    only: values.only?.split(',') ?? null,
    datasets: values.datasets === undefined ? allData : parseDatasets(values.datasets),
    divisor: values.quick ? 10 : 1,
  });
  if (!values.quick) await waitUntilQuiet();
  const loadBefore = loadAverage();
  const native = openNative();
  const browser = await openBrowser();
  const stop = new AbortController();
  // Both sides end at once, which ends the cell that is being measured. Another Ctrl+C ends this program.
  process.once('SIGINT', () => {
    console.log('\nStopped. What was measured is kept.');
    stop.abort();
    native.kill();
    void browser.close();
  });
  /** @type {FormatBench} */
  let measured;
  try {
    const versions = await native.versions();
    const implementations = implementationsOf(await browser.formats(), cases);
    console.log(`${cases.length} cells; ${browser.version}; ${versions.python}, one thread.`);
    console.log(`${''.padEnd(44)} encode: factor, browser ÷ native ms   decode`);
    const cells = await measureEach({ cases, browser, native, rounds, signal: stop.signal });
    measured = {
      format: 'formatlab.formatBench',
      version: 1,
      takenAt: new Date().toISOString(),
      machine: { ...describeMachine(browser.version), python: versions.python },
      loadAverage: loadBefore,
      rounds,
      complete: values.only === undefined && values.datasets === undefined && !values.quick && !stop.signal.aborted,
      implementations,
      counterparts: counterpartsOf(versions, cases),
      elsewhere,
      cells: withReasons(cells),
    };
  } finally {
    native.end();
    await browser.close();
  }
  for (const line of formatReport(measured.cells)) console.log(line);
  const failures = failuresOf(measured.cells);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  store(measured, values);
  return failures.length === 0 && !stop.signal.aborted ? 0 : 1;
}

/**
 * Writes the result where the help text says.
 * @param {FormatBench} measured
 * @param {{ out?: string | undefined, merge: boolean, quick: boolean }} options
 */
function store(measured, { out, merge, quick }) {
  if (measured.cells.length === 0 || (quick && out === undefined)) return;
  const result = merge ? merged(measured) : measured;
  const path = out ?? pathOf(merge || measured.complete ? storedPath : partialPath);
  writeResult(path, result);
  console.log(`\nWrote ${path}.`);
}

await runMain(main);
