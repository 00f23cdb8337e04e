import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
