import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Launcher } from 'chrome-launcher';
import CDP from 'chrome-remote-interface';
import { CommandError, errorOfPage, exitCodes } from './command-error.mjs';
import { clean } from './literals.mjs';

/** @import { BrowserChoice } from './arguments.mjs' */

/** How long the browser may take to start, and the site to load, in milliseconds. */
const startLimitMs = 60_000;
const pollMs = 100;

const noBrowser = (/** @type {string} */ message, /** @type {string} */ remedy) =>
  new CommandError(message, remedy, exitCodes.noBrowser);

/** @param {string | null} chosen */
function chromePathOf(chosen) {
  if (chosen !== null) return programAt(chosen, '--chrome');
  const { CHROME_PATH } = process.env;
  // The launcher would take another browser in silence.
  if (CHROME_PATH !== undefined && CHROME_PATH !== '') return programAt(CHROME_PATH, 'CHROME_PATH');
  try {
    const found = Launcher.getFirstInstallation();
    if (found !== undefined) return found;
  } catch {
    // Its error names its own variables alone. The one below says all that can be done.
  }
  throw noBrowser(
    'No Chrome or Chromium was found.',
    'Install one, such as with “apt-get install chromium”, or name it: --chrome /path/to/chrome, or set CHROME_PATH.',
  );
}

/**
 * @param {string} path
 * @param {string} from what names the path
 */
function programAt(path, from) {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw noBrowser(
      `${from} names ${clean(path, '')}, where there is no program that can be started.`,
      'Name an installed Chrome or Chromium, such as --chrome /usr/bin/chromium.',
    );
  }
}

/**
 * Ends each browser that this process has started, and removes its profile.
 * @type {Set<() => void>}
 */
const running = new Set();

/** Ends all browsers at once, also one that is just starting. */
export function endBrowsers() {
  for (const end of running) end();
}

/** Without these, Chrome connects to hosts of its own, or waits for a graphics card. */
const flags = ['--headless=new', '--disable-gpu', '--disable-quic', '--window-size=1280,900'];

/**
 * Starts a browser with a profile of its own, which is removed with it.
 * @param {BrowserChoice} choice
 */
async function launch({ chromePath, isSandboxed }) {
  if (isSandboxed && process.getuid?.() === 0)
    throw noBrowser(
      'Chrome’s sandbox does not work for root, and Formatlab does not switch it off by itself.',
      'Run the command as another user, or add --no-sandbox: a damaged file that breaks Chrome could then act as root.',
    );
  const path = chromePathOf(chromePath);
  /** @type {(error: Error) => void} */
  let tellEnd = () => undefined;
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    tellEnd = reject;
  });
  ended.catch(() => undefined);
  const launcher = new Launcher(
    {
      chromePath: path,
      chromeFlags: [...flags, ...(isSandboxed ? [] : ['--no-sandbox'])],
      connectionPollInterval: pollMs,
      maxConnectionRetries: startLimitMs / pollMs,
      logLevel: 'silent',
    },
    {
      spawn: /** @type {typeof spawn} */ (
        (/** @type {Parameters<typeof spawn>} */ ...words) => {
          const child = spawn(...words);
          child.on('error', tellEnd).on('exit', () => tellEnd(new Error('It ended at once.')));
          return child;
        }
      ),
    },
  );
  const end = () => {
    running.delete(end);
    // It asks every 100 ms whether Chrome is there, which keeps this process: this is the last time.
    Object.assign(launcher, { isDebuggerReady: () => new Promise(() => undefined) });
    launcher.kill();
    launcher.destroyTmp();
  };
  running.add(end);
  try {
    await Promise.race([launcher.launch(), ended]);
  } catch (error) {
    const said = saidBy(launcher.userDataDir);
    end();
    const isSandbox = /sandbox/iu.test(said);
    throw noBrowser(
      `${clean(path, '')} did not start: ${said || (error instanceof Error ? error.message : String(error))}`,
      isSandbox
        ? 'This computer does not let Chrome make its sandbox. Allow user namespaces, or add --no-sandbox if you trust the file.'
        : 'Name another Chrome or Chromium: --chrome /path/to/chrome.',
    );
  }
  return { port: /** @type {number} */ (launcher.port), end };
}

/**
 * The last line that the browser wrote on why it ended.
 * @param {string | undefined} userDataDir
 */
