import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { telling } from '../workers/model/testing/telling';

const folder = mkdtempSync(join(tmpdir(), 'formatlab-install-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('refuses node_modules that is a symbolic link, and leaves what it leads to', () => {
  mkdirSync(join(folder, 'copy/scripts'), { recursive: true });
  mkdirSync(join(folder, 'shared/a-package'), { recursive: true });
  cpSync('scripts/install.mjs', join(folder, 'copy/scripts/install.mjs'));
  writeFileSync(join(folder, 'copy/package-lock.json'), '{}');
  symlinkSync('../shared', join(folder, 'copy/node_modules'));
  const script = "const { ensureInstalled } = await import('./scripts/install.mjs'); ensureInstalled();";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(folder, 'copy'),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(telling('node_modules', 'package-lock.json'));
  expect(existsSync(join(folder, 'shared/a-package'))).toBe(true);
});
