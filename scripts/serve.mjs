import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** The headers for cross-origin isolation, which gives a finer timer, and against guessing of content types. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The file inside `root` for the path of a request. Null if there is none, or if a symbolic link leads out of `root`.
 * @param {string} root
 * @param {string} requestUrl
 */
async function fileOf(root, requestUrl) {
  let pathname;
  try {
    pathname = decodeURIComponent(new URL(requestUrl, 'http://localhost').pathname);
  } catch {
    return null;
  }
  if (pathname.includes('\0')) return null;
  try {
    let path = await realpath(join(root, normalize(`/${pathname}`)));
    if (path !== root && !path.startsWith(root + sep)) return null;
    let found = await stat(path);
    if (found.isDirectory()) {
      path = join(path, 'index.html');
      found = await stat(path);
    }
    return found.isFile() ? { path, sizeBytes: found.size } : null;
  } catch {
    return null;
  }
}

/**
 * Serves a folder over HTTP with the headers of a cross-origin isolated page. `port` 0 takes any free port. If the port is taken, one of the next
 * nine is tried.
 * @param {{ root: string, port?: number, host?: string }} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveFolder({ root, port = 4173, host = 'localhost' }) {
  const folder = await realpath(root);
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    const file = await fileOf(folder, request.url ?? '/');
    if (file === null) {
      response
        .writeHead(404, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
        .end('There is no such file.\n');
      return;
    }
    const hashed = /[/\\]assets[/\\]/.test(file.path);
    response.writeHead(200, {
      ...headers,
      'Content-Type': mediaTypes[extname(file.path).toLowerCase()] ?? 'application/octet-stream',
      'Content-Length': file.sizeBytes,
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(file.path)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  /**
   * @param {number} wanted
   * @returns {Promise<number>} the port that it has
   */
  const listen = (wanted) =>
    new Promise((resolve, reject) => {
      const onError = (/** @type {Error} */ error) => reject(error);
      server.once('error', onError);
      server.listen(wanted, host, () => {
        server.off('error', onError);
        resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
      });
    });
  let taken;
  for (let attempt = 0; ; attempt += 1) {
    try {
      taken = await listen(port === 0 ? 0 : port + attempt);
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE' || attempt === 9) throw error;
    }
  }
  return {
    url: `http://${host}:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
