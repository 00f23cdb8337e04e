import { expect, it } from 'vitest';
import { shortLog } from './short-log.mjs';
import { telling } from '../../workers/model/testing/telling';

it('leaves out what went well', () => {
  const log = [
    'Running 3 tests',
    '  ✓  1 [wide] › a.spec.ts:1:1 › works (2.0s)',
    '  ✘  2 [wide] › b.spec.ts:1:1 › fails (2.0s)',
    ' \u001b[32m✓\u001b[39m unit a.test.ts (3 tests)',
    '..............s.......x. [  2%]',
    '......F. [  4%]',
    'E   assert 1 == 2',
  ].join('\n');
  expect(shortLog(log, 'x.log').split('\n')).toEqual([
    'Running 3 tests',
    '  ✘  2 [wide] › b.spec.ts:1:1 › fails (2.0s)',
    '......F. [  4%]',
    'E   assert 1 == 2',
  ]);
});

it('cuts long lines, and the middle of a long log, and says where it is', () => {
  const lines = Array.from({ length: 1_000 }, (_, line) => `${line}: ${'a'.repeat(line === 3 ? 5_000 : 1)}`);
  const short = shortLog(lines.join('\n'), '.cache/test/x.log').split('\n');
  expect(short).toHaveLength(401);
  expect(short[3]).toHaveLength(402);
  expect(short[200]).toMatch(telling(600, '.cache/test/x.log'));
  expect(short.at(-1)).toBe('999: a');
});
