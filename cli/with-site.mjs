import { endBrowsers, openSite } from './browser.mjs';
import { exitCodes } from './command-error.mjs';
import { serveSite } from './site.mjs';

/** Ctrl+C, an end that another program asks for, and a terminal that was closed. */
const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

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
  const stop = () => {
    endBrowsers();
    onStop();
    console.error('Stopped.');
    process.exit(exitCodes.stopped);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  // Also after an error that nobody expected.
  process.on('exit', endBrowsers);
  try {
    return await work(await openSite(new URL('headless.html', site.url).href, browser, onProgress));
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
    process.off('exit', endBrowsers);
    endBrowsers();
    await site.close();
  }
}
