import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseWholeNumber, runMain } from '../command-line.mjs';
import { openHeadlessPage } from '../headless-page.mjs';
import { benchFiles, describeFile, makeBenchFiles } from './files.mjs';
import { watchTabMemory } from './tab-memory.mjs';

/** @import { Locator, Page } from 'playwright' */

const help = `Takes a user's time with a stopwatch: from a page that this browser never saw, to the answer for a file of one's own. It opens the page, gives it a
file, and waits for the answer and for the end of the run, which starts by itself.

  npm run bench:first-answer [-- options] [FILE…]

  FILE…          Files that the page opens. Default: ${benchFiles.length} files, from 5 MB to 10 GB, which Python makes once.
  --folder PATH  Where these files are kept (default: a folder for temporary files).
  --most-mb N    Leaves out larger ones (default ${Math.max(...benchFiles.map(({ sizeMB }) => sizeMB))}).
  --url URL      A server that already serves the built site; otherwise it is built and served here.

Each line says how many seconds have passed since the file was given to the page. The last one has the peak of the tab's memory, measured outside the
browser (on Linux). Nothing is asserted; the exit code is 1 if a file got no answer.`;

const giveUpMs = 900_000;
const pollMs = 100;

/** The texts of an element’s children, joined by spaces; empty if it is not there. @param {Locator} locator */
const textOf = async (locator) =>
  (await locator.evaluateAll(([first]) => [...(first?.children ?? [])].map((child) => child.textContent)))
    .join(' ')
    .trim();

/** Whether the page came to an answer. @param {Page} page @param {string} site @param {string} path */
async function timeToAnswer(page, site, path) {
  console.log(describeFile(path));
  await page.goto(site);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  const memory = watchTabMemory();
  const startedMs = performance.now();
  const passed = () => `${((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6)} s`;
  const lap = (/** @type {string} */ what) => console.log(`${passed()}  ${what}`);
  await chooser.setFiles(path);
  // It takes the place of Run when the run starts.
  await page.locator('#run').getByRole('button', { name: 'Stop', exact: true }).waitFor({ timeout: giveUpMs });
  lap('the file is read, and its run has started');
  const results = page.getByRole('region', { name: 'Results', exact: true });
  const ended = results.getByRole('heading', { name: /^Measured here/ });
  const card = results.getByRole('region', { name: 'Answer', exact: true });
  await results.getByRole('heading', { name: 'Measuring here' }).waitFor({ timeout: giveUpMs });
  let isNamed = false;
  let isDecided = false;
  while (performance.now() - startedMs < giveUpMs) {
    const headline = await textOf(card.getByTestId('answer').getByRole('heading', { level: 2 }).first());
    const word = await textOf(card.getByTestId('certainty'));
    const hasEnded = await ended.isVisible();
    if (!isNamed && headline !== '') {
      isNamed = true;
      lap(`an answer: ${headline}`);
    }
    if (!isDecided && headline !== '' && !word.startsWith('Not sure yet')) {
      isDecided = true;
      lap(`the answer is decided: ${headline}`);
    }
    if (hasEnded) {
      lap('the run has ended');
      break;
    }
    await page.waitForTimeout(pollMs);
  }
  const peakBytes = memory.stop();
  if (peakBytes !== null) console.log(`          the tab took ${Math.round(peakBytes / 1_048_576)} MiB at most`);
  if (!isDecided) console.log('          no decided answer');
  return isNamed;
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: join(tmpdir(), 'formatlab-first-answer') },
      'most-mb': { type: 'string', default: String(Math.max(...benchFiles.map(({ sizeMB }) => sizeMB))) },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const paths =
    positionals.length > 0
      ? positionals
      : makeBenchFiles(values.folder, parseWholeNumber('most-mb', values['most-mb'], 1));
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const site = new URL('/', page.url()).href;
    let isEveryAnswered = true;
    for (const path of paths) {
      // A context of its own has no cache, no kept run and no calibration.
      const fresh = await page
        .context()
        .browser()
        ?.newPage({ viewport: { width: 1_440, height: 1_000 } });
      if (fresh === undefined) throw new Error('The browser was closed.');
      isEveryAnswered = (await timeToAnswer(fresh, site, path)) && isEveryAnswered;
      await fresh.context().close();
    }
    return isEveryAnswered;
  } finally {
    await close();
  }
});
