import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, complaints } from './app';

const dataset = (name: string) => `node_modules/vega-datasets/data/${name}`;
const text = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
});

test('a public CSV with text, numbers, dates and nulls is previewed, typed, run and never sent', async ({ page }) => {
  const found = complaints(page);
  const app = new App(page);
  await app.open();
  await expect(page.getByText('never leaves this browser').first()).toBeHidden();
  await app.chooseFile(dataset('birdstrikes.csv'));
  await expect(page.getByText('never leaves this browser').first()).toBeVisible();
  await expect(page.getByText('10,000').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await app.pressRun();
  await app.finish();
  const rows = app.rows();
  expect(await rows.count()).toBeGreaterThan(5);
  await expect(rows.filter({ hasText: 'Parquet' }).first()).toContainText(/[MG]B\/s/);
  expect(found).toEqual([]);
});

test('a JSON with nested nulls and mixed columns becomes a table', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile(dataset('movies.json'));
  await expect(page.getByText('3,201').first()).toBeVisible({ timeout: 30_000 });
  await app.pressRun();
  await app.finish();
  await expect(
    app
      .rows()
      .filter({ hasText: /[MG]B\/s/ })
      .first(),
  ).toBeVisible();
});

test('any file is taken as bytes', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile(dataset('7zip.png'));
  await app.pressRun();
  await app.finish();
  await expect(
    app
      .rows()
      .filter({ hasText: /[MG]B\/s/ })
      .first(),
  ).toBeVisible();
});

test('a pasted table is taken like a file', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.getByRole('radio', { name: 'Your file' }).check();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'city,people\nOslo,700000\nRome,2800000\n');
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await expect(page.getByText('people').first()).toBeVisible();
});

/** Bad input: each says what was wrong, beside what caused it, and the example run stays on the page. */
const parquet = readFileSync(dataset('flights-3m.parquet'));
const bad: readonly { name: string; file: Parameters<App['chooseFile']>[0]; says: RegExp }[] = [
  { name: 'an empty file', file: text('empty.csv', 'text/csv', ''), says: /empty/i },
  {
    name: 'a truncated Parquet',
    file: text('cut.parquet', 'application/octet-stream', parquet.subarray(0, 100_000)),
    says: /Parquet.*(truncated|end|footer|cut)|(truncated|footer|cut).*Parquet/i,
  },
  {
    name: 'a file that lies about its type',
    file: text('table.parquet', 'application/octet-stream', 'a,b\n1,2\n'),
    says: /called a Parquet file, but its content is a CSV/,
  },
  { name: 'malformed JSON', file: text('broken.json', 'application/json', '[{"a": 1}, {"a": '), says: /JSON/i },
];

for (const { name, file, says } of bad) {
  test(`${name} is refused with its reason`, async ({ page }) => {
    const app = new App(page);
    await app.open();
    await expect(app.rows().first()).toBeVisible();
    const before = await app.rows().count();
    await app.chooseFile(file);
    await expect(page.getByRole('region', { name: 'Data' }).getByText(says).first()).toBeVisible({ timeout: 30_000 });
    expect(await app.rows().count()).toBe(before);
    await app.expectAccessible();
  });
}

test('ragged rows are named by line number, and left out', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile(
    text('ragged.csv', 'text/csv', `a,b,c\n${'1,2,3\n'.repeat(20)}1,2\n${'4,5,6\n'.repeat(20)}7,8,9,10\n`),
  );
  const data = page.getByRole('region', { name: 'Data' });
  await expect(data.getByText(/line 22\b/i).first()).toBeVisible({ timeout: 30_000 });
  await expect(data.getByText(/line 43\b/i).first()).toBeVisible();
});

test('a file of 2 GB is refused before it is read', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.getByRole('radio', { name: 'Your file' }).check();
  await page.evaluate(() => {
    const part = new Uint8Array(64 * 1024 * 1024);
    const file = new File(
      Array.from({ length: 33 }, () => part),
      'huge.csv',
      { type: 'text/csv' },
    );
    const data = new DataTransfer();
    data.items.add(file);
    const target = document.querySelector('main') ?? document.body;
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(
    page
      .getByRole('region', { name: 'Data' })
      .getByText(/too large|more than|at most|limit/i)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
});
