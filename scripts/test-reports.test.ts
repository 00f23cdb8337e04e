import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFolder } from './install.mjs';
import { countsOfPlaywright, countsOfVitest, failedOfPlaywright, failedOfVitest } from './test-reports.mjs';

const vitestReport = {
  success: false,
  testResults: [
    {
      name: join(repositoryFolder, 'workers/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a works', tags: [] },
        { status: 'failed', fullName: 'a fails', tags: [] },
        { status: 'skipped', fullName: 'a is left out', tags: ['full'] },
      ],
    },
    {
      name: join(repositoryFolder, 'workers/b.test.ts'),
      status: 'failed',
      message: 'No such module',
      assertionResults: [],
    },
  ],
};

it('counts the tests of Vitest that should run, and a file that cannot be loaded as a failure', () => {
  expect(countsOfVitest(vitestReport, (isFull) => !isFull)).toEqual({ passed: 1, failed: 2, skipped: 0 });
  expect(failedOfVitest(vitestReport)).toEqual(['workers/a.test.ts › a fails', 'workers/b.test.ts could not be run']);
});

it('counts the tests of Playwright, and names those that failed at any depth', () => {
  expect(
    countsOfPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: ['no server'] }),
  ).toEqual({ passed: 4, failed: 2, skipped: 2 });
  const inner = { title: 'light', file: 'a.spec.ts', specs: [{ title: 'is dark', ok: false }] };
  const suites = [{ title: 'a', file: 'a.spec.ts', specs: [{ title: 'works', ok: true }], suites: [inner] }];
  expect(failedOfPlaywright({ suites })).toEqual(['a.spec.ts › is dark']);
});
