import { relative } from 'node:path';
import { repositoryFolder } from '../install.mjs';
import { summed } from './dearest.mjs';

/**
 * What the reports of Vitest, Playwright and pytest say: how many tests passed, and the names of those that failed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {{ name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, tags: string[], duration?: number, meta?: { work?: Record<string, number> } }[] }[]} testResults
 */

/**
 * Vitest reports a test excluded by its tag as skipped. Only tests that should run are counted.
 * @param {VitestReport} report
 * @param {readonly string[]} leftOut the tags of tests that should not run
 * @returns {Counts}
 */
export function countsOfVitest({ testResults, success }, leftOut) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { assertionResults, status, message } of testResults) {
    for (const { status: outcome, tags } of assertionResults) {
      if (tags.some((tag) => leftOut.includes(tag))) continue;
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
 * @typedef {{ title: string, file: string, specs: { title: string, ok: boolean, tests?: { status?: string, results: { duration: number }[] }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[] }} report
 * @returns {string[]}
 */
export const failedOfPlaywright = ({ suites }) =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file} › ${title}`),
    ...failedOfPlaywright({ suites: inner }),
  ]);

/**
 * Tests that failed and passed when they were run again: a fault of the test or of the page that shows now and then.
 * @param {{ suites: PlaywrightSuite[] }} report
 * @returns {string[]}
 */
export const unstableOfPlaywright = ({ suites }) =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests = [] }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file} › ${title}`),
    ...unstableOfPlaywright({ suites: inner }),
  ]);

/** @type {Record<string, string>} */
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
/** @param {string} text */
const unescaped = (text) => text.replace(/&(lt|gt|quot|apos|amp);/gu, (_, name) => entities[name] ?? '');

/**
 * Returns the value of an attribute of an XML element, or null if the element has no such attribute.
 * @param {string} attributes
 * @param {string} name
 */
function attribute(attributes, name) {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'u').exec(attributes)?.[1];
  return value === undefined ? null : unescaped(value);
}

/**
 * @param {string} report of pytest, in JUnit's XML
 * @returns {Counts & { failedNames: string[] }}
 * @throws {Error} if a count is missing
 */
export function readJunit(report) {
  const suite = /<testsuite\s([^>]*)>/u.exec(report)?.[1] ?? '';
  /** @param {string} name */
  const count = (name) => {
    const value = attribute(suite, name);
    if (value === null) throw new Error(`The report of pytest lacks the number of ${name}.`);
    return Number(value);
  };
  const failed = count('failures') + count('errors');
  const skipped = count('skipped');
  const failedNames = [...report.matchAll(/<testcase\s([^>]*)>\s*<(?:failure|error)\b/gu)].map(([, attributes = '']) =>
    [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter(Boolean).join(' › '),
  );
  return { passed: count('tests') - failed - skipped, failed, skipped, failedNames };
}

/**
 * The seconds of all tests of each file.
 * @param {string} report of pytest, in JUnit's XML
 * @returns {import('./dearest.mjs').FileCost[]}
 */
export function secondsOfFiles(report) {
  return summed(
    [...report.matchAll(/<testcase\s([^>]*)>/gu)].map(([, attributes = '']) => {
      // A file that could not be read has an empty class name.
      const module = attribute(attributes, 'classname') || attribute(attributes, 'name') || '';
      return /** @type {const} */ ([`${module.replaceAll('.', '/')}.py`, Number(attribute(attributes, 'time') ?? 0)]);
    }),
  );
}
