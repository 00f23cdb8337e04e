import { findChromium } from '../../scripts/chromium.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { builtPages } from './built.mjs';
import { countWork } from './work.mjs';

/**
 * Opens a page of this folder, built where its sources changed, in real Chromium, once it has put `ready` on its window.
 * @param {{ input?: string, ready?: string, expose?: Record<string, (...args: never[]) => unknown> }} options
 * @returns {Promise<{ page: import('playwright').Page, browserVersion: string, newPage: () => Promise<import('playwright').Page>, close: () => Promise<void> }>}
 */
export async function openInteropPage({ input = 'page.html', ready = 'writeAll', expose = {} }) {
  const site = await builtPages();
  const { chromium } = await import('playwright');
  const { executablePath, args } = findChromium();
  const server = await serveFolder({ root: site, port: Number(process.env.PORT ?? 0) });
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const newPage = async () => {
      countWork('pagesOpened');
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
