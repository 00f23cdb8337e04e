import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { App } from './app';
import { largeParquet } from './large-parquet';
import { type HostBehaviour, type RangeServer, servedBytes, serveRanges } from './range-server';
import { fullUnless } from './tags';

/** A file by its address: after the user’s click, by range requests, which a server of this test counts. */

const large = largeParquet(1_000_000_000, 100_000);
const csv = new TextEncoder().encode(`city,count\n${'Utrecht,17\n'.repeat(20_000)}`);
let server: RangeServer;
test.beforeAll(async () => {
  server = await serveRanges({
    'large.parquet': large,
    'small.parquet': servedBytes(readFileSync('fixtures/golden/parquet/long.zstd.v2.parquet')),
    'cities.csv': servedBytes(csv),
    'long.csv': servedBytes(new TextEncoder().encode(`a,b\n${'1,2\n'.repeat(2_000_000)}`)),
    'run.json': servedBytes(readFileSync('fixtures/example/result.json')),
    'set.json': servedBytes(readFileSync('fixtures/imported/example.json')),
  });
});
test.afterAll(() => server.close());

const region = (page: Page) => page.getByRole('region', { name: 'File at an address' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Or the address of a file' });

async function fetchFrom(page: Page, behaviour: HostBehaviour, name: string): Promise<void> {
  await field(page).fill(server.address(behaviour, name));
  server.takeTraffic();
  await page.getByRole('button', { name: `Fetch from ${server.host}` }).click();
}

async function openField(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await page.getByRole('radio', { name: 'Your file' }).check();
  await expect(field(page)).toBeVisible();
  return app;
}

for (const form of ['query', 'fragment'] as const)
  test(
    `a link with an address in the ${form} fetches nothing before the click, then shows a Parquet file of 1 GB with less than 2 MB`,
    fullUnless(form === 'query'),
    async ({ page }) => {
      const address = encodeURIComponent(server.address('ranges', 'large.parquet'));
      server.takeTraffic();
      const app = new App(page);
      await app.open(form === 'query' ? `?from=${address}` : `#from=${address}`);
      await expect(region(page)).toContainText('A link asks to open the file at this address.');
      await expect(region(page)).toContainText(`The page then sends requests to ${server.host}`);
      await expect(region(page)).toContainText('They see your IP address');
      expect(server.takeTraffic()).toEqual({ requests: 0, bytes: 0 });

      await page.getByRole('button', { name: `Fetch from ${server.host}` }).click();
      const table = page.getByRole('region', { name: 'large.parquet', exact: true });
      await expect(table).toContainText(`${(large.groups * large.groupRows).toLocaleString('en')} rows, 4 columns`);
      const counted = server.takeTraffic();
      expect(counted.bytes).toBeLessThan(2_000_000);
      await expect(table).toContainText(`${counted.requests} requests`);
      const facts = page.getByRole('table', { name: 'Columns of the file' });
      for (const column of large.columns) await expect(facts).toContainText(column);
      await expect(facts.getByRole('row', { name: /^amount/ })).toContainText('DOUBLE');

      await page.getByRole('textbox', { name: 'First row group' }).fill('2');
      await page.getByRole('textbox', { name: 'Last row group' }).fill('2');
      for (const column of ['id', 'amount', 'created']) await page.getByRole('checkbox', { name: column }).uncheck();
      await page.getByRole('button', { name: /^Fetch 100,000 rows/ }).click();
      await expect(page.getByText('100,000 rows, 1 column')).toBeVisible();
      await expect(page.getByRole('region', { name: 'First ten rows' })).toContainText('Utrecht');
      expect(server.takeTraffic().bytes).toBeLessThan(1_000_000);
      await app.expectAccessible({ within: table });
    },
  );

test('a table is fetched whole, with its requests counted, from a host with ranges and from ones without', {
  tag: '@full',
}, async ({ page }) => {
  await openField(page);
  for (const behaviour of ['ranges', 'hidden', 'noRanges', 'noParts', 'packed'] as const) {
    await fetchFrom(page, behaviour, 'cities.csv');
    await expect(page.getByText('20,000 rows, 2 columns'), behaviour).toBeVisible();
    const { requests, bytes } = server.takeTraffic();
    if (behaviour !== 'packed') expect(bytes).toBeGreaterThanOrEqual(csv.length);
    await expect(region(page).getByRole('status')).toContainText(`Fetched: ${requests} request`);
    await page.getByRole('button', { name: 'Change the file cities.csv' }).click();
  }
});

test('a Parquet file that was fetched whole has one map', async ({ page }) => {
  await openField(page);
  await fetchFrom(page, 'ranges', 'small.parquet');
  const table = page.getByRole('region', { name: 'small.parquet', exact: true });
  const maps = page.getByRole('figure', { name: /^Where the bytes of small\.parquet are$/ });
  await expect(table.getByRole('figure')).toHaveCount(1);
  await table.getByRole('button', { name: /^Fetch the whole file/ }).click();
  await expect(page.getByText('3,000 rows, 5 columns', { exact: false }).first()).toBeVisible();
  await expect(table).toContainText('The whole file is open.');
  // Its metadata were fetched before, and again with the whole.
  await expect(table).toContainText('3 requests, 104 kB, more than the file’s 34.6 kB.');
  await expect(maps).toHaveCount(1);
  await expect(table.getByRole('figure')).toHaveCount(0);
});

test('results and a set of published results are told by their content', { tag: '@full' }, async ({ page }) => {
  const app = await openField(page);
  await fetchFrom(page, 'ranges', 'run.json');
  await expect(app.results.getByRole('heading', { level: 2 }).first()).toContainText('run.json');
  await fetchFrom(page, 'noRanges', 'set.json');
  await page.getByRole('button', { name: 'Keep it, and show it under Published' }).click();
  const { title } = JSON.parse(readFileSync('fixtures/imported/example.json', 'utf8')) as { title: string };
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

const problems: readonly [HostBehaviour, string, RegExp][] = [
  ['ranges', 'nothing.csv', /status 404: there is no file at this address\. *Check the address/],
  ['forbidden', 'cities.csv', /status 403: the file is not public/],
  ['noCors', 'cities.csv', /Browsers do not tell a page why.*\(CORS\)/],
  ['opaque', 'cities.csv', /does not allow pages of other hosts to read the file.*CORS rule/],
  ['sentOn', 'cities.csv', /sends the page on to another address, which could not be read/],
  ['lying', 'cities.csv', /The host announced 440,022 bytes, but|arrived before the connection ended/],
  ['otherPart', 'large.parquet', /sent other bytes/],
  [
    'noRanges',
    'large.parquet',
    /The file has [\d,]+ bytes; at most 536,870,912 bytes can be fetched as a whole.*ranges of bytes/,
  ],
];
test('each problem of a host is explained beside the field', async ({ page }) => {
  await openField(page);
  for (const [behaviour, name, said] of problems) {
    await fetchFrom(page, behaviour, name);
    await expect(region(page).getByRole('alert'), behaviour).toContainText(said);
  }
  for (const [text, said] of [
    ['data.parquet', 'This is not a whole address.'],
    ['ftp://example.org/a', 'starts with “ftp:”'],
    ['https://me:secret@example.org/a', 'contains a user name or a password'],
  ] as const) {
    await field(page).fill(text);
    await expect(region(page)).toContainText(said);
    await expect(page.getByRole('button', { name: /^Fetch from/ })).toHaveCount(0);
  }
});

test('a body without an end can be stopped, and ends at the limit', { tag: '@full' }, async ({ page }) => {
  await openField(page);
  await fetchFrom(page, 'slow', 'long.csv');
  await page.getByRole('button', { name: 'Stop fetching' }).press('Enter');
  await expect(region(page).getByRole('alert')).toContainText('The fetching was stopped.');
  await expect(region(page)).toBeFocused();
  await fetchFrom(page, 'endless', 'cities.csv');
  await expect(region(page).getByRole('alert')).toContainText('and there is no end; at most');
});
