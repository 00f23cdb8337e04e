import { relative } from 'node:path';
import { repositoryFolder } from '../install.mjs';

/**
 * The files whose tests took longest.
 *
 * @typedef {{ file: string, seconds: number }} FileCost
 */

const shownFiles = 10;

/**
 * @param {Iterable<readonly [file: string, seconds: number]>} parts
 * @returns {FileCost[]}
 */
export function summed(parts) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const [file, seconds] of parts) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return [...sums].map(([file, seconds]) => ({ file, seconds }));
}

/** @param {readonly FileCost[]} costs */
export const dearest = (costs) => costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, shownFiles);

/** @param {import('./reports.mjs').VitestReport} report */
export const costsOfVitest = ({ testResults }) =>
  summed(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(
        ({ duration = 0 }) => /** @type {const} */ ([relative(repositoryFolder, name), duration / 1_000]),
      ),
    ),
  );

/**
 * @param {{ suites: import('./reports.mjs').PlaywrightSuite[] }} report
 * @returns {FileCost[]}
 */
export function costsOfPlaywright({ suites }) {
  /** @type {(all: readonly import('./reports.mjs').PlaywrightSuite[]) => (readonly [string, number])[]} */
  const parts = (all) =>
    all.flatMap(({ file, specs, suites: inner = [] }) => [
      ...specs.flatMap(({ tests = [] }) =>
        tests.flatMap(({ results }) =>
          results.map(({ duration }) => /** @type {const} */ ([`e2e/${file}`, duration / 1_000])),
        ),
      ),
      ...parts(inner),
    ]);
  return summed(parts(suites));
}
