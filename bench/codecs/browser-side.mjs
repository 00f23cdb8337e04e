import { readFile } from 'node:fs/promises';
import { openHeadlessPage, unwrapAnswer } from '../headless-page.mjs';

/** @import { OptionValues } from '../../workers/model/options' */
/** @import { CodecCopy, CodecDirection, CodecLoopBlocks, CodecLoopTime } from '../../workers/model/protocol/codec-loop' */

/** @typedef {Parameters<typeof window.formatlab.codecLoop.ask>[0]} CodecLoopAsked */
/** @typedef {Awaited<ReturnType<typeof openBrowser>>} BrowserSide */

/** Nothing more can be measured: a development server has reloaded the page, or the browser has closed. */
export class PageClosedError extends Error {}

/**
 * The registry's codecs in a worker of the headless page (workers/engine/codec-loop.worker.ts).
 * @param {string | null} url
 */
export async function openBrowser(url) {
  const { page, close } = await openHeadlessPage({ url });
  // The page fetches files by name from this route; no server has them.
  /** @type {Map<string, string>} */
  const files = new Map();
  await page.route('**/codec-bench-files/*', async (route) => {
    const path = files.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await route.fulfill(
      path === undefined ? { status: 404 } : { body: await readFile(path), contentType: 'application/octet-stream' },
    );
  });
  /**
   * @template T
   * @param {() => Promise<T>} evaluate
   */
  const inPage = async (evaluate) => {
    try {
      return await evaluate();
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      throw new PageClosedError(
        `The headless page has closed. A development server reloads it when a file changes; use a built site. (${message.split('\n')[0]})`,
      );
    }
  };
  let named = 0;
  /**
   * @param {CodecLoopAsked} request
   * @param {string | null} path
   */
  const ask = async (request, path = null) => {
    /** @type {string | null} */
    let url = null;
    if (path !== null) {
      named += 1;
      files.set(String(named), path);
      url = `codec-bench-files/${named}`;
    }
    const answer = await inPage(() =>
      page.evaluate(({ request, url }) => window.formatlab.codecLoop.ask(request, url), { request, url }),
    );
    files.clear();
    return unwrapAnswer(answer);
  };
  /**
   * The milliseconds of a pass and the sum of its results' sizes.
   * @param {CodecLoopAsked & { ask: 'warmUp' | 'time' | 'copy' }} request
   */
  const timeOf = async (request) => /** @type {CodecLoopTime} */ (await ask(request));
  return {
    registry: () => inPage(() => page.evaluate(() => window.formatlab.registry.codecs)),
    version: `Chromium ${page.context().browser()?.version()}`,
    begin: () => inPage(() => page.evaluate(() => window.formatlab.codecLoop.begin())),
    /** @type {(codec: string, implementation: string, options: OptionValues) => Promise<unknown>} */
    open: (codec, implementation, options) => ask({ ask: 'open', codec, implementation, options }),
    /** @param {string} path */
    data: (path) => ask({ ask: 'data' }, path),
    /**
     * @param {Omit<CodecLoopAsked & { ask: 'blocks' }, 'ask'>} request
     * @param {string} path
     */
    blocks: async (request, path) => /** @type {CodecLoopBlocks} */ (await ask({ ask: 'blocks', ...request }, path)),
    /** @type {(direction: CodecDirection, forMs: number) => Promise<CodecLoopTime>} */
    warmUp: (direction, forMs) => timeOf({ ask: 'warmUp', direction, forMs }),
    /** @type {(direction: CodecDirection, passes: number) => Promise<CodecLoopTime>} */
    time: (direction, passes) => timeOf({ ask: 'time', direction, passes }),
    /** @type {(direction: CodecDirection, way: CodecCopy, passes: number) => Promise<CodecLoopTime>} */
    copy: (direction, way, passes) => timeOf({ ask: 'copy', direction, way, passes }),
    close,
  };
}
