import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'formatlab-serve-'));
const root = join(folder, 'site');
let server: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<p>home</p>');
  writeFileSync(join(root, 'assets', 'codec-abc.wasm'), 'wasm');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'));
  server = await serveFolder({ root, port: 0 });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** As it stands, without the tidying that `fetch` does to a path. */
function get(
  path: string,
  method = 'GET',
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

describe('serve', () => {
  it('serves a folder’s index with the headers of an isolated page', async () => {
    const { status, headers, body } = await get('/?a=b');
    expect({ status, body }).toEqual({ status: 200, body: '<p>home</p>' });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-cache',
    });
  });

  it('gives WebAssembly its media type, and lets hashed files be kept', async () => {
    const { headers } = await get('/assets/codec-abc.wasm');
    expect(headers).toMatchObject({
      'content-type': 'application/wasm',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '4',
    });
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/link.txt',
    '/assets',
    '/missing.js',
    '/%00',
    '/%zz',
    '//etc/passwd',
  ])('finds nothing at %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  });

  it('answers HEAD without a body, and no other method', async () => {
    expect(await get('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect((await get('/', 'POST')).status).toBe(405);
  });

  it('takes the next port where one is taken', async () => {
    const port = Number(new URL(server.url).port);
    const second = await serveFolder({ root, port });
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
    await second.close();
  });
});
