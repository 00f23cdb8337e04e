import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { dropFiles } from './drop-files';
import { restoreStoredRun } from './kept-runs';
import { telling } from '../workers/model/testing/telling';

const dataset = (name: string) => `node_modules/vega-datasets/data/${name}`;
const text = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
});

/** The head of a public CSV with text, numbers, dates and nulls. */
const head = readFileSync(dataset('birdstrikes.csv'), 'utf8').split('\n').slice(0, 501).join('\n');

const dataOf = (page: Page): Locator => page.getByRole('region', { name: 'Data', exact: true });
const runButton = (page: Page): Locator => page.getByRole('button', { name: 'Run', exact: true });

/** Bad input: each says what was wrong, beside what caused it, and the user’s last run stays on the page. */
const parquet = readFileSync(dataset('flights-3m.parquet'));
const bad: readonly { name: string; file: Parameters<App['chooseFile']>[0]; says: RegExp }[] = [
  { name: 'an empty file', file: text('empty.csv', 'text/csv', ''), says: telling('empty.csv') },
  {
    name: 'a truncated Parquet',
    file: text('cut.parquet', 'application/octet-stream', parquet.subarray(0, 100_000)),
    says: telling('“PAR1”', '100,000 bytes'),
  },
  {
    name: 'a file that lies about its type',
    file: text('table.parquet', 'application/octet-stream', 'a,b\n1,2\n'),
    says: telling('table.parquet', 'Parquet', 'CSV'),
  },
  {
    name: 'malformed JSON',
    file: text('broken.json', 'application/json', '[{"a": 1}, {"a": '),
    says: telling('line 1', 'column 18'),
  },
];

test('files are previewed, typed and never sent; bad ones are refused with their reason, and the results stay', async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await restoreStoredRun(page, 'vectors');
  await app.openKept();
  await expect(app.rows()).toHaveCount(11);
  const neverSent = page.getByText(/never leaves this/).first();
  await expect(neverSent).toBeHidden();
  await app.drawer('data');
  await page.getByRole('radio', { name: 'Your file' }).check();
  const data = dataOf(page);
  for (const { name, file, says } of bad) {
    await test.step(name, async () => {
      await page.locator('input[type=file]').first().setInputFiles(file);
      await expect(data.getByRole('alert').filter({ hasText: says })).toBeVisible();
      await expect(app.rows()).toHaveCount(11);
      // They are shown alike.
      if (name === bad[0]?.name) await app.expectAccessible({ within: data });
      await data.getByRole('button', { name: /^Change the file / }).click();
    });
  }
  await test.step('the head of a public CSV', async () => {
    await app.chooseFile(text('head.csv', 'text/csv', head));
    await expect(neverSent).toBeVisible();
    await expect(data.getByText('500 rows, 14 columns')).toBeVisible();
    await expect(data.getByRole('row', { name: /^Flight Date/ }).getByRole('combobox')).toHaveValue('date');
    await expect(runButton(page)).toBeEnabled();
    await data.getByRole('button', { name: /^Change the file / }).click();
  });
  await test.step('a candidate with the settings of the file is one click away', async () => {
    await app.chooseFile(text('rows.ndjson', 'application/x-ndjson', '{"a":1}\n{"a":2}\n'));
    await app.drawer('plan');
    const candidates = page.getByRole('region', { name: 'Candidates' });
    const add = candidates.getByRole('button', { name: /^Add .*JSON.*NDJSON/ });
    await add.click();
    await expect(add).toBeHidden();
    await expect(candidates.getByRole('button', { name: 'Add a candidate', exact: true })).toBeFocused();
    await expect(candidates.getByRole('button', { name: /^Remove JSON, .*record/ })).toBeVisible();
  });
  expect(found).toEqual([]);
});

