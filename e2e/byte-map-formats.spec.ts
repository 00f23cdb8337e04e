import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { dropFiles } from './drop-files';
import { telling } from '../workers/model/testing/telling';

/** Files of other formats have a map, too, whether or not they can be opened as data. */

const sources = [
  { path: 'fixtures/golden/hdf5/typed.gzip-shuffle.h5', columns: 'Datasets of the file' },
  { path: 'fixtures/golden/root/long.zstd.root', columns: 'Branches of the file' },
  { path: 'fixtures/golden/hashdbm/zstd-edited.tkh', columns: 'Records of the file' },
  { path: 'fixtures/golden/pickle/rich.protocol5.pkl', columns: 'Entries of the file' },
  { path: 'fixtures/golden/npz/dict-1000.stored.npz', columns: 'Arrays of the file' },
  { path: 'workers/formats/sqlite/testing/sample.sqlite', columns: 'Tables and indexes of the file' },
  { path: 'workers/formats/vortex/testing/sample.vortex', columns: 'Columns of the file' },
];

test('the parts of files of other formats are drawn, and add up to the file', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  await app.openTab('Bytes');
  for (const { path, columns } of sources)
    await test.step(path, async () => {
      const name = basename(path);
      await dropFiles(page, [{ name, base64: readFileSync(path).toString('base64') }]);
      await expect(page.getByRole('figure', { name: telling(name) })).toBeVisible();
      const parts = page.getByRole('table', { name: /^Parts of / });
      await expect(parts).toBeVisible();
      const texts = await parts
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.children[1]?.textContent));
      expect(texts.reduce((sum, text) => sum + Number(text?.replace(/[^0-9]/g, '')), 0)).toBe(statSync(path).size);
      await expect(page.getByRole('table', { name: columns })).toBeVisible();
    });
  expect(found).toEqual([]);
});
