import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain } from './command-line.mjs';
import { candidateLabel, downloadOf, openHeadlessPage, unwrapAnswer, notMeasuredReason } from './headless-page.mjs';

/** @import { Plan } from '../workers/model/plan' */
/** @import { RunEvent } from '../workers/model/protocol/coordinator' */
/** @import { RunResult } from '../workers/model/result' */

const help = `Runs a plan in real Chromium, through the same code as the dashboard, and writes the result that the dashboard imports.

  npm run bench -- --plan plan.json --out result.json [options]

  --plan FILE      The plan to run (see bench/example-plan.json), or 'default' for the dashboard's default plan.
  --out FILE       The JSON file for the result.
  --save DIR       Saves the encoded file of every cell in DIR.
  --file FILE      The file of a dataset with "source": "ownFile". It is not copied.
  --machine TEXT   The name of this machine in the result.
  --url URL        A server that already serves the built site; otherwise it is built and served here.
  --help           This text.

Exit code: 0 if every cell was measured, or is unsupported with its reason; 1 if one failed, timed out or was cancelled; 2 if the plan could not be run.`;

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values } = parseArgs({
    options: {
      plan: { type: 'string' },
      out: { type: 'string' },
      save: { type: 'string' },
      file: { type: 'string' },
      machine: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (!values.plan || !values.out) {
    console.error(`--plan and --out are needed.\n\n${help}`);
    return 2;
  }
  const given = values.plan === 'default' ? null : JSON.parse(readFileSync(values.plan, 'utf8'));
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  let interrupted = false;
  const onInterrupt = () => {
    interrupted = true;
    void page.evaluate(() => window.formatlab.stop());
  };
  process.on('SIGINT', onInterrupt);
  try {
    if (values.file) await page.setInputFiles('#own-file', values.file);
    const plan = unwrapAnswer(
      given === null
        ? await page.evaluate(() => window.formatlab.defaultPlan())
        : await page.evaluate((value) => window.formatlab.checkPlan(value), given),
    );
    await page.exposeFunction('tellProgress', reporter(plan));
    const result = unwrapAnswer(
      await page.evaluate(
        ({ plan, machineLabel }) =>
          window.formatlab.run(plan, { machineLabel, onEvent: (event) => window.tellProgress(event) }),
        { plan, machineLabel: values.machine ?? null },
      ),
    );
    writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`);
    console.log(`\nThe result is in ${values.out}.`);
    printSummary(result, await page.evaluate(summarise, result));
    if (values.save && !interrupted) await saveFiles(page, result, values.save);
    for (const warning of result.warnings) console.log(`Note: ${warning}`);
    const bad = result.cells.filter(({ status }) => status !== 'completed' && status !== 'unsupported');
    return bad.length > 0 || failedOperations(result).length > 0 ? 1 : 0;
  } finally {
    process.off('SIGINT', onInterrupt);
    await close();
  }
}

/** @param {RunResult} result */
function failedOperations(result) {
  return result.cells.flatMap((cell) =>
    cell.status === 'completed' ? Object.values(cell.operations).filter(({ status }) => status === 'failed') : [],
  );
}

/**
 * @param {Plan} plan
 * @param {number} index
 */
function candidateName({ candidates }, index) {
  const candidate = candidates[index];
  return candidate === undefined ? `candidate ${index + 1}` : candidateLabel(candidate);
}

/** @param {Plan} plan */
function reporter(plan) {
  return (/** @type {RunEvent} */ event) => {
    if (event.type === 'dataset') {
      console.log(
        event.info.status === 'ready'
          ? `Dataset ${event.index + 1}: ${(event.info.dataBytes / 1e6).toFixed(1)} MB, ${event.info.itemCount} items.`
          : `Dataset ${event.index + 1}: ${event.info.status === 'failed' ? event.info.error.message : event.info.status}`,
      );
    } else if (event.type === 'progress') {
      const { doneTrials, totalTrials, remainingMs, round, rounds, candidate, state } = event.progress;
      const left = remainingMs === null ? '' : `, about ${Math.ceil(remainingMs / 1_000)} s left`;
      console.log(
        `[${doneTrials}/${totalTrials}] round ${round + 1} of ${rounds}: ${candidateName(plan, candidate)}${state === 'paused' ? ' (paused)' : ''}${left}`,
      );
    } else if (event.type === 'cell' && event.cell.status !== 'completed') {
      console.log(
        `  ${candidateName(plan, event.cell.candidate)}: ${event.cell.status}. ${notMeasuredReason(event.cell)}`,
      );
    }
  };
}

/**
 * Runs in the page, which has the statistics code.
 * @param {RunResult} result
 */
function summarise(result) {
  const { timerStepMs } = result.environment;
  const options = { timerStepMs };
  return {
    cells: result.cells.map((cell) =>
      cell.status !== 'completed'
        ? null
        : Object.fromEntries(
            Object.entries(cell.operations).map(([name, operation]) => [
              name,
              operation.status === 'measured' ? window.formatlab.statistics.summarise(operation, options) : null,
            ]),
          ),
    ),
    noiseFloor:
      result.noiseFloor === null ? null : window.formatlab.statistics.noiseFloorOf(result.noiseFloor, result.plan.seed),
  };
}

/**
 * @param {RunResult} result
 * @param {ReturnType<typeof summarise>} summary
 */
function printSummary(result, { cells, noiseFloor }) {
  console.log(
    `\nTimer step ${result.environment.timerStepMs} ms; ${noiseFloor === null ? 'no noise floor (quick runs give none)' : `noise floor ${(noiseFloor.error * 100).toFixed(2)} %`}. Best times:`,
  );
  for (const [index, cell] of result.cells.entries()) {
    const summaries = cells[index];
    if (cell.status !== 'completed' || summaries === null || summaries === undefined) continue;
    const info = result.datasets[cell.dataset];
    const times = Object.entries(summaries).map(([name, summary]) =>
      summary === null
        ? `${name} –`
        : `${name} ${summary.bestMs < 0.1 ? `${(summary.bestMs * 1_000).toFixed(2)} µs` : `${summary.bestMs.toFixed(2)} ms`}`,
    );
    const dataBytes = info?.status === 'ready' ? info.dataBytes : Number.NaN;
    const size =
      cell.sizeBytes === null ? 'no file' : `${cell.sizeBytes} bytes, ratio ${(dataBytes / cell.sizeBytes).toFixed(3)}`;
    console.log(
      `  ${candidateName(result.plan, cell.candidate)}: ${size}; ${times.join(', ')}; verified by ${cell.verification.verifiedBy}`,
    );
  }
}

/**
 * @param {import('playwright').Page} page
 * @param {RunResult} result
 * @param {string} folder
 */
async function saveFiles(page, result, folder) {
  mkdirSync(folder, { recursive: true });
  for (const { dataset, candidate, status } of result.cells) {
    if (status !== 'completed') continue;
    const { value, download } = await downloadOf(
      page,
      () =>
        page.evaluate(({ plan, dataset, candidate }) => window.formatlab.encodedFile(plan, dataset, candidate), {
          plan: result.plan,
          dataset,
          candidate,
        }),
      300_000,
    );
    const path = join(folder, `${dataset}-${candidate}-${value.fileName}`);
    await download.saveAs(path);
    console.log(`Saved ${path}`);
  }
}

await runMain(main);
