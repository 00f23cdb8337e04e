import { spawnSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { ensurePython } from '../scripts/python.mjs';
import { App } from './app';

/** What a person downloads from the page, opened with pyarrow, h5py and CPython's pickle. */

const python = ensurePython();
test.skip(python === null, 'There is no Python to open the files with.');

async function downloadAll(page: Page, app: App, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [index, row] of (await app.rows().all()).entries()) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /download/i }).click(),
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

test('vectors', async ({ page }, info) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(30);
  await app.pressRun();
  await app.finish();
  const paths = await downloadAll(page, app, info.outputPath());
  // Those that a codec wraps whole, and the baseline, are opened by the interop tests.
  const plain = paths.filter((path) => /\.(pkl|h5|parquet|arrow)$/.test(path));
  expect(plain.length).toBeGreaterThanOrEqual(5);
  check(['vectors', '30', ...plain]);
});

test('a public CSV', async ({ page }, info) => {
  const source = 'node_modules/vega-datasets/data/birdstrikes.csv';
  const app = new App(page);
  await app.open();
  await app.chooseFile(source);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled({ timeout: 30_000 });
  await app.pressRun();
  await app.finish();
  const paths = await downloadAll(page, app, info.outputPath());
  const plain = paths.filter((path) => /\.(parquet|arrow)$/.test(path));
  expect(plain.length).toBeGreaterThanOrEqual(3);
  check(['csv', source, ...plain]);
});
