import { readFile } from 'node:fs/promises';
import { openHeadlessPage, unwrapAnswer } from '../headless-page.mjs';

/** The registry's codecs in a worker of the headless page (workers/engine/codec-loop.worker.ts). */
export async function openBrowser(url) {
  const { page, close } = await openHeadlessPage({ url });
  // The page fetches files from here by name; nothing of them is served.
  const files = new Map();
  await page.route('**/codec-bench-files/*', async (route) => {
    const path = files.get(new URL(route.request().url()).pathname.split('/').at(-1));
    await route.fulfill(path === undefined ? { status: 404 } : { body: await readFile(path), contentType: 'application/octet-stream' });
  });
  let named = 0;
  const ask = async (request, path = null) => {
    let url = null;
    if (path !== null) {
      named += 1;
      files.set(String(named), path);
      url = `codec-bench-files/${named}`;
    }
    const answer = await page.evaluate(([request, url]) => window.formatlab.codecLoop.ask(request, url), [request, url]);
    files.clear();
    return unwrapAnswer(answer);
  };
  return {
    registry: () => page.evaluate(() => window.formatlab.registry.codecs),
    version: `Chromium ${page.context().browser().version()}`,
    begin: () => page.evaluate(() => window.formatlab.codecLoop.begin()),
    open: (codec, implementation, options) => ask({ ask: 'open', codec, implementation, options }),
    data: (path) => ask({ ask: 'data' }, path),
    blocks: (request, path) => ask({ ask: 'blocks', ...request }, path),
    warmUp: async (direction, forMs) => (await ask({ ask: 'warmUp', direction, forMs })).passMs,
    time: async (direction, passes) => (await ask({ ask: 'time', direction, passes })).passMs,
    copy: async (direction, passes) => (await ask({ ask: 'copy', direction, passes })).passMs,
    close,
  };
}
