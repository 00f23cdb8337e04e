import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { CheckOutcomes } from '../web/headless/check-verdict' */

const help = `How often \`formatlab check\` raises a false alarm, and how often it finds a tenth more.

  npm run bench:check -- [--measured N] [--rounds N] [--checks N] [--file FILE] [--url URL]

Reads a file and its copy in turns, N times (default 40), as check does. Then repeats the verdict --checks times (default 200) over --rounds rounds
(default 12) drawn from those: with the times as they are, and with those of the file multiplied by 1.1.
Exit code: 0 if at most 1 % of the equal ones are false alarms, at least 95 % of the others are found, and at most 5 % of both are undecided.`;

const tenthMore = 1.1;

/** @returns {Promise<boolean>} whether the limits hold */
async function main() {
  const { values } = parseArgs({
    options: {
      measured: { type: 'string', default: '40' },
      rounds: { type: 'string', default: '12' },
      checks: { type: 'string', default: '200' },
      file: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const measured = parseWholeNumber('measured', values.measured, 12);
  const rounds = parseWholeNumber('rounds', values.rounds, 8);
  const checks = parseWholeNumber('checks', values.checks, 20);
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-'));
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const file = values.file ?? madeFile(folder);
    const copy = join(folder, `copy-${Date.now()}.csv`);
    copyFileSync(file, copy);
    await page.locator('#own-file').setInputFiles([file, copy]);
    const times = unwrapAnswer(await page.evaluate((count) => window.formatlab.checkTimes(count), measured));
    const logs = times[0].map((round, index) =>
      Math.log((round.samplesMs[0] ?? Number.NaN) / (times[1][index]?.samplesMs[0] ?? Number.NaN)),
    );
    const rms = Math.sqrt(logs.reduce((sum, log) => sum + log * log, 0) / logs.length);
    console.log(
      `${times[0].length} pairs of rounds; a pair differs by ${(rms * 100).toFixed(1)} % (root mean square).`,
    );
    const outcomesWith = async (/** @type {number} */ factor) =>
      unwrapAnswer(
        await page.evaluate(
          ([drawn, how]) => window.formatlab.repeatedChecks(drawn, how),
          /** @type {const} */ ([times, { checks, factor, rounds, seed: 1 }]),
        ),
      );
    const equal = await outcomesWith(1);
    const slower = await outcomesWith(tenthMore);
    tell('Equal files', equal, checks);
    tell('A tenth slower', slower, checks);
    return (
      equal.grew <= 0.01 * checks &&
      slower.grew >= 0.95 * checks &&
      equal.undecided + slower.undecided <= 0.05 * 2 * checks
    );
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} what
 * @param {CheckOutcomes} outcomes
 * @param {number} checks
 */
function tell(what, { grew, shrank, same, undecided }, checks) {
  console.log(
    `${what}: of ${checks} checks, ${grew} say slower, ${shrank} faster, ${same} no slower, ${undecided} are undecided.`,
  );
}

/** @param {string} folder */
function madeFile(folder) {
  const file = join(folder, 'orders.csv');
  const rows = Array.from(
    { length: 20_000 },
    (_, row) => `${row},${['Oslo', 'Rome', 'Bern'][row % 3]},${(row * 0.37).toFixed(2)}`,
  );
  writeFileSync(file, `id,city,price\n${rows.join('\n')}\n`);
  return file;
}

await runMain(main);
