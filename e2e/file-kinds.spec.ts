import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, collectPageErrors } from './app';

/** Files that reference libraries wrote (workers/own-file/fixtures/make_kinds.py). */
const files: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('workers/own-file/fixtures/kinds.json', 'utf8'),
);
const file = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(files[name] ?? '', 'base64'),
});

test('each kind of compressed file opens as the table in it', async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  for (const name of ['rows.ndjson.zst', 'rows.ndjson.br', 'two-members.ndjson.gz', 'rows.zip']) {
    await test.step(name, async () => {
      await app.chooseFile(file(name));
      await expect(data.getByText('400 rows, 3 columns')).toBeVisible();
      await expect(data.getByText(/it was unpacked to 19,\d{3} bytes/u)).toBeVisible();
      await data.getByRole('button', { name: `Change the file ${name}` }).click();
    });
  }
  expect(found).toEqual([]);
});
