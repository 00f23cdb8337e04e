import { openHeadlessPage, unwrapAnswer } from '../headless-page.mjs';
import { nativeEffort } from './native-side.mjs';

/** @import { Plan } from '../../workers/model/plan' */
/** @import { CellResult, OperationResult, RunResult } from '../../workers/model/result' */
/** @import { FormatBenchOperation } from '../../workers/model/format-bench' */
/** @import { Case } from './cases.mjs' */

/** @typedef {Awaited<ReturnType<typeof openBrowser>>} BrowserSide */
/** @typedef {{ ms: number } | { unsupported: string } | { failed: string }} BrowserTime */
/** @typedef {{ datasetSha256: string | null, file: { sizeBytes: number, sha256: string } | null, times: Record<FormatBenchOperation, BrowserTime> }} BrowserRound */

/** @type {(operation: OperationResult | undefined) => BrowserTime} */
function timeOf(operation) {
  if (operation === undefined) return { failed: 'The page did not measure it.' };
  if (operation.status === 'unsupported') return { unsupported: operation.reason };
  if (operation.status === 'failed') return { failed: operation.error.message };
  return { ms: Math.min(...operation.rounds.flatMap(({ samplesMs }) => samplesMs)) };
}

/** @param {CellResult | undefined} cell */
function timesOf(cell) {
  if (cell?.status === 'completed')
    return { encode: timeOf(cell.operations.encode), decode: timeOf(cell.operations.decode) };
  /** @type {BrowserTime} */
  const why =
    cell?.status === 'unsupported'
      ? { unsupported: cell.reason }
      : { failed: cell?.status === 'failed' ? cell.error.message : `The cell is ${cell?.status ?? 'missing'}.` };
  return { encode: why, decode: why };
}

/** The headless page. After a failure of the page, the next question opens a new one. */
export async function openBrowser() {
  const open = () => openHeadlessPage({ handlesInterrupt: false });
  let opened = await open();
  let alive = true;
  return {
    version: `Chromium ${opened.page.context().browser()?.version()}`,
    formats: () => opened.page.evaluate(() => window.formatlab.registry.formats),
    /** Begins a cell with an empty page. The data of many runs in one page would exceed the room that Chromium has for it, after which it reads none. */
    begin: async () => {
      if (alive)
        await opened.load().catch(() => {
          alive = false;
        });
    },
    /**
     * Measures both operations in two fresh workers with the effort “standard”, whose warm-up is long enough for calls of 200 ms: shorter ones end before the browser has
     * optimised the code. The run is stopped after its second round, since the rounds of this comparison alternate with native ones.
     * @param {Case} measured
     * @returns {Promise<BrowserRound>}
     */
    async round({ format, counterpart, setting, dataset }) {
      if (!alive) {
        await opened.close().catch(() => undefined);
        opened = await open();
        alive = true;
      }
      /** @type {Plan} */
      const plan = {
        datasets: [dataset],
        candidates: [
          { format, implementation: counterpart.implementation, options: setting.options, codec: setting.codec },
        ],
        operations: ['encode', 'decode'],
        effort: 'standard',
        seed: 1,
      };
      let answer;
      try {
        answer = await opened.page.evaluate(
          ({ value, workers }) =>
            window.formatlab.run(value, {
              machineLabel: null,
              onEvent: (event) => {
                if (event.type === 'progress' && event.progress.round >= workers) window.formatlab.stop();
              },
            }),
          { value: plan, workers: nativeEffort.workers },
        );
      } catch (thrown) {
        alive = false;
        throw thrown;
      }
      /** @type {RunResult} */
      const result = unwrapAnswer(answer);
      const [info] = result.datasets;
      const [cell] = result.cells;
      const hasFile = cell?.status === 'completed' && cell.sizeBytes !== null && cell.encodedSha256 !== null;
      return {
        datasetSha256: info?.status === 'ready' ? info.sha256 : null,
        file: hasFile ? { sizeBytes: cell.sizeBytes ?? 0, sha256: cell.encodedSha256 ?? '' } : null,
        times: timesOf(cell),
      };
    },
    close: () => opened.close(),
  };
}
