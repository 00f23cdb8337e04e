import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFolder } from '../install.mjs';
import { readBudgets, readRises } from './work.mjs';

const markdown = readFileSync(join(repositoryFolder, 'docs/testing.md'), 'utf8');

/** The budgets of 28 November 2026, with which they begin. What is above them stands under “Rises”, with the test that was dropped for it. */
const first: Readonly<Record<string, readonly [quick: number, all: number]>> = {
  'unit testFiles': [476, 476],
  'browser testFiles': [78, 78],
  'browser pagesOpened': [14, 14],
  'browser workersStarted': [60, 125],
  'browser encodedBytes': [46_000_000, 677_000_000],
  'e2e pagesOpened': [30, 120],
  'e2e realRuns': [2, 25],
  'interop writtenFiles': [1_500, 2_560],
  'interop pagesOpened': [3, 6],
  'interop encodedBytes': [170_000_000, 629_000_000],
  'interop jvmStarts': [3, 3],
  'interop pythonProcesses': [20, 56],
  'interop nodeProcesses': [30, 52],
};

it('raises a budget only for a test that was dropped', () => {
  const rises = readRises(markdown);
  const risen = (name: string, suite: string) =>
    rises
      .filter((rise) => `${rise.layer} ${rise.kind}` === name && rise.suite === suite)
      .reduce((sum, { from, to }) => sum + to - from, 0);
  const budgets = readBudgets(markdown);
  expect(budgets.length).toBeGreaterThan(5);
  for (const { layer, kind, quick, all } of budgets) {
    const name = `${layer} ${kind}`;
    const [firstQuick = 0, firstAll = 0] = first[name] ?? [];
    expect(quick, `${name} of npm test`).toBeLessThanOrEqual(firstQuick + risen(name, 'quick'));
    expect(all, `${name} of --all`).toBeLessThanOrEqual(firstAll + risen(name, 'all'));
  }
  for (const { dropped } of rises) {
    const [path = '', test = ''] = dropped.split(' › ');
    expect(path).toMatch(/\.(?:test\.tsx?|spec\.ts|py)$/u);
    // The whole file is gone, or the test is gone from it.
    expect(
      existsSync(join(repositoryFolder, path)) && readFileSync(join(repositoryFolder, path), 'utf8').includes(test),
    ).toBe(false);
  }
});
