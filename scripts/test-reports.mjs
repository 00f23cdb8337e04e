import { relative } from 'node:path';
import { repositoryFolder } from './install.mjs';

/**
 * What the reports of Vitest and Playwright say: how many tests passed, and the names of those that failed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {{ name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, tags: string[] }[] }[]} testResults
 */

/**
 * Vitest reports a test excluded by its tag as skipped. Only tests that should run are counted.
 * @param {VitestReport} report
 * @param {(isFull: boolean) => boolean} belongs whether a test that has the tag `full`, or has it not, should run
 * @returns {Counts}
 */
export function countsOfVitest({ testResults, success }, belongs) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { assertionResults, status, message } of testResults) {
    for (const { status: outcome, tags } of assertionResults) {
      if (!belongs(tags.includes('full'))) continue;
      if (outcome === 'passed') counts.passed += 1;
      else if (outcome === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    // A file that fails to load has no failed test, but counts as a failure.
    if (status === 'failed' && assertionResults.every(({ status: outcome }) => outcome !== 'failed') && message)
      counts.failed += 1;
  }
  if (!success && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {VitestReport} report */
export const failedOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(repositoryFolder, name);
    const failed = assertionResults.filter(({ status: outcome }) => outcome === 'failed');
    return status === 'failed' && failed.length === 0
      ? [`${file} could not be run`]
      : failed.map(({ fullName }) => `${file} › ${fullName}`);
  });

/** @param {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors?: unknown[] }} report */
export const countsOfPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (errors?.length ?? 0),
  skipped: stats.skipped,
});

/**
 * @typedef {{ title: string, file: string, specs: { title: string, ok: boolean }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[] }} report
 * @returns {string[]}
 */
export const failedOfPlaywright = ({ suites }) =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file} › ${title}`),
    ...failedOfPlaywright({ suites: inner }),
  ]);
