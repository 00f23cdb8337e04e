import { readFileSync } from 'node:fs';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { telling } from '../workers/model/testing/telling';

/** Files that reference libraries wrote (workers/open-file/fixtures/make_kinds.py). */
const files: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('workers/open-file/fixtures/kinds.json', 'utf8'),
);
const file = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(files[name] ?? '', 'base64'),
});

test('each kind of compressed file opens as the table in it', { tag: '@full' }, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  for (const name of ['rows.ndjson.zst', 'rows.ndjson.br', 'two-members.ndjson.gz', 'rows.zip']) {
    await test.step(name, async () => {
      await app.chooseFile(file(name));
      await expect(data.getByText('400 rows, 3 columns')).toBeVisible();
      await expect(data.getByText(/ 19,\d{3} bytes/u)).toBeVisible();
      await data.getByRole('button', { name: `Change the file ${name}` }).click();
    });
  }
  expect(found).toEqual([]);
});

const parted = [
  {
    name: 'tables.sqlite',
    question: '3 tables',
    part: 'second · 300 rows, 2 columns',
    says: '300 rows, 2 columns',
    column: 'v',
  },
  {
    name: 'two-sheets.xlsx',
    question: '2 sheets',
    part: 'Data · a sheet',
    says: '3 rows, 10 columns',
    column: 'moment',
  },
  {
    name: 'arrays.npz',
    question: '3 arrays',
    part: 'grid · 3 × 4 int32',
    says: 'array of 3 × 4 int32',
    column: null,
  },
];

test('the user chooses what is read of a database, a workbook and an archive of arrays, and can choose again', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  for (const { name, question, part, says, column } of parted)
    await test.step(name, async () => {
      await app.chooseFile(file(name));
      await expect(data.getByText(telling(question))).toBeVisible();
      await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
      await app.expectAccessible({ within: data });
      const chooser = data.getByRole('combobox', { name: 'Part of the file' });
      await chooser.focus();
      await chooser.selectOption({ label: part });
      await expect(data.getByRole('paragraph').filter({ hasText: says })).toBeVisible();
      // The chooser was replaced; the keyboard goes on within the panel of the file.
      await expect(data.locator(':focus')).toContainText(name);
      if (column !== null) await expect(data.getByRole('row', { name: new RegExp(`^${column} `) })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
      await expect(chooser.locator('option:checked')).toHaveText(part);
      await data.getByRole('button', { name: `Change the file ${name}` }).click();
    });
  expect(found).toEqual([]);
});
