import { fileURLToPath } from 'node:url';
import { ensurePython } from '../../scripts/python.mjs';
import { startLineProcess } from '../line-process.mjs';

/** @import { FormatBenchOperation } from '../../workers/model/format-bench' */
/** @import { Case } from './cases.mjs' */

/** @typedef {ReturnType<typeof openNative>} NativeSide */
/** @typedef {{ sizeBytes: number, sha256: string, datasetSha256: string }} NativeFile */

/**
 * Two rounds with the limits of the page's effort "standard" (workers/model/plan.ts and workers/engine/, which a test compares), so that both sides take as many samples for as long.
 */
export const nativeEffort = {
  workers: 2,
  warmUpMinMs: 250,
  warmUpMinCalls: 16,
  warmUpCapMs: 1_500,
  samplesMin: 5,
  samplesMs: 200,
  samplesCapMs: 1_000,
  sampleTargetMs: 5,
};

/** A native side that takes longer to answer has hung. */
const answerLimitMs = 600_000;

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** The process with Python's libraries (format_bench.py). After a failure the next question starts a new one. */
export function openNative() {
  const python = ensurePython();
  if (python === null) throw new Error('The comparison needs Python 3.11 or newer.');
  const environment = {
    ...process.env,
    OMP_NUM_THREADS: '1',
    PYTHONPATH: path('../../e2e/interop'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  /** @type {import('../line-process.mjs').LineProcess | null} */
  let running = null;
  /**
   * @param {object} request
   * @returns {Promise<unknown>}
   */
  async function ask(request) {
    // Ctrl+C is for this program, which then ends the other one.
    running ??= startLineProcess(python ?? '', [path('format_bench.py')], { env: environment, ownGroup: true });
    const asked = running;
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      asked.kill();
    }, answerLimitMs);
    const line = await asked.ask(JSON.stringify(request));
    clearTimeout(timer);
    if (line === null) {
      running = null;
      const how = await asked.ended;
      throw new Error(
        hung ? `It did not answer within ${answerLimitMs / 60_000} minutes.` : `The Python program ${how}.`,
      );
    }
    const answer = JSON.parse(line);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
  return {
    versions: async () =>
      /** @type {{ python: string, packages: Readonly<Record<string, string>> }} */ (await ask({ ask: 'versions' })),
    /**
     * Makes the data and a file of it.
     * @param {Case} measured
     */
    prepare: async ({ format, setting, dataset }) =>
      /** @type {NativeFile} */ (
        await ask({
          ask: 'prepare',
          format,
          settings: setting.native,
          workload: dataset.workload,
          size: dataset.size,
        })
      ),
    /**
     * The fastest sample, in milliseconds per call.
     * @type {(operation: FormatBenchOperation) => Promise<number>}
     */
    async time(operation) {
      const { samplesMs } = /** @type {{ samplesMs: number[] }} */ (
        await ask({ ask: 'time', operation, effort: nativeEffort })
      );
      return Math.min(...samplesMs);
    },
    kill: () => running?.kill(),
    end: () => running?.end(),
  };
}
