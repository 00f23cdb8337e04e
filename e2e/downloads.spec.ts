import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { ensurePython } from '../scripts/python.mjs';
import { App } from './app';
import { restoreStoredRun } from './kept-runs';

/** What a person downloads from the page, opened with pyarrow, h5py and CPython's pickle. A file is made when it is asked for, so the run may be a kept one. */

const python = ensurePython();
// In CI, `ensurePython` throws instead, so that these tests are never skipped there.
test.skip(python === null, 'There is no Python to open the files with.');

async function downloadAll(page: Page, app: App, rowCount: number, folder: string): Promise<string[]> {
  await expect(app.rows()).toHaveCount(rowCount);
  const paths: string[] = [];
  for (const [index, row] of (await app.rows().all()).entries()) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download the file of / }).click(),
    ]);
    const path = `${folder}/${index}-${download.suggestedFilename()}`;
    await download.saveAs(path);
    paths.push(path);
  }
  return paths;
}

function check(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(python ?? '', ['e2e/interop/check_downloads.py', ...args], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(stderr, stdout).toBe('');
  expect(status).toBe(0);
}

test('vectors', { tag: '@full' }, async ({ page }, info) => {
  const app = new App(page);
  await restoreStoredRun(page, 'vectors');
  await app.openKept();
  const paths = await downloadAll(page, app, 11, info.outputPath());
  // Those that a codec wraps whole, and the baseline, are opened by the interop tests.
  const plain = paths.filter((path) => /\.(pkl|h5|parquet|arrow)$/.test(path));
  expect(plain.map((path) => path.split('.').at(-1)).sort()).toEqual(['arrow', 'h5', 'h5', 'h5', 'parquet', 'pkl']);
  check(['vectors', '30', ...plain]);
});

test('a public CSV', { tag: '@full' }, async ({ page }, info) => {
  const source = 'node_modules/vega-datasets/data/birdstrikes.csv';
  const app = new App(page);
  await restoreStoredRun(page, 'own-csv');
  await app.openKept();
  await app.chooseFile(source);
  await app.closeDrawer();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  const paths = await downloadAll(page, app, 12, info.outputPath());
  const plain = paths.filter((path) => /\.(parquet|arrow)$/.test(path));
  expect(plain.map((path) => path.split('.').at(-1)).sort()).toEqual([
    'arrow',
    'arrow',
    'parquet',
    'parquet',
    'parquet',
  ]);
  check(['csv', source, ...plain]);
});
