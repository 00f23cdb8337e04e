import { expect, type Page, test } from '@playwright/test';
import { App, collectPageErrors } from './app';
import { fixtureFiles } from './drop-files';
import { expectOpensByAddress } from './open-by-address';

/** ORC files that pyarrow wrote (workers/own-file/fixtures/make_orc.py). */
const { bytesOf, drop } = fixtureFiles('orc');

const dataOf = (page: Page) => page.getByRole('region', { name: 'Data', exact: true });

test('ORC files open when they are dropped, alone, together, packed, and in a Zip archive', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = dataOf(page);

  await drop(page, ['types.orc']);
  await expect(data.getByText('12 rows, 17 columns')).toBeVisible();
  await expect(data.getByRole('row', { name: /^wide_price / })).toContainText('decimal');
  await expect(data.getByText('its maps are kept as lists', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();

  await drop(page, ['lz4.orc', 'zstd.orc', 'version-0.11.orc']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText('3 files were read as one table', { exact: false })).toBeVisible();

  await drop(page, ['packed.orc.gz']);
  await expect(data.getByText('60 rows, 3 columns')).toBeVisible();

  await drop(page, ['orc-people.zip']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText('people/zlib.orc', { exact: false })).toBeAttached();

  await drop(page, ['refused.orc']);
  await expect(data.getByRole('alert')).toContainText('a union of int, string');
  await app.expectAccessible({ within: data });
  expect(found).toEqual([]);
});

test('an ORC file opens by its address', { tag: '@full' }, async ({ page }) => {
  await expectOpensByAddress(page, 'people.orc', bytesOf('zlib.orc'), async () => {
    await expect(dataOf(page).getByText('60 rows, 3 columns')).toBeVisible();
    await expect(dataOf(page).getByRole('row', { name: /^id int64/ })).toBeVisible();
  });
});
