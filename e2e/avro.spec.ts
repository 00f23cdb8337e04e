import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { fixtureFiles } from './drop-files';
import { telling } from '../workers/model/testing/telling';

/** Avro files that fastavro wrote (workers/open-file/fixtures/make_avro.py). */
const { drop } = fixtureFiles('avro');

const dataOf = (page: Page) => page.getByRole('region', { name: 'Data', exact: true });

test('Avro files open when they are dropped, alone, together and in a Zip archive', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = dataOf(page);

  await drop(page, ['types.avro']);
  await expect(data.getByText('12 rows, 31 columns')).toBeVisible();
  await expect(data.getByRole('row', { name: /^price / })).toContainText('decimal');
  await expect(data.getByText(/UUIDs .*text/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();

  await drop(page, ['null.avro', 'deflate.avro', 'zstandard.avro']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText(telling('3 files')).first()).toBeVisible();

  await drop(page, ['people.zip']);
  await expect(data.getByText('180 rows, 3 columns')).toBeVisible();
  await expect(data.getByText('people/snappy.avro', { exact: false })).toBeAttached();

  await drop(page, ['lz4.avro']);
  await expect(data.getByRole('alert')).toContainText('“lz4”');

  await drop(page, ['refused.avro']);
  await expect(data.getByRole('alert')).toContainText('either');
  await app.expectAccessible({ within: data });
  expect(found).toEqual([]);
});
