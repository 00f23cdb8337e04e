import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App } from './app';
import { fixtureFiles } from './drop-files';
import { largeParquet } from './large-parquet';
import { type HostBehaviour, type RangeServer, servedBytes, serveRanges } from './range-server';
import { telling } from '../workers/model/testing/telling';

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
    'people.avro': servedBytes(fixtureFiles('avro').bytesOf('zstandard.avro')),
    'people.orc': servedBytes(fixtureFiles('orc').bytesOf('zlib.orc')),
    'set.json': servedBytes(readFileSync('fixtures/imported/example.json')),
  });
});
test.afterAll(() => server.close());

const region = (page: Page) => page.getByRole('region', { name: 'File at an address' });
const field = (page: Page) => page.getByRole('textbox', { name: /^Or the address/ });

async function fetchFrom(page: Page, behaviour: HostBehaviour, name: string): Promise<void> {
  await field(page).fill(server.address(behaviour, name));
  server.takeTraffic();
  await page.getByRole('button', { name: `Fetch from ${server.host}` }).click();
}

async function openField(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.drawer('data');
  await page.getByRole('radio', { name: 'Your file' }).check();
  await expect(field(page)).toBeVisible();
  return app;
}

/** Opens a link with the address of the large file; nothing is fetched before the click, which shows its columns. */
async function openLink(page: Page, form: 'query' | 'fragment') {
  const address = encodeURIComponent(server.address('ranges', 'large.parquet'));
  server.takeTraffic();
  const app = new App(page);
  await app.open(form === 'query' ? `?from=${address}` : `#from=${address}`);
  await expect(field(page)).toHaveValue(server.address('ranges', 'large.parquet'));
  await expect(region(page).getByText(/^A link asks/)).toBeVisible();
  await expect(region(page).getByRole('strong').filter({ hasText: server.host })).toBeVisible();
  await expect(region(page)).toContainText('your IP address');
  expect(server.takeTraffic()).toEqual({ requests: 0, bytes: 0 });

  await page.getByRole('button', { name: `Fetch from ${server.host}` }).click();
  const table = page.getByRole('region', { name: 'large.parquet', exact: true });
  await expect(table).toContainText(`${(large.groups * large.groupRows).toLocaleString('en')} rows, 4 columns`);
  const counted = server.takeTraffic();
  expect(counted.bytes).toBeLessThan(2_000_000);
  await expect(table).toContainText(`${counted.requests} requests`);
  return { app, table };
}