async function expectOpenedResultOfFile(app: App): Promise<void> {
  const { page } = app;
  const result = JSON.parse(readFileSync('fixtures/example/result.json', 'utf8'));
  result.plan.datasets = [
    { source: 'ownFile', type: 'parquet', fileName: null, fileSizeBytes: 8_000_000, sha256: null, columnTypes: null },
  ];
  const facts = [{ name: 'Codec', value: 'SNAPPY' }];
  result.datasets[0].fileSettings = { writer: 'parquet-cpp-arrow version 26.0.1', facts };
  await app.closeDrawer();
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .locator('input[type=file][accept*="json"]')
    .last()
    .setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(result)) });
  await app.openTab('Details');
  await expect(app.results.getByTestId('sentence')).toContainText(telling('84 %', '8.00 MB', '1.30 MB', '3.65'));
  await expect(app.table.getByRole('row', { name: /^Your file as/ })).toContainText(
    telling('parquet-cpp-arrow version 26.0.1', 'SNAPPY'),
  );
  await expect(app.table.getByRole('row', { name: /^Parquet, zstd 9/ })).toContainText('84 % smaller');
  await app.openTab('Compare');
  const file = app.results.getByRole('img', { name: /^Your file .*8\.00 MB .*SNAPPY/ });
  await expect(file).toHaveCount(2);
  await page.mouse.move(0, 0);
  for (const mark of await file.all()) {
    await mark.focus();
    await expect(page.locator('[class*=tooltip]')).toContainText('parquet-cpp-arrow version 26.0.1');
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('[class*=tooltip]')).toBeHidden();
  await app.showWholePage();
  await app.expectAccessible({ within: app.results });
}

/** A file of molecules of more than the limit, made in the page. Types of which a part can be read have none. */
async function dropHugeFile(page: Page): Promise<void> {
  await page.evaluate(() => {
    const part = 'C\n'.repeat(2 ** 25);
    const file = new File([part, part], 'huge.smi');
    const data = new DataTransfer();
    data.items.add(file);
    const target = document.querySelector('main') ?? document.body;
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  });
}

test('files of other kinds: JSON, bytes, pasted text, ragged rows, one that is too large, and a result of a file', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const data = dataOf(page);
  const drop = (name: string) => dropFiles(page, [{ name, base64: readFileSync(dataset(name)).toString('base64') }]);
  await app.drawer('data');
  await page.getByRole('radio', { name: 'Your file' }).check();
  await test.step('a pasted table is taken like a file', async () => {
    await page.evaluate(() => {
      const pasted = new DataTransfer();
      pasted.setData('text/plain', 'city,people\nOslo,700000\nRome,2800000\n');
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
    });
    await expect(data.getByText('2 rows, 2 columns')).toBeVisible();
    await expect(data.getByRole('row', { name: /^people/ })).toContainText('700000, 2800000');
  });
  await test.step('a JSON with nested nulls and mixed columns is read as a table', async () => {
    await drop('movies.json');
    await expect(data.getByText('3,201 rows, 16 columns')).toBeVisible();
    await expect(data.getByText(telling('“Title”', 'JSON')).first()).toBeVisible();
    await expect(runButton(page)).toBeEnabled();
  });
  await test.step('any file is read as bytes', async () => {
    await drop('7zip.png');
    await expect(data.getByText(telling('7zip.png', 'PNG')).first()).toBeVisible();
    await expect(runButton(page)).toBeDisabled();
    await data.getByRole('button', { name: 'Measure its bytes' }).click();
    await expect(data.getByRole('paragraph').filter({ hasText: /^3,969 bytes/ })).toBeVisible();
    await expect(runButton(page)).toBeEnabled();
  });
  await test.step('ragged rows are named by line number, and left out', async () => {
    const ragged = `a,b,c\n${'1,2,3\n'.repeat(20)}1,2\n${'4,5,6\n'.repeat(20)}7,8,9,10\n`;
    await dropFiles(page, [{ name: 'ragged.csv', base64: btoa(ragged) }]);
    await expect(data.getByText(/line 22\b/i).first()).toBeVisible();
    await expect(data.getByText(/line 43\b/i).first()).toBeVisible();
  });
  await test.step('a file that is too large is refused before it is read', async () => {
    await dropHugeFile(page);
    await expect(data.getByText(telling('huge.smi', '128 MiB', '64 MiB')).first()).toBeVisible();
  });
  await test.step('an opened result of a file stands beside that file, with its settings', () =>
    expectOpenedResultOfFile(app));
  expect(found).toEqual([]);
});
