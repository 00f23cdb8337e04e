import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page, test, type TestInfo } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { App, collectPageErrors } from './app';
import { dropFiles } from './drop-files';

/** Folders that pyarrow wrote (workers/own-file/fixtures/make_folders.py). */
const encoded: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('workers/own-file/fixtures/folders.json', 'utf8'),
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
  await page.getByRole('radio', { name: 'Your file' }).check();
  await page.getByLabel('A folder of files to measure').setInputFiles(root);
  return app;
}

const dataOf = (page: Page) => page.getByRole('region', { name: 'Data', exact: true });

test(
  'a folder of Parquet files is one table, with columns of its folders if chosen',
  { tag: '@full' },
  async ({ page }, info) => {
    const found = collectPageErrors(page);
    const app = await openFolder(page, folderOf('hive', info, { _SUCCESS: '', 'year=2024/.part-0.parquet.crc': 'x' }));
    const data = dataOf(page);
    await expect(data.getByText('15 rows, 7 columns')).toBeVisible();
    await expect(data.getByText('3 files of sales', { exact: false }).first()).toBeVisible();
    await data.getByText('3 files are read as one, in this order').click();
    await expect(
      data.getByRole('listitem').filter({ hasText: 'sales/year=2024/month=02/part-0.parquet' }),
    ).toContainText('2 rows');
    await data.getByText('2 files are left out').click();
    await expect(data.getByText('sales/_SUCCESS: it tells programs about the other files')).toBeVisible();
    await expect(data.getByText('it holds the checksum of another file')).toBeVisible();
    await app.expectAccessible({ within: data });
    await data.getByRole('checkbox', { name: 'The folders’ names are columns: year, month' }).check();
    await expect(data.getByText('15 rows, 9 columns')).toBeVisible();
    await expect(data.getByRole('row', { name: /^month/ })).toContainText('int32');
    await expect(page).toHaveURL(/files:3/);
    await expect(page).toHaveURL(/partitionColumns:yes/);
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
    // Each file has a map of its own.
    await page
      .getByLabel('File', { exact: true })
      .selectOption({ label: 'sales/year=2024/month=02/part-0.parquet, as it is' });
    await expect(page.getByRole('region', { name: 'Where the bytes are' })).toContainText('month=02/part-0.parquet');
    expect(found).toEqual([]);
  },
);

test('CSV files that are dropped together are one table; one that differs is named, and the others are read', async ({
  page,
}) => {
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
  await expect(refused).toContainText('1 of 4 files can’t be read with the other 3:');
  await expect(refused).toContainText('part-3.csv: it lacks the column “n”; it has the column “m”');
  await refused.getByRole('button', { name: 'Read this file alone' }).click();
  await expect(data.getByText('1 row, 2 columns')).toBeVisible();
  await data.getByText('3 files are left out').click();
  await expect(data.getByText('part-1.csv: it differs from the files that are read')).toBeVisible();

  await dropFiles(page, dropped);
  await refused.getByRole('button', { name: 'Read the other 3 files' }).click();
  await expect(data.getByText('3 rows, 2 columns')).toBeVisible();
  await expect(
    data.getByText(
      'Column “code” is text in all files, since its values are whole numbers in 2 files, text in 1 file.',
    ),
  ).toBeVisible();
  await expect(data.getByRole('row', { name: /^code utf8/ })).toContainText('1, 2, x');
  await data.getByText('One file is left out').click();
  await expect(data.getByText('part-3.csv: it lacks the column “n”', { exact: false })).toBeVisible();
  expect(found).toEqual([]);
});

test('the files of an archive that agree are read, or others that do, as its link says', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
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
  await expect(refused).toContainText('2 of 4 files can’t be read with the other 2:');
  await refused.getByRole('button', { name: 'Read these 2 files' }).click();
  await expect(data.getByText('2 rows, 2 columns')).toBeVisible();
  await data.getByText('2 files are left out').click();
  await expect(data.getByText('a/m.csv: it differs from the files that are read')).toBeVisible();
  await expect(page).toHaveURL(/read\.leftOutFiles:\+0\+1/u);
  await data.getByRole('button', { name: 'Reset to detected settings' }).click();
  await expect(refused).toContainText('2 of 4 files can’t be read with the other 2:');
  await refused.getByRole('button', { name: 'Read the other 2 files' }).click();
  await expect(data.getByText('3 rows, 2 columns')).toBeVisible();
  expect(found).toEqual([]);
});

test(
  'a run of several files shows them as they are, first',
  { tag: ['@full', '@measures'] },
  async ({ page }, info) => {
    const app = await openFolder(page, folderOf('csv', info));
    await expect(dataOf(page).getByText('5 rows, 4 columns')).toBeVisible();
    await app.pressRun();
    await app.finish();
    await expect(page.getByText('Your 3 files as they are').first()).toBeVisible();
    await expect(app.measuredRows().first()).toBeVisible();
  },
);