test('a link with an address in the query fetches nothing before the click, then shows a Parquet file of 1 GB with less than 2 MB', {
  tag: '@full',
}, async ({ page }) => {
  const { app, table } = await openLink(page, 'query');
  const facts = page.getByRole('table', { name: /^Columns of/ });
  for (const column of large.columns) await expect(facts).toContainText(column);
  await expect(facts.getByRole('row', { name: /^amount/ })).toContainText('DOUBLE');

  await page.getByRole('textbox', { name: 'First row group' }).fill('2');
  await page.getByRole('textbox', { name: 'Last row group' }).fill('2');
  for (const column of ['id', 'amount', 'created']) await page.getByRole('checkbox', { name: column }).uncheck();
  await page.getByRole('button', { name: /^Fetch 100,000 rows/ }).click();
  await app.drawer('data');
  await expect(page.getByText('100,000 rows, 1 column')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First ten rows' })).toContainText('Utrecht');
  expect(server.takeTraffic().bytes).toBeLessThan(1_000_000);
  await app.closeDrawer();
  await app.expectAccessible({ within: table });
});

test('a link with an address in the fragment fetches nothing before the click', { tag: '@full' }, async ({ page }) => {
  await openLink(page, 'fragment');
});

/** Each problem with the facts of the error that the page shows beside the field. */
const problems: readonly [HostBehaviour, string, RegExp][] = [
  ['ranges', 'nothing.csv', telling(404)],
  ['forbidden', 'cities.csv', telling(403)],
  ['noCors', 'cities.csv', /not tell .*\(CORS\)/],
  ['opaque', 'cities.csv', /does not allow .*CORS/],
  ['sentOn', 'cities.csv', /another address/],
  ['lying', 'cities.csv', /440,022 bytes|before the connection ended/],
  ['otherPart', 'large.parquet', /other bytes/],
  ['noRanges', 'large.parquet', telling('536,870,912 bytes')],
];

test('what a host answers is told: each problem beside the field, and a Parquet file that was fetched whole has one map', {
  tag: '@full',
}, async ({ page }) => {
  await openField(page);
  for (const [behaviour, name, said] of problems)
    await test.step(`${behaviour}, ${name}`, async () => {
      await fetchFrom(page, behaviour, name);
      await expect(region(page).getByRole('alert'), behaviour).toContainText(said);
    });
  for (const [text, said] of [
    ['data.parquet', /address/],
    ['ftp://example.org/a', /“ftp:”/],
    ['https://me:secret@example.org/a', /password/],
  ] as const) {
    await field(page).fill(text);
    await expect(region(page).getByRole('status')).toContainText(said);
    await expect(page.getByRole('button', { name: /^Fetch from/ })).toHaveCount(0);
  }
  await test.step('a Parquet file that was fetched whole', async () => {
    await fetchFrom(page, 'ranges', 'small.parquet');
    const table = page.getByRole('region', { name: 'small.parquet', exact: true });
    const maps = page.getByRole('figure', { name: telling('small.parquet') });
    await new App(page).openTab('Bytes');
    await expect(table.getByRole('figure')).toHaveCount(1);
    const whole = table.getByRole('button', { name: /^Fetch the whole/ });
    await whole.click();
    await expect(page.getByText('3,000 rows, 5 columns', { exact: false }).first()).toBeVisible();
    // Its metadata were fetched before, and again with the whole.
    await expect(table.getByText(telling('3 requests', '104 kB', '34.6 kB')).first()).toBeVisible();
    await expect(maps).toHaveCount(1);
    await expect(table.getByRole('figure')).toHaveCount(0);
  });
});

test('files of every kind of host and content: whole, stopped, Avro, ORC, results and published results', {
  tag: '@full',
}, async ({ page }) => {
  const app = await openField(page);
  for (const behaviour of ['ranges', 'hidden', 'noRanges', 'noParts', 'packed'] as const)
    await test.step(`a table from a host: ${behaviour}`, async () => {
      await fetchFrom(page, behaviour, 'cities.csv');
      await expect(page.getByText('20,000 rows, 2 columns'), behaviour).toBeVisible();
      const { requests, bytes } = server.takeTraffic();
      if (behaviour !== 'packed') expect(bytes).toBeGreaterThanOrEqual(csv.length);
      await expect(region(page).getByRole('status')).toContainText(
        telling(`${requests} request${requests === 1 ? '' : 's'}`),
      );
      await page.getByRole('button', { name: 'Change the file cities.csv' }).click();
    });
  // Where a body ends at the limit is tested in workers/formats/parquet/remote/remote-parquet.test.ts: here it would be 512 MiB.
  await test.step('a fetch can be stopped', async () => {
    await fetchFrom(page, 'slow', 'long.csv');
    await page.getByRole('button', { name: 'Stop fetching' }).press('Enter');
    await expect(region(page).getByRole('alert')).toContainText('stopped');
    await expect(region(page)).toBeFocused();
  });
  for (const name of ['people.avro', 'people.orc'])
    await test.step(name, async () => {
      await fetchFrom(page, 'ranges', name);
      const data = page.getByRole('region', { name: 'Data', exact: true });
      await expect(data.getByText('60 rows, 3 columns')).toBeVisible();
      await expect(data.getByRole('row', { name: /^id int64/ })).toBeVisible();
      await page.getByRole('button', { name: `Change the file ${name}` }).click();
    });
  await test.step('results and a set of published results are told by their content', async () => {
    await fetchFrom(page, 'ranges', 'run.json');
    await expect(app.results.getByRole('heading', { level: 2 }).first()).toContainText('run.json');
    await fetchFrom(page, 'noRanges', 'set.json');
    await page.getByRole('button', { name: /^Keep it/ }).click();
    const { title } = JSON.parse(readFileSync('fixtures/imported/example.json', 'utf8')) as { title: string };
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  });
});
