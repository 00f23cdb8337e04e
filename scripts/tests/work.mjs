import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Work that does not depend on the machine, counted as the tests run, and the budgets for it in docs/testing.md.
 *
 * @typedef {Record<string, number>} Work by kind: a name with its unit, such as `pagesOpened`
 * @typedef {'quick' | 'all' | 'full'} Suite
 * @typedef {{ layer: string, kind: string, quick: number, all: number }} Budget
 */

/**
 * @param {readonly Work[]} parts
 * @returns {Work}
 */
function sumOf(parts) {
  /** @type {Work} */
  const sum = {};
  for (const part of parts) for (const [kind, amount] of Object.entries(part)) sum[kind] = (sum[kind] ?? 0) + amount;
  return sum;
}

/**
 * The files whose tests ran, and what the tests counted (scripts/tests/tell-test.browser.ts).
 * @param {import('./reports.mjs').VitestReport} report
 * @returns {Work}
 */
export function workOfVitest({ testResults }) {
  const ran = testResults.filter(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'passed' || status === 'failed'),
  );
  return sumOf([
    { testFiles: ran.length },
    ...ran.flatMap(({ assertionResults }) => assertionResults.map(({ meta }) => meta?.work ?? {})),
  ]);
}

/**
 * What the processes of a layer counted: each wrote a file of its own.
 * @param {string} folder
 * @param {string} layer
 * @returns {Work}
 */
export function workOfFolder(folder, layer) {
  return sumOf(
    readdirSync(folder)
      .filter((name) => name.startsWith(`${layer}-`) && name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  );
}

/**
 * @param {string} markdown
 * @param {string} heading
 * @returns {string[][]} the cells of the first table below the heading, without its head
 */
function tableBelow(markdown, heading) {
  const [, below = ''] = markdown.split(`\n## ${heading}\n`);
  const rows = below
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  return rows?.slice(2) ?? [];
}

/** @param {string} text */
const wholeNumber = (text) => {
  const number = Number(text.replaceAll(',', ''));
  if (text === '' || !Number.isInteger(number))
    throw new Error(`docs/testing.md has “${text}” where a whole number must be.`);
  return number;
};

/**
 * @param {string} markdown of docs/testing.md
 * @returns {Budget[]}
 */
export const readBudgets = (markdown) =>
  tableBelow(markdown, 'Budgets').map(([layer = '', kind = '', quick = '', all = '']) => ({
    layer,
    kind,
    quick: wholeNumber(quick),
    all: wholeNumber(all),
  }));

/**
 * @param {string} markdown of docs/testing.md
 * @returns {{ layer: string, kind: string, suite: string, from: number, to: number, dropped: string }[]} the rises of budgets, the oldest first
 */
export const readRises = (markdown) =>
  tableBelow(markdown, 'Rises').map(([, layer = '', kind = '', suite = '', from = '', to = '', dropped = '']) => ({
    layer,
    kind,
    suite,
    from: wholeNumber(from),
    to: wholeNumber(to),
    dropped,
  }));

/**
 * What is wrong with the work of a layer: a budget exceeded, work without a budget, or a budget whose work nobody counted.
 * @param {readonly Budget[]} budgets
 * @param {Suite} suite `full` has the budget of `all`, and may exceed it by its pinned tests
 * @param {string} layer
 * @param {Work} work
 * @returns {string[]}
 */
export function problemsOfWork(budgets, suite, layer, work) {
  if (suite === 'full') return [];
  const own = budgets.filter((budget) => budget.layer === layer);
  return [
    ...own.flatMap(({ kind, [suite]: most }) => {
      const done = work[kind];
      if (done === undefined) return [`${layer} counted no ${kind}, for which docs/testing.md has a budget.`];
      return done > most
        ? [
            `${layer} exceeds its budget: ${kind} ${done.toLocaleString('en')}, at most ${most.toLocaleString('en')} (docs/testing.md). Let the new test replace a dear one.`,
          ]
        : [];
    }),
    ...Object.keys(work)
      .filter((kind) => !own.some((budget) => budget.kind === kind))
      .map((kind) => `docs/testing.md has no budget for ${kind} of ${layer}.`),
  ];
}
