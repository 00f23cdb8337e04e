import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { fixtureFiles } from './drop-files';
import { telling } from '../workers/model/testing/telling';

/** ORC files that pyarrow wrote (workers/open-file/fixtures/make_orc.py). */
const { drop } = fixtureFiles('orc');

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
  await expect(data.getByText(/maps .*lists/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();

  await drop(page, ['lz4.orc', 'zstd.orc', 'version-0.11.orc']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText(telling('3 files')).first()).toBeVisible();

  await drop(page, ['packed.orc.gz']);
  await expect(data.getByText('60 rows, 3 columns')).toBeVisible();

  await drop(page, ['orc-people.zip']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText('people/zlib.orc', { exact: false })).toBeAttached();

  await drop(page, ['refused.orc']);
  await expect(data.getByRole('alert')).toContainText(telling('int, string'));
  await app.expectAccessible({ within: data });
  expect(found).toEqual([]);
});
