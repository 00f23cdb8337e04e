import { readdirSync, readFileSync } from 'node:fs';
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
  await page.getByRole('radio', { name: /^Events/ }).check();
  await page.waitForLoadState('networkidle');
  // The published sources are data that the charts show, and are named after what they measured.
  const isEngine = (path: string) =>
    /\.wasm$|h5wasm|hdf5|parquet|duckdb|zstd|arrow/i.test(path) && !/\/assets\/00\d-/.test(path);
  for (const script of scripts) expect(asked).toContain(`/${script}`);
  expect(readdirSync('dist/assets').filter((name) => isEngine(`/assets/${name}`)).length).toBeGreaterThan(0);
  expect(asked.filter(isEngine)).toEqual([]);
});
