import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { telling } from '../../workers/model/testing/telling';
import { hangingOf, runningTests } from './watchdog.mjs';

it('names the tests that run beyond their time limit, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-running-'));
  const told = { file: 'a.test.ts', test: 'loops', timeoutMs: 1_000 };
  writeFileSync(join(folder, `${process.pid}-1.json`), JSON.stringify(told));
  writeFileSync(join(folder, `${process.pid}-2.json`), '');
  // Another process's, which has its own watchdog.
  writeFileSync(join(folder, `${process.pid + 1}-1.json`), JSON.stringify(told));
  expect(hangingOf(runningTests(folder, Date.now()))).toEqual([]);
  expect(hangingOf(runningTests(folder, Date.now() + 60_000))).toEqual([
    expect.stringMatching(telling('a.test.ts', 'loops')),
  ]);
});
