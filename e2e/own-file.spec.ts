import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, collectPageErrors } from './app';

const dataset = (name: string) => `node_modules/vega-datasets/data/${name}`;
const text = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
});

/** A public CSV with text, numbers, dates and nulls, of which the quick test takes the head. */
const birdstrikes = readFileSync(dataset('birdstrikes.csv'), 'utf8');
const head = birdstrikes.split('\n').slice(0, 501).join('\n');

for (const { what, file, rowsSaid, tag } of [
  {
    what: 'the head of a public CSV',
    file: text('head.csv', 'text/csv', head),
    rowsSaid: '500 rows, 14 columns',
    tag: [],
  },
  {
    what: 'a public CSV',
    file: dataset('birdstrikes.csv'),
    rowsSaid: '10,000 rows, 14 columns',
    tag: ['@full', '@measures'],
  },
]) {
  test(`${what} with text, numbers, dates and nulls is previewed, typed${tag.length > 0 ? ', run' : ''} and never sent`, {
    tag,
  }, async ({ page }) => {
    const found = collectPageErrors(page);
    const app = new App(page);
    await app.open();
    await expect(page.getByText('never leaves this browser').first()).toBeHidden();
    await app.chooseFile(file);
    const data = page.getByRole('region', { name: 'Data', exact: true });
    await expect(data.getByText('never leaves this browser')).toBeVisible();
    await expect(data.getByText(rowsSaid)).toBeVisible();
    await expect(data.getByRole('row', { name: /^Flight Date/ }).getByRole('combobox')).toHaveValue('date');
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
    if (tag.length > 0) {
      await app.pressRun();
      await app.finish();
      await expect(app.rows()).toHaveCount(12);
      await expect(app.measuredRows()).toHaveCount(12);
      await expect(app.measuredRows().filter({ hasText: /^Parquet/ })).toHaveCount(3);
    }
    expect(found).toEqual([]);
  });
}

async function openJson(app: App): Promise<void> {
  await app.open();
  await app.chooseFile(dataset('movies.json'));
  const data = app.page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('3,201 rows, 16 columns')).toBeVisible();
  await expect(data.getByText('Column “Title”: it mixes numbers, texts and is kept as JSON.')).toBeVisible();
}

async function openBytes(app: App): Promise<void> {
  await app.open();
  await app.chooseFile(dataset('7zip.png'));
  const data = app.page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('7zip.png is a PNG image.')).toBeVisible();
  await expect(app.page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await data.getByRole('button', { name: 'Measure its bytes' }).click();
  await expect(data.getByRole('paragraph').filter({ hasText: /^3,969 bytes/ })).toBeVisible();
  await expect(app.page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
}

test('a JSON with nested nulls and mixed columns is read as a table', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await openJson(app);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
});

test('a JSON with nested nulls and mixed columns becomes a table', { tag: ['@full', '@measures'] }, async ({
  page,
}) => {
  const app = new App(page);
  await openJson(app);
  await app.pressRun();
  await app.finish();
  await expect(app.measuredRows().first()).toBeVisible();
  await expect(app.rows().filter({ hasText: 'failed' })).toHaveCount(0);
});

test('any file is read as bytes', { tag: '@full' }, async ({ page }) => {
  await openBytes(new App(page));
});

test('any file is taken as bytes', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const app = new App(page);
  await openBytes(app);
  await app.pressRun();
  await app.finish();
  await expect(app.measuredRows()).toHaveCount(8);
});

test('a pasted table is taken like a file', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.getByRole('radio', { name: 'Your file' }).check();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'city,people\nOslo,700000\nRome,2800000\n');
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('2 rows, 2 columns')).toBeVisible();
  await expect(data.getByRole('row', { name: /^people/ })).toContainText('700000, 2800000');
});

test('a candidate with the settings of the file is one click away', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile(text('rows.ndjson', 'application/x-ndjson', '{"a":1}\n{"a":2}\n'));
  const candidates = page.getByRole('region', { name: 'Candidates' });
  const add = candidates.getByRole('button', {
    name: 'Add a candidate with your file’s settings: JSON, one record per line (NDJSON)',
  });
  await add.click();
  await expect(add).toBeHidden();
  await expect(candidates.getByRole('button', { name: 'Add a candidate', exact: true })).toBeFocused();
  await expect(candidates.getByRole('button', { name: /^Remove JSON, one record per line/ })).toBeVisible();
});

