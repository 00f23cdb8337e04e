import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { ensurePython } from '../scripts/python.mjs';
import { App, collectPageErrors } from './app';
import { filePicker, openPublished } from './import-box';
import { telling } from '../workers/model/testing/telling';

/** The plan as scripts, downloaded by a person and given to the real Python. */

const machineLabel = 'the machine of the tests';

const python = ensurePython();
// In CI, `ensurePython` throws instead, so that these tests are never skipped there.
test.skip(python === null, 'There is no Python to run the scripts with.');

/** What `--list` prints. */
interface Listed {
  readonly formats: readonly string[];
  readonly codecs: readonly string[];
  readonly workloads: readonly string[];
  readonly leftOut: {
    readonly formats: Readonly<Record<string, string | null>>;
    readonly codecs: Readonly<Record<string, string | null>>;
  };
}

async function download(page: Page, button: string, folder: string): Promise<string> {
  const share = page.getByRole('button', { name: 'Share' });
  if ((await share.getAttribute('aria-expanded')) !== 'true') await share.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const path = `${folder}/${file.suggestedFilename()}`;
  await file.saveAs(path);
  return path;
}

/** Runs Python in the folder of the download, where nothing of this repository is beside it. */
function run(folder: string, args: readonly string[]): string {
  const { PYTHONPATH: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(python ?? '', args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 200_000,
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

test('both scripts have names of their own, are Python, and list what they measure', async ({ page }, info) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  const folder = info.outputPath();
  await app.open();
  for (const [button, name, format] of [
    ['Python script', 'formatlab-native.py', 'pickle'],
    ['Dask script', 'formatlab-dask.py', 'parquet'],
  ] as const) {
    const path = await download(page, button, folder);
    expect(path).toBe(`${folder}/${name}`);
    run(folder, ['-c', 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1])', name]);
    const listed = JSON.parse(run(folder, [name, '--list'])) as Listed;
    expect(listed.formats).toContain(format);
    expect(listed.codecs).toContain('zstd');
    expect(listed.workloads).toContain('keyedVectors');
    expect(listed.leftOut.formats[format]).toBeNull();
    expect(listed.leftOut.formats['structured-clone']).toMatch(/^[A-Z].*\.$/);
  }
  expect(found).toEqual([]);
});

test(
  'what the Python script writes on this machine opens in the page; a wrong option is told by the script',
  { tag: ['@full', '@measures'] },
  async ({ page }, info) => {
    const found = collectPageErrors(page);
    const app = new App(page);
    const folder = info.outputPath();
    await app.open();
    await app.chooseVectors(30);
    await app.chooseEffort('Quick');
    await app.closeDrawer();
    const path = await download(page, 'Python script', folder);
    const { status, stderr } = spawnSync(python ?? '', [path, '--rows-of-gold', '7'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('unrecognized arguments: --rows-of-gold');
    expect(existsSync(`${folder}/result.json`)).toBe(false);
    run(folder, [path, '--rounds', '1', '--label', machineLabel]);
    await openPublished(page);
    await filePicker(page).setInputFiles(`${folder}/result.json`);
    await page
      .getByRole('region', { name: 'A run of Formatlab' })
      .getByRole('button', { name: 'Open on Explore' })
      .click();
    await expect(app.results.getByRole('heading', { name: 'Results from result.json', exact: true })).toBeVisible();
    await app.openTab('Details');
    await expect(app.results.getByText(telling(machineLabel)).first()).toBeVisible();
    await expect(app.rows().filter({ hasText: 'Pickle' }).first()).toContainText(/\d (ms|µs)/);
    expect(found).toEqual([]);
  },
);
