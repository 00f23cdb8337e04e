import { expect, type Page, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { fixtureFiles } from './drop-files';
import { expectOpensByAddress } from './open-by-address';

/** Avro files that fastavro wrote (workers/own-file/fixtures/make_avro.py). */
const { bytesOf, drop } = fixtureFiles('avro');

const dataOf = (page: Page) => page.getByRole('region', { name: 'Data', exact: true });

test('Avro files open when they are dropped, alone, together and in a Zip archive', async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = dataOf(page);

  await drop(page, ['types.avro']);
  await expect(data.getByText('12 rows, 31 columns')).toBeVisible();
  await expect(data.getByRole('row', { name: /^price / })).toContainText('decimal');
  await expect(data.getByText('UUIDs are kept as text', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();

  await drop(page, ['null.avro', 'deflate.avro', 'zstandard.avro']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText('3 files were read as one table', { exact: false })).toBeVisible();

  await drop(page, ['people.zip']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText('people/snappy.avro', { exact: false })).toBeAttached();

  await drop(page, ['lz4.avro']);
  await expect(data.getByRole('alert')).toContainText('the codec “lz4”, which Formatlab does not read');

  await drop(page, ['refused.avro']);
  await expect(data.getByRole('alert')).toContainText('either');
  await app.expectAccessible({ within: data });
  expect(found).toEqual([]);
});

test('an Avro file opens by its address', { tag: '@full' }, async ({ page }) => {
  await expectOpensByAddress(page, 'people.avro', bytesOf('zstandard.avro'), async () => {
    await expect(dataOf(page).getByText('60 rows, 3 columns')).toBeVisible();
    await expect(dataOf(page).getByRole('row', { name: /^id int64/ })).toBeVisible();
  });
});
