import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, it } from 'vitest';
import { entries } from './built-workers.mjs';

it('every worker that a browser test starts is built', () => {
  const tests = readdirSync('workers', { recursive: true, encoding: 'utf8' })
    .map((path) => `workers/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.browser.test.ts'));
  const started = tests.flatMap((test) =>
    [...readFileSync(test, 'utf8').matchAll(/new URL\('([^']+\.worker)\.ts', import\.meta\.url\)/gu)].map(
      ([, path = '']) => join(dirname(test), path),
    ),
  );
  expect(started.length).toBeGreaterThan(0);
  expect(entries).toEqual(expect.arrayContaining(started));
});
