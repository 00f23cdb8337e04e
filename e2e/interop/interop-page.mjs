import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../scripts/chromium.mjs';
import { serve } from '../../scripts/serve.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');

/**
 * @param {string} site
 * @param {string} input
 */
async function build(site, input) {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'error',
    build: { outDir: site, emptyOutDir: true, rollupOptions: { input: { page: join(here, input) } } },
  });
}

/**
 * Builds a page of this folder and opens it in real Chromium, once it has put `ready` on its window.
 * @param {{ input?: string, ready?: string, expose?: Record<string, (...args: never[]) => unknown> }} options
 * @returns {Promise<{ page: import('playwright').Page, browserVersion: string, newPage: () => Promise<import('playwright').Page>, close: () => Promise<void> }>}
 */
export async function openInteropPage({ input = 'page.html', ready = 'writeAll', expose = {} }) {
  // One for each process: another run must not pull the files away under this one.
  const site = join(root, `.cache/interop-site-${process.pid}-${ready}`);
  await build(site, input);
  const { chromium } = await import('playwright');
  const { executablePath, args } = findChromium();
  const server = await serve({ root: site, port: Number(process.env.PORT ?? 0) });
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  const close = async () => {
    await browser.close();
    await server.close();
    await rm(site, { recursive: true, force: true });
  };
  try {
    const newPage = async () => {
      const page = await (await browser.newContext()).newPage();
      page.on('pageerror', (error) => console.error(`In the page: ${error.message}`));
      for (const [name, call] of Object.entries(expose)) await page.exposeFunction(name, call);
      await page.goto(new URL(`e2e/interop/${input}`, server.url).href);
      await page.waitForFunction((name) => name in window, ready);
      return page;
    };
    return { page: await newPage(), browserVersion: browser.version(), newPage, close };
  } catch (error) {
    await close();
    throw error;
  }
}