function saidBy(userDataDir) {
  try {
    const lines = readFileSync(join(userDataDir ?? '', 'chrome-err.log'), 'utf8')
      .trim()
      .split('\n');
    return (lines.find((line) => /FATAL|sandbox|error while loading/iu.test(line)) ?? lines.at(-1) ?? '').slice(0, 400);
  } catch {
    return '';
  }
}

/**
 * A page of the site in a browser of its own.
 * @typedef {object} SitePage
 * @property {(files: readonly string[]) => Promise<void>} chooseFiles lets the page read the files. The browser opens them itself; nothing is copied.
 * @property {<T>(call: string, values: readonly unknown[]) => Promise<T>} call calls a function of `window.formatlab` and resolves with what it resolves with
 * @property {(folder: string) => Promise<string>} nextDownload the path of the next file that the page saves, once it is whole
 * @property {() => void} end ends the browser at once
 */

/**
 * @param {string} url the address of the headless page
 * @param {BrowserChoice} choice
 * @param {(progress: import('../web/headless/answer').AnswerProgress) => void} onProgress
 * @returns {Promise<SitePage>}
 * @throws {CommandError} with the exit code of a missing browser
 */
export async function openSite(url, choice, onProgress) {
  const { port, end } = await launch(choice);
  try {
    const client = await CDP({ port, target: await CDP.New({ port, url: 'about:blank' }) });
    const { Browser, Page, Runtime, DOM, Inspector } = client;
    const lost = new Promise((_, reject) => {
      const refuse = (/** @type {string} */ what) => () =>
        reject(
          new CommandError(
            `${what} while it worked.`,
            'Close other programs to free memory, or measure a part of the file: --read rows=100000',
            exitCodes.undecided,
          ),
        );
      Inspector.targetCrashed(refuse('The page crashed'));
      client.on('disconnect', refuse('The browser ended'));
    });
    // Nobody may be waiting when it ends.
    lost.catch(() => undefined);
    /** @template T @param {Promise<T>} work @returns {Promise<T>} */
    const unlessLost = (work) => /** @type {Promise<T>} */ (Promise.race([work, lost]));
    await Promise.all([Page.enable(), Runtime.enable(), DOM.enable({}), Inspector.enable()]);
    await Runtime.addBinding({ name: 'tellProgress' });
    Runtime.bindingCalled(({ name, payload }) => {
      if (name === 'tellProgress') onProgress(JSON.parse(payload));
    });
    await unlessLost(Page.navigate({ url }));
    await unlessLost(untilReady(Runtime));
    return {
      end,
      chooseFiles: async (files) => {
        const { root } = await DOM.getDocument({});
        const { nodeId } = await DOM.querySelector({ nodeId: root.nodeId, selector: '#own-file' });
        await unlessLost(DOM.setFileInputFiles({ nodeId, files: [...files] }));
      },
      nextDownload: (folder) => unlessLost(downloadTo(Browser, folder)),
      call: async (call, values) => {
        const words = [
          ...values.map((value) => JSON.stringify(value)),
          '(progress) => window.tellProgress(JSON.stringify(progress))',
        ];
        const { result, exceptionDetails } = await unlessLost(
          Runtime.evaluate({
            expression: `window.formatlab.${call}(${words.join(', ')})`,
            awaitPromise: true,
            returnByValue: true,
          }),
        );
        if (exceptionDetails !== undefined)
          throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        const answer = result.value;
        if (answer.ok) return answer.value;
        throw errorOfPage(answer.error);
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** @param {import('chrome-remote-interface').Client['Runtime']} Runtime */
async function untilReady(Runtime) {
  const startMs = Date.now();
  for (;;) {
    const { result } = await Runtime.evaluate({ expression: 'window.formatlab !== undefined' });
    if (result.value === true) return;
    if (Date.now() - startMs > startLimitMs)
      throw noBrowser('The site did not load in this browser.', 'Formatlab needs Chrome or Chromium 120 or newer.');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * @param {import('chrome-remote-interface').Client['Browser']} Browser
 * @param {string} folder
 * @returns {Promise<string>} the path of the next file that is saved, once it is whole
 */
function downloadTo(Browser, folder) {
  return new Promise((done, fail) => {
    Browser.downloadProgress(({ guid, state }) => {
      if (state === 'completed') done(join(folder, guid));
      if (state === 'canceled')
        fail(
          new CommandError(
            'The browser could not write the file.',
            `Free some space on the disk of ${folder}.`,
            exitCodes.badFile,
          ),
        );
    });
    Browser.setDownloadBehavior({ behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true }).catch(fail);
  });
}
