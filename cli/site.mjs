import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../scripts/serve.mjs';

/** The built site of the package. In a clone of the repository this folder is missing, and the site is built. */
const packed = fileURLToPath(new URL('../site', import.meta.url));

/**
 * Serves the built site on this computer alone, at a free port.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveSite() {
  if (existsSync(packed)) return serveFolder({ root: packed, port: 0 });
  const { ensureBuilt } = await import('../scripts/build.mjs');
  ensureBuilt();
  return serveFolder({ root: fileURLToPath(new URL('../dist', import.meta.url)), port: 0 });
}
