import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../scripts/chromium.mjs';
import { serve } from '../../scripts/serve.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const site = join(root, '.cache/interop-site');

async function build() {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'warn',
    build: { outDir: site, emptyOutDir: true, rollupOptions: { input: { page: join(here, 'page.html') } } },
  });
}

/**
 * Builds page.html and opens it in real Chromium.
 * @param {{ saveFile: (name: string, base64: string) => void }} options
 * @returns {Promise<{ page: import('playwright').Page, close: () => Promise<void> }>}
 */
export async function openInteropPage({ saveFile }) {
  await build();
  const { chromium } = await import('playwright');
  const { executablePath, args } = findChromium();
  const server = await serve({ root: site, port: Number(process.env.PORT ?? 0) });
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(`In the page: ${error.message}`));
    await page.exposeFunction('saveFile', saveFile);
    await page.goto(new URL('e2e/interop/page.html', server.url).href);
    await page.waitForFunction(() => 'writeAll' in window);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
