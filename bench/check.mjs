import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { downloadOf, openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { Page } from 'playwright' */

const help = `How often \`formatlab check\` raises a false alarm, and how often it finds a tenth more.

  npm run bench:check -- [--checks N] [--rounds N] [--file FILE] [--url URL]

Makes --checks checks (default 200) of a file against its copy, each with rounds of its own. In the same rounds, the file is read once more with a loop inside
the timed call, which takes a tenth of the file's time. How long it has to be is found before, by a check without it. --rounds are at most taken (default 96).
Without --file, it is the Parquet file of the project's own workflow (bench/check-plan.json).
Exit code: 0 if at most 1 % of the equal ones are false alarms, at least 95 % of the others are found, and at most 5 % of all are undecided.`;

const loopShare = 0.1;
/** Without a loop, for the file's time. */
const calibrationRounds = 12;

/** @returns {Promise<boolean>} whether the limits hold */
async function main() {
  const { values } = parseArgs({
    options: {
      checks: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '96' },
      file: { type: 'string' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const checks = parseWholeNumber('checks', values.checks, 1);
  const rounds = parseWholeNumber('rounds', values.rounds, 10);
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-'));
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const file = values.file ?? (await madeFile(page, folder));
    const copy = join(folder, `copy${extname(file)}`);
    copyFileSync(file, copy);
    await page.locator('#own-file').setInputFiles([file, copy]);
    const check = async (/** @type {number} */ most, /** @type {number} */ loopMs) =>
      unwrapAnswer(await page.evaluate((request) => window.formatlab.checkWithLoop(request), { rounds: most, loopMs }));
    const { bestMs } = await check(calibrationRounds, 0);
    if (bestMs === null) throw new Error('No decoder reads the file.');
    const loopMs = loopShare * bestMs;
    console.log(`A call takes ${bestMs.toPrecision(3)} ms, the loop ${loopMs.toPrecision(3)} ms.`);
    const equal = { grew: 0, shrank: 0, same: 0, undecided: 0 };
    const slower = { grew: 0, shrank: 0, same: 0, undecided: 0 };
    const startMs = Date.now();
    for (let done = 1; done <= checks; done += 1) {
      const found = await check(rounds, loopMs);
      equal[found.equal.outcome] += 1;
      slower[found.looped.outcome] += 1;
      const seconds = (Date.now() - startMs) / 1_000 / done;
      console.log(
        `${done} of ${checks}, ${seconds.toFixed(1)} s each: ${[found.equal, found.looped].map(timeText).join('; with the loop ')}`,
      );
    }
    tell('Equal files', equal, checks);
    tell('With the loop', slower, checks);
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

/** @param {import('../web/links/command-result').CheckedTime} time */
const timeText = ({ outcome, ratio, low, high, noiseFloor, rounds }) =>
  `${outcome} ${[ratio, low, high].map((each) => each?.toFixed(3) ?? '–').join(' ')}, floor ${noiseFloor?.toFixed(3) ?? '–'}, ${rounds} rounds`;

/**
 * @param {string} what
 * @param {Readonly<Record<'grew' | 'shrank' | 'same' | 'undecided', number>>} outcomes
 * @param {number} checks
 */
function tell(what, { grew, shrank, same, undecided }, checks) {
  console.log(
    `${what}: of ${checks} checks, ${grew} say slower, ${shrank} faster, ${same} no slower, ${undecided} are undecided.`,
  );
}

/**
 * @param {Page} page
 * @param {string} folder
 */
async function madeFile(page, folder) {
  const plan = JSON.parse(readFileSync(new URL('check-plan.json', import.meta.url), 'utf8'));
  const { value, download } = await downloadOf(
    page,
    () => page.evaluate((wanted) => window.formatlab.encodedFile(wanted, 0, 0), plan),
    60_000,
  );
  const file = join(folder, value.fileName);
  await download.saveAs(file);
  return file;
}

await runMain(main);
