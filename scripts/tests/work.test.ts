import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { problemsOfWork, readBudgets, readRises, workOfFolder, workOfVitest } from './work.mjs';

const markdown = `# Tests

## Budgets

| layer | work | quick | all |
|---|---|---|---|
| browser | \`pagesOpened\` | 40 | 1,200 |
| browser | \`testFiles\` | 7 | 9 |
| e2e | \`realRuns\` | 5 | 6 |

## Rises

| date | layer | work | suite | from | to | dropped for it |
|---|---|---|---|---|---|---|
| 2026-11-28 | e2e | \`realRuns\` | quick | 4 | 5 | e2e/old.spec.ts |
`;
const budgets = readBudgets(markdown);

it('reads budgets and their rises', () => {
  expect(budgets[0]).toEqual({ layer: 'browser', kind: 'pagesOpened', quick: 40, all: 1_200 });
  expect(budgets).toHaveLength(3);
  expect(readRises(markdown)).toEqual([
    { layer: 'e2e', kind: 'realRuns', suite: 'quick', from: 4, to: 5, dropped: 'e2e/old.spec.ts' },
  ]);
  expect(() => readBudgets(markdown.replace('| 40 |', '| many |'))).toThrow(telling('“many”'));
});

it('names a layer that exceeds its budget, counts what has none, or does not count what has one', () => {
  const work = { pagesOpened: 40, testFiles: 7 };
  const problems = (suite: 'quick' | 'all' | 'full', done: Record<string, number>) =>
    problemsOfWork(budgets, suite, 'browser', done);
  expect(problems('quick', work)).toEqual([]);
  expect(problems('quick', { ...work, pagesOpened: 41 })).toEqual([
    expect.stringMatching(telling('browser', 'pagesOpened', 41, 40)),
  ]);
  expect(problems('all', { ...work, pagesOpened: 1_200 })).toEqual([]);
  expect(problems('all', { ...work, pagesOpened: 1_201 })).toHaveLength(1);
  expect(problems('quick', { pagesOpened: 1 })).toEqual([expect.stringMatching(telling('browser', 'testFiles'))]);
  expect(problems('quick', { ...work, jvmStarts: 1 })).toEqual([
    expect.stringMatching(telling('browser', 'jvmStarts')),
  ]);
  expect(problems('full', { ...work, pagesOpened: 5_000 })).toEqual([]);
});

it('sums what tests and processes counted', () => {
  const test = (status: string, work?: Record<string, number>) => ({
    status,
    fullName: 'works',
    tags: [],
    ...(work === undefined ? {} : { meta: { work } }),
  });
  const file = (...assertionResults: ReturnType<typeof test>[]) => ({ name: 'a', status: 'passed', assertionResults });
  const testResults = [
    file(test('passed', { pagesOpened: 1 }), test('failed', { pagesOpened: 2, workersStarted: 3 })),
    file(test('passed')),
    file(test('skipped')),
  ];
  expect(workOfVitest({ success: true, testResults })).toEqual({ testFiles: 2, pagesOpened: 3, workersStarted: 3 });

  const folder = mkdtempSync(join(tmpdir(), 'formatlab-work-'));
  for (const [name, work] of [
    ['e2e-1', { pagesOpened: 2 }],
    ['e2e-2', { pagesOpened: 3, realRuns: 1 }],
    ['interop-1', { jvmStarts: 1 }],
  ] as const)
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(work));
  expect(workOfFolder(folder, 'e2e')).toEqual({ pagesOpened: 5, realRuns: 1 });
  expect(workOfFolder(folder, 'browser')).toEqual({});
});

/** Work that is not counted would evade the budgets: every spec takes `test` and `expect` from e2e/counted-work.ts. */

const specs = readdirSync('e2e').filter((name) => name.endsWith('.spec.ts'));
const takesFrom = (source: string, module: string, name: string) =>
  [...source.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gmu)].some(
    ([, names = '', from]) => from === module && names.split(',').some((each) => each.trim() === name),
  );

test.each(specs)('e2e/%s counts its work', (name) => {
  const source = readFileSync(`e2e/${name}`, 'utf8');
  expect(takesFrom(source, './counted-work', 'test')).toBe(true);
  expect(takesFrom(source, '@playwright/test', 'test')).toBe(false);
});

test('there are specs', () => {
  expect(specs.length).toBeGreaterThan(30);
});
