import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFolder } from '../install.mjs';
import {
  countsOfPlaywright,
  countsOfVitest,
  failedOfPlaywright,
  failedOfVitest,
  readJunit,
  secondsOfFiles,
  unstableOfPlaywright,
} from './reports.mjs';

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
  expect(countsOfVitest(vitestReport, ['full'])).toEqual({ passed: 1, failed: 2, skipped: 0 });
  expect(failedOfVitest(vitestReport)).toEqual([
    'workers/a.test.ts › a fails',
    expect.stringMatching(/^workers\/b\.test\.ts /u),
  ]);
});

it('counts the tests of Playwright, and names those that failed at any depth', () => {
  expect(
    countsOfPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: ['no server'] }),
  ).toEqual({ passed: 4, failed: 2, skipped: 2 });
  const inner = { title: 'light', file: 'a.spec.ts', specs: [{ title: 'is dark', ok: false }] };
  const suites = [{ title: 'a', file: 'a.spec.ts', specs: [{ title: 'works', ok: true }], suites: [inner] }];
  expect(failedOfPlaywright({ suites })).toEqual(['a.spec.ts › is dark']);
  expect(unstableOfPlaywright({ suites })).toEqual([]);
  const flaky = { title: 'b', ok: true, tests: [{ status: 'flaky', results: [{ duration: 1 }, { duration: 1 }] }] };
  expect(unstableOfPlaywright({ suites: [{ ...inner, suites: [{ ...inner, specs: [flaky] }] }] })).toEqual([
    'a.spec.ts › b',
  ]);
});

it('adds up the seconds of the tests of each file of pytest', () => {
  const report = `<testsuites><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="4" time="1.5">
    <testcase classname="e2e.interop.test_a" name="test_works" time="0.1" />
    <testcase classname="e2e.interop.test_b" name="test_takes_long[a &lt; b]" time="1.25"><failure message="no">…</failure></testcase>
    <testcase classname="e2e.interop.test_a" name="test_works_too" time="0.5"/>
    <testcase classname="" name="e2e.interop.test_c" time="0.000"><error message="collection failure">…</error></testcase>
    </testsuite></testsuites>`;
  expect(secondsOfFiles(report)).toEqual([
    { file: 'e2e/interop/test_a.py', seconds: 0.6 },
    { file: 'e2e/interop/test_b.py', seconds: 1.25 },
    { file: 'e2e/interop/test_c.py', seconds: 0 },
  ]);
});

it('counts the tests of pytest, and names those that failed', () => {
  const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="2" tests="9" time="1.5">
    <testcase classname="e2e.interop.test_a" name="test_works" time="0.1" />
    <testcase classname="e2e.interop.test_a" name="test_fails[a &lt; b]" time="0.1"><failure message="assert 1 == 2">…</failure></testcase>
    <testcase classname="e2e.interop.test_a" name="test_skipped" time="0.1"><skipped message="no Java" /></testcase>
    <testcase classname="" name="e2e.interop.test_b" time="0.0"><error message="collection failure">…</error></testcase>
    </testsuite></testsuites>`;
  expect(readJunit(report)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
    failedNames: ['e2e.interop.test_a › test_fails[a < b]', 'e2e.interop.test_b'],
  });
  expect(() => readJunit('<testsuites><testsuite name="pytest" tests="9"/></testsuites>')).toThrow(
    'number of failures',
  );
});
