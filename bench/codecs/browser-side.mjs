import { readFile } from 'node:fs/promises';
import { openHeadlessPage, unwrapAnswer } from '../headless-page.mjs';

/** Nothing more can be measured: a development server has loaded the page anew, or the browser has ended. */
export class PageLost extends Error {}

/** The registry's codecs in a worker of the headless page (workers/engine/codec-loop.worker.ts). */
export async function openBrowser(url) {
  const { page, close } = await openHeadlessPage({ url });
  // The page fetches files from here by name; nothing of them is served.
  const files = new Map();
  await page.route('**/codec-bench-files/*', async (route) => {
    const path = files.get(new URL(route.request().url()).pathname.split('/').at(-1));
    await route.fulfill(
      path === undefined ? { status: 404 } : { body: await readFile(path), contentType: 'application/octet-stream' },
    );
  });
  const inPage = async (code, value) => {
    try {
      return await page.evaluate(code, value);
    } catch (thrown) {
      throw new PageLost(
        `The headless page is gone. A development server loads it anew where a file changes; a built site stays. (${thrown.message.split('\n')[0]})`,
      );
    }
  };
  let named = 0;
  const ask = async (request, path = null) => {
    let url = null;
    if (path !== null) {
      named += 1;
      files.set(String(named), path);
      url = `codec-bench-files/${named}`;
    }
    const answer = await inPage(([request, url]) => window.formatlab.codecLoop.ask(request, url), [request, url]);
    files.clear();
    return unwrapAnswer(answer);
  };
  return {
    registry: () => inPage(() => window.formatlab.registry.codecs),
    version: `Chromium ${page.context().browser().version()}`,
    begin: () => inPage(() => window.formatlab.codecLoop.begin()),
    open: (codec, implementation, options) => ask({ ask: 'open', codec, implementation, options }),
    data: (path) => ask({ ask: 'data' }, path),
    blocks: (request, path) => ask({ ask: 'blocks', ...request }, path),
    /** These three give the milliseconds of a pass and the sum of its results' sizes. */
    warmUp: (direction, forMs) => ask({ ask: 'warmUp', direction, forMs }),
    time: (direction, passes) => ask({ ask: 'time', direction, passes }),
    copy: (direction, way, passes) => ask({ ask: 'copy', direction, way, passes }),
    close,
  };
}
