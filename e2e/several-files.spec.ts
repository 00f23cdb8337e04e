import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './counted-work';
import { strToU8, zipSync } from 'fflate';
import { App, collectPageErrors } from './app';
import { dropFiles } from './drop-files';
import { telling } from '../workers/model/testing/telling';

/** Folders that pyarrow wrote (workers/open-file/fixtures/make_folders.py). */
const encoded: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('workers/open-file/fixtures/folders.json', 'utf8'),
);

/** The fixtures below `name` in a folder of their own, with files beside them that hold no data. */
function folderOf(name: string, info: TestInfo, others: Readonly<Record<string, string>> = {}): string {
  const root = info.outputPath('sales');
  const files = [
    ...Object.entries(encoded)
      .filter(([path]) => path.startsWith(`${name}/`))
      .map(([path, content]) => [path.slice(name.length + 1), Buffer.from(content, 'base64')] as const),
    ...Object.entries(others).map(([path, content]) => [path, Buffer.from(content)] as const),
  ];
  for (const [path, content] of files) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return root;
}

async function openFolder(page: Page, root: string): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.drawer('data');
  await page.getByRole('radio', { name: 'Your file' }).check();
  await page.getByLabel(/^A folder/).setInputFiles(root);
  // The panel closes for what is chosen in it.
  await app.drawer('data');
  return app;
}

const dataOf = (page: Page) => page.getByRole('region', { name: 'Data', exact: true });

async function openArchive(page: Page): Promise<void> {
  const texts = {
    'part-2.csv': 'code,n\n2,2\n',
    'part-1.csv': 'code,n\n1,1\n',
    'a/m.csv': 'code,m\n1,1\n',
    'b/m.csv': 'code,m\n2,2\n1,3\n',
  };
  const zipped = zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])));
  await dropFiles(page, [{ name: 'sales.zip', base64: Buffer.from(zipped).toString('base64') }]);
  const data = dataOf(page);
  const refused = data.getByRole('alert');
  await expect(refused).toContainText(telling('2 of 4', 2));
  await refused.getByRole('button', { name: 'Read these 2 files' }).click();
  await expect(data.getByText('2 rows, 2 columns')).toBeVisible();
  await data
    .locator('summary')
    .filter({ hasText: /left out$/ })
    .click();
  await expect(data.getByText(/a\/m\.csv: .*differs/)).toBeVisible();
  await expect(page).toHaveURL(/read\.leftOutFiles:\+0\+1/u);
  await data.getByRole('button', { name: 'Reset to detected settings' }).click();
  await expect(refused).toContainText(telling('2 of 4', 2));
  await refused.getByRole('button', { name: 'Read the other 2 files' }).click();
  await expect(data.getByText('3 rows, 2 columns')).toBeVisible();
}

test(
  'a folder of Parquet files is one table, with columns of its folders if chosen, and so is an archive',
  { tag: '@full' },
  async ({ page }, info) => {
    const found = collectPageErrors(page);
    const app = await openFolder(page, folderOf('hive', info, { _SUCCESS: '', 'year=2024/.part-0.parquet.crc': 'x' }));
    const data = dataOf(page);
    await expect(data.getByText('15 rows, 7 columns')).toBeVisible();
    await expect(data.getByText('3 files of sales', { exact: false }).first()).toBeVisible();
    await data
      .locator('summary')
      .filter({ hasText: /^3 files/ })
      .click();
    await expect(
      data.getByRole('listitem').filter({ hasText: 'sales/year=2024/month=02/part-0.parquet' }),
    ).toContainText('2 rows');
    await data
      .locator('summary')
      .filter({ hasText: /^2 files/ })
      .click();
    await expect(data.getByText(/^sales\/_SUCCESS: /)).toBeVisible();
    await expect(data.getByText(/\.crc: .*checksum/)).toBeVisible();
    await app.expectAccessible({ within: data });
    await data.getByRole('checkbox', { name: telling('year, month') }).check();
    await expect(data.getByText('15 rows, 9 columns')).toBeVisible();
    await expect(data.getByRole('row', { name: /^month/ })).toContainText('int32');
    await expect(page).toHaveURL(/files:3/);
    await expect(page).toHaveURL(/partitionColumns:yes/);
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
    // Each file has a map of its own.
    await app.openTab('Bytes');
    await page
      .getByLabel('File', { exact: true })
      .selectOption({ label: 'sales/year=2024/month=02/part-0.parquet, as it is' });
    await expect(page.getByRole('region', { name: 'Where the bytes are' })).toContainText('month=02/part-0.parquet');
    await test.step('the files of an archive that agree are read, or others that do, as its link says', () =>
      openArchive(page));
    expect(found).toEqual([]);
  },
);

test('CSV files that are dropped together are one table; one that differs is named, and the others are read', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const texts = {
    'part-10.csv': 'code,n\nx,3\n',
    'part-2.csv': 'code,n\n2,2\n',
    'part-1.csv': 'code,n\n1,1\n',
    'part-3.csv': 'code,m\n1,1\n',
  };
  const dropped = Object.entries(texts).map(([name, text]) => ({ name, base64: btoa(text) }));
  await dropFiles(page, dropped);
  const data = dataOf(page);
  const refused = data.getByRole('alert');
  await expect(refused).toContainText(telling('1 of 4', 3));
  await expect(refused).toContainText(telling('part-3.csv', '“n”', '“m”'));
  await refused.getByRole('button', { name: 'Read this file alone' }).click();
  await expect(data.getByText('1 row, 2 columns')).toBeVisible();
  await data
    .locator('summary')
    .filter({ hasText: /^3 files/ })
    .click();
  await expect(data.getByText(/^part-1\.csv: .*differs/)).toBeVisible();

  await dropFiles(page, dropped);
  await refused.getByRole('button', { name: 'Read the other 3 files' }).click();
  await expect(data.getByText('3 rows, 2 columns')).toBeVisible();
  await expect(data.getByText(telling('“code”', 'text', '2 files', '1 file')).first()).toBeVisible();
  await expect(data.getByRole('row', { name: /^code utf8/ })).toContainText('1, 2, x');
  await data
    .locator('summary')
    .filter({ hasText: /^One file/ })
    .click();
  await expect(data.getByText(/^part-3\.csv: .*“n”/)).toBeVisible();
  expect(found).toEqual([]);
});
