import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { countWork } from './work.mjs';

/**
 * Writes what a page posts to a folder; the path of the address names the file. As text through the browser's own protocol, hundreds of megabytes
 * would take longer to arrive than to be written.
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function receiveFiles(folder) {
  const server = createServer(async (request, response) => {
    // The page has another origin, by its port.
    response.setHeader('Access-Control-Allow-Origin', '*');
    try {
      const name = decodeURIComponent((request.url ?? '/').slice(1));
      if (request.method !== 'POST' || name === '' || name !== basename(name))
        throw new Error(`${request.method} ${request.url} names no file.`);
      const parts = [];
      for await (const part of request) parts.push(part);
      const bytes = Buffer.concat(parts);
      countWork('encodedBytes', bytes.length);
      await writeFile(join(folder, name), bytes);
      response.writeHead(204).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(null));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