test('an opened result of a file stands beside that file, with its settings, in the table and the charts', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const result = JSON.parse(readFileSync('fixtures/example/result.json', 'utf8'));
  result.plan.datasets = [
    { source: 'ownFile', type: 'parquet', fileName: null, fileSizeBytes: 8_000_000, sha256: null, columnTypes: null },
  ];
  const facts = [{ name: 'Codec', value: 'SNAPPY' }];
  result.datasets[0].fileSettings = { writer: 'parquet-cpp-arrow version 26.0.1', facts };
  const app = new App(page);
  await app.open();
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .locator('input[type=file][accept*="json"]')
    .last()
    .setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(result)) });
  await expect(app.results.getByTestId('sentence')).toContainText(
    'is smallest, 84 % smaller than your file of 8.00 MB (1.30 MB, ratio 3.65)',
  );
  await expect(app.table.getByRole('row', { name: /^Your file as it is/ })).toContainText(
    'Written by: parquet-cpp-arrow version 26.0.1. Codec: SNAPPY. Its times are not measured: the Parquet candidates are timed',
  );
  await expect(app.table.getByRole('row', { name: /^Parquet, zstd 9/ })).toContainText('84 % smaller');
  const file = app.results.getByRole('img', { name: /^Your file as it is, Size 8\.00 MB .*Codec SNAPPY/ });
  await expect(file).toHaveCount(2);
  for (const mark of await file.all()) {
    await mark.focus();
    await expect(page.locator('[class*=tooltip]')).toContainText('parquet-cpp-arrow version 26.0.1');
  }
  await page.keyboard.press('Escape');
  await expect(page.locator('[class*=tooltip]')).toBeHidden();
  await app.showWholePage();
  await app.expectAccessible({ within: app.results });
  expect(found).toEqual([]);
});

/** Bad input: each says what was wrong, beside what caused it, and the example run stays on the page. */
const parquet = readFileSync(dataset('flights-3m.parquet'));
const bad: readonly { name: string; file: Parameters<App['chooseFile']>[0]; says: string }[] = [
  { name: 'an empty file', file: text('empty.csv', 'text/csv', ''), says: 'empty.csv is empty.' },
  {
    name: 'a truncated Parquet',
    file: text('cut.parquet', 'application/octet-stream', parquet.subarray(0, 100_000)),
    says: 'It is truncated: a Parquet file ends with “PAR1”, where its index is, and this one of 100,000 bytes does not.',
  },
  {
    name: 'a file that lies about its type',
    file: text('table.parquet', 'application/octet-stream', 'a,b\n1,2\n'),
    says: 'table.parquet is called a Parquet file, but its content is a CSV or TSV file.',
  },
  {
    name: 'malformed JSON',
    file: text('broken.json', 'application/json', '[{"a": 1}, {"a": '),
    says: 'It is not valid JSON in line 1, column 18: Unexpected end of JSON input.',
  },
];

test('a bad file is refused with its reason, accessibly, and the results stay', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await expect(app.rows()).toHaveCount(12);
  await page.getByRole('radio', { name: 'Your file' }).check();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  for (const { name, file, says } of bad) {
    await test.step(name, async () => {
      await page.locator('input[type=file]').first().setInputFiles(file);
      await expect(data.getByText(says)).toBeVisible();
      await expect(app.rows()).toHaveCount(12);
      await app.expectAccessible({ within: data });
      await data.getByRole('button', { name: /^Change the file / }).click();
    });
  }
});

test('ragged rows are named by line number, and left out', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile(
    text('ragged.csv', 'text/csv', `a,b,c\n${'1,2,3\n'.repeat(20)}1,2\n${'4,5,6\n'.repeat(20)}7,8,9,10\n`),
  );
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText(/line 22\b/i).first()).toBeVisible();
  await expect(data.getByText(/line 43\b/i).first()).toBeVisible();
});

test('a file of 2 GB is refused before it is read', { tag: '@full' }, async ({ page }) => {
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
      .getByRole('region', { name: 'Data', exact: true })
      .getByText('huge.csv has 2,112 MiB; at most 512 MiB of a file can be read.'),
  ).toBeVisible();
});
