import { ensureInstalled } from '../scripts/install.mjs';

/**
 * Opens the built headless page in real Chromium. Builds the site first if it is missing or older than its sources.
 * @param {{ url?: string | null, handlesInterrupt?: boolean }} options `url` is a server that already serves the site; nothing is built or served then. Without
 *   `handlesInterrupt`, Ctrl+C does not close the browser: the caller does.
 * @returns {Promise<{ page: import('playwright').Page, load: () => Promise<void>, close: () => Promise<void> }>}
 */
export async function openHeadlessPage({ url = null, handlesInterrupt = true } = {}) {
  if (url === null) ensureInstalled();
  const { chromium } = await import('playwright');
  const { findChromium } = await import('../scripts/chromium.mjs');
  let server = null;
  let site = url;
  if (site === null) {
    const { ensureBuilt } = await import('../scripts/build.mjs');
    const { serveFolder } = await import('../scripts/serve.mjs');
    ensureBuilt();
    server = await serveFolder({ root: new URL('../dist', import.meta.url).pathname, port: 0 });
    site = server.url;
  }
  const { executablePath, args } = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args,
    handleSIGINT: handlesInterrupt,
  });
  const close = async () => {
    await browser.close();
    await server?.close();
  };
  try {
    const page = await browser.newPage({ acceptDownloads: true });
    page.on('pageerror', (error) => console.error(`The page says: ${error.message}`));
    page.on('crash', () => console.error('The page crashed.'));
    // Leaves the page and opens it again, which frees all data that its runs have kept.
    const load = async () => {
      await page.goto('about:blank');
      await page.goto(new URL('headless.html', site).href);
      await page.waitForFunction(() => window.formatlab !== undefined, null, { timeout: 30_000 });
    };
    await load();
    return { page, load, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Returns the value of an answer of `window.formatlab`. If the call failed, throws an error with its record.
 * @template T
 * @param {{ ok: true, value: T } | { ok: false, error: import('../workers/model/errors').ErrorRecord }} answer
 * @returns {T}
 */
export function unwrapAnswer(answer) {
  if (answer.ok) return answer.value;
  const { message, remedy, tag, stage } = answer.error;
  throw new Error(`${message}${remedy ? ` ${remedy}` : ''} (${tag} at ${stage})`);
}

/**
 * Names a candidate in a few words, for the terminal.
 * @param {import('../workers/model/plan').Candidate} candidate
 */
export function candidateLabel({ format, implementation, options, codec }) {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const inner =
    codec === null
      ? ''
      : ` + ${codec.id}${codec.level === null ? '' : ` ${codec.level}`}${codec.implementation === null ? '' : ` (${codec.implementation})`} by ${codec.granularity}`;
  return `${format} (${implementation})${chosen.length > 0 ? ` ${chosen.join(' ')}` : ''}${inner}`;
}

/**
 * The reason why a cell or an operation was not measured, as the result states it; empty if it states none.
 * @param {import('../workers/model/result').CellResult | import('../workers/model/result').OperationResult} result
 */
export function notMeasuredReason(result) {
  if (result.status === 'failed') return result.error.message;
  return result.status === 'unsupported' ? result.reason : '';
}

/**
 * Makes a call of `window.formatlab` that downloads a file. If the call fails, throws its error at once, without a wait for the download.
 * @template T
 * @param {import('playwright').Page} page
 * @param {() => Promise<Parameters<typeof unwrapAnswer<T>>[0]>} call
 * @param {number} timeoutMs how long the download may take to begin; 0 for any time
 */
export async function downloadOf(page, call, timeoutMs) {
  const downloading = page.waitForEvent('download', { timeout: timeoutMs });
  // Nobody may be waiting when it fails.
  downloading.catch(() => undefined);
  const value = unwrapAnswer(await call());
  return { value, download: await downloading };
}
