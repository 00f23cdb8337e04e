import { openSite } from './browser.mjs';
import { exitCodes } from './command-error.mjs';
import { serveSite } from './site.mjs';

/**
 * Does some work with the site in a browser, which ends with it, and at once if the user stops the command.
 * @template T
 * @param {{
 *   browser: import('./arguments.mjs').BrowserChoice,
 *   onProgress: Parameters<typeof openSite>[2],
 *   onStop: () => void,
 * }} options
 * @param {(page: import('./browser.mjs').SitePage) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSite({ browser, onProgress, onStop }, work) {
  const site = await serveSite();
  /** @type {import('./browser.mjs').SitePage | null} */
  let page = null;
  const stop = () => {
    page?.end();
    onStop();
    console.error('Stopped. Nothing was written.');
    process.exit(exitCodes.stopped);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    page = await openSite(new URL('headless.html', site.url).href, browser, onProgress);
    return await work(page);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    page?.end();
    await site.close();
  }
}
