import { appendFileSync, existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CommandError, exitCodes } from './command-error.mjs';
import { checkFile, recordOf, resultJson, writeOutput } from './files.mjs';
import { clean, markdown } from './literals.mjs';
import { createProgressLine } from './progress-line.mjs';
import { withSite } from './with-site.mjs';

/** @import { CheckCommand } from './arguments.mjs' */
/** @import { CheckedFile, CommandResult } from '../web/links/command-result' */

/**
 * Compares each file with its baseline.
 * @param {CheckCommand} command
 * @returns {Promise<number>} the exit code
 */
export async function check({ files, against, request, outputs, browser, isQuiet }) {
  const pairs = files.map((file) => ({ file, baseline: baselineOf(file, against) }));
  for (const { file, baseline } of pairs) {
    checkFile(file);
    checkFile(baseline);
  }
  const progress = createProgressLine(process.stderr, isQuiet);
  /** @type {CheckedFile[]} */
  const checks = [];
  try {
    await withSite(
      { browser, onProgress: progress.tell, onStop: progress.clear },
      /** @param {import('./browser.mjs').SitePage} page */
      async (page) => {
        for (const { file, baseline } of pairs) {
          await page.chooseFiles([resolve(file), resolve(baseline)]);
          checks.push(await page.call('check', [request]));
        }
      },
    );
  } catch (error) {
    progress.clear();
    if (error instanceof CommandError && outputs.json !== undefined)
      writeOutput(outputs.json, resultJson({ exitCode: error.exitCode, error: recordOf(error) }));
    throw error;
  }
  progress.clear();
  const exitCode = exitCodeOf(checks);
  const summary = checkMarkdown(checks);
  if (!Object.values(outputs).includes('-')) console.log(checks.flatMap(checkLines).join('\n'));
  if (outputs.json !== undefined) writeOutput(outputs.json, resultJson({ exitCode, checks }));
  if (outputs.md !== undefined) writeOutput(outputs.md, summary);
  if (outputs.bench !== undefined) writeOutput(outputs.bench, benchmarkJson(checks));
  const { GITHUB_STEP_SUMMARY: jobSummary } = process.env;
  if (jobSummary !== undefined && jobSummary !== '') appendFileSync(jobSummary, summary);
  return exitCode;
}

/**
 * @param {string} file
 * @param {string} against
 */
function baselineOf(file, against) {
  if (!existsSync(against))
    throw new CommandError(
      `${clean(against, '')} does not exist.`,
      'Name a file, a folder with files of the same names, or a recipe after --against.',
      exitCodes.badFile,
    );
  return statSync(against).isDirectory() ? join(against, basename(file)) : against;
}

/**
 * The exit code for a growth wins over the code for an undecided check.
 * @param {readonly CheckedFile[]} checks
 * @returns {CommandResult['exitCode']}
 */
export function exitCodeOf(checks) {
  if (checks.some(({ sizeGrew, time }) => sizeGrew || time.outcome === 'grew')) return exitCodes.grew;
  return checks.some(({ time }) => time.outcome === 'undecided') ? exitCodes.undecided : exitCodes.done;
}

const bytes = (/** @type {number} */ count) => `${count.toLocaleString('en')} bytes`;
const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`;
const signed = (/** @type {number} */ ratio) => `${ratio < 1 ? '−' : '+'}${percent(Math.abs(ratio - 1))}`;

const outcomeWords = /** @type {const} */ ({
  grew: 'slower',
  shrank: 'faster',
  same: 'no slower',
  undecided: 'not decided',
});

/** @param {CheckedFile} checked */
function timeText({ time }) {
  const { ratio, low, high, noiseFloor, rounds, outcome, reason } = time;
  if (ratio === null) return reason ?? 'It was not read.';
  const range = low === null || high === null ? '' : ` (${signed(low)} to ${signed(high)})`;
  const floor = noiseFloor === null ? '' : `, noise floor ${percent(noiseFloor)}`;
  return `${outcomeWords[outcome]}: ${signed(ratio)}${range} over ${rounds} rounds${floor}.${reason === null ? '' : ` ${reason}`}`;
}

/** @param {CheckedFile} checked */
function sizeText({ sizeBytes, baselineBytes, sizeGrew }) {
  const difference = sizeBytes - baselineBytes;
  const change = difference === 0 ? 'as before' : `${difference > 0 ? '+' : '−'}${bytes(Math.abs(difference))}`;
  return `${sizeGrew ? 'larger' : 'no larger'}: ${bytes(sizeBytes)}, ${change}.`;
}

/** @param {CheckedFile} checked */
const checkLines = (checked) => [
  `${clean(checked.file, '')} against ${clean(checked.baseline, '')}`,
  `  Size: ${sizeText(checked)}`,
  `  Reading: ${clean(timeText(checked), '')}`,
];

/** @param {readonly CheckedFile[]} checks */
export const checkMarkdown = (checks) =>
  [
    '| File | Baseline | Size | Reading |',
    '| --- | --- | --- | --- |',
    ...checks.map(
      (checked) =>
        `| ${markdown(checked.file)} | ${markdown(checked.baseline)} | ${markdown(sizeText(checked))} | ${markdown(timeText(checked))} |`,
    ),
    '',
  ].join('\n');

/**
 * Figures as the action `github-action-benchmark` reads them with the tool `customSmallerIsBetter`.
 * @param {readonly CheckedFile[]} checks
 */
export const benchmarkJson = (checks) =>
  `${JSON.stringify(
    checks.flatMap(({ file, sizeBytes, bestMs, time: { noiseFloor } }) => [
      { name: `${clean(file, '')}: size`, unit: 'bytes', value: sizeBytes },
      ...(bestMs === null
        ? []
        : [
            {
              name: `${clean(file, '')}: reading`,
              unit: 'ms',
              value: bestMs,
              ...(noiseFloor === null ? {} : { range: `± ${percent(noiseFloor)}` }),
            },
          ]),
    ]),
    null,
    2,
  )}\n`;
