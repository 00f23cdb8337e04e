import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from './counted-work';

const limitBytes = 165_000;

test('the page answers a click after at most 165 KB of gzipped JavaScript, and fetches no engine library before it is used', async ({
  page,
}) => {
  const html = readFileSync('dist/index.html', 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  expect(scripts.length).toBeGreaterThan(0);
  const gzippedBytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(`dist/${path}`)).length, 0);
  expect(gzippedBytes).toBeLessThanOrEqual(limitBytes);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.getByRole('button', { name: 'See the whole example' }).click();
  await page.getByRole('button', { name: /: the data$/ }).click();
  await page.getByRole('radio', { name: /^Events/ }).check();
  await page.waitForLoadState('networkidle');
  // The published sources are data that the charts show, and are named after what they measured. A module of less than 4 kB, such as the
  // list of Parquet's settings that an export writes, is no engine.
  const isEngine = (path: string) =>
    /\.wasm$|h5wasm|hdf5|parquet|duckdb|zstd|arrow/i.test(path) &&
    !/\/assets\/00\d-/.test(path) &&
    statSync(`dist${path}`).size >= 4_000;
  for (const script of scripts) expect(asked).toContain(`/${script}`);
  expect(readdirSync('dist/assets').filter((name) => isEngine(`/assets/${name}`)).length).toBeGreaterThan(0);
  expect(asked.filter(isEngine)).toEqual([]);
  // Common hosts refuse larger files.
  expect(readdirSync('dist/assets').filter((name) => statSync(`dist/assets/${name}`).size > 25_000_000)).toEqual([]);

  // A part that did not load, since the connection failed, loads once it is back, with its style sheet.
  const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const failure = page.getByRole('alert');
  await page.getByRole('button', { name: /^Close “/ }).click();
  await page.context().setOffline(true);
  await go('Published');
  await expect(failure).not.toContainText('assets');
  await failure.getByRole('button').click();
  await expect(failure).toBeVisible();
  await go('Formats');
  await expect(failure).toBeVisible();
  await page.context().setOffline(false);
  await go('Published');
  await expect(page.getByRole('heading', { level: 1, name: 'Published results' })).toBeVisible();
  const styled = ({ href, sheet }: HTMLLinkElement) => !/PublishedPage/.test(href) || sheet !== null;
  const sheets = page.locator('link[rel="stylesheet"][href*="PublishedPage"]');
  await expect(sheets).toHaveCount(1);
  expect(await sheets.evaluate(styled)).toBe(true);
  await page.context().setOffline(true);
  await go('Codecs');
  await expect(failure).toBeVisible();
  await page.context().setOffline(false);
  await failure.getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Codecs' })).toBeVisible();

  // A part that a newer version has replaced: the page offers to load that version.
  await page.route('**/assets/AboutPage*', (route) => route.fulfill({ status: 404 }));
  await page.route(new URL('/', page.url()).href, (route) =>
    route.fulfill({ body: '<script src="./assets/newer.js">' }),
  );
  await go('About');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
