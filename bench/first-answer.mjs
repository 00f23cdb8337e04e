import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { parseWholeNumber, runMain } from './command-line.mjs';
import { openHeadlessPage } from './headless-page.mjs';

/** @import { Locator, Page } from 'playwright' */

const help = `Takes a user's time with a stopwatch: from a page that this browser never saw, to the answer for a file of one's own. It opens the page, gives it a
CSV file, presses Run, and waits for the answer and for the run's end.

  npm run bench:first-answer [-- options] [FILE…]

  FILE…          Files that the page opens. Default: a CSV file of orders with ten columns, made here.
  --megabytes N  The size of that file (default 20).
  --url URL      A server that already serves the built site; otherwise it is built and served here.

Each line says how many seconds have passed since the page was asked for. Nothing is asserted; the exit code is 1 if a file got no decided answer.`;

const giveUpMs = 280_000;
const pollMs = 100;

/** A CSV file of about this size: numbers, categories, names, times, amounts with gaps, flags and free text. @param {number} megabytes */
function ordersCsv(megabytes) {
  let state = 20_261_126;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  /** @template T @param {readonly [T, ...T[]]} values */
  const one = (values) => values[Math.floor(next() * values.length)] ?? values[0];
  const words = /** @type {const} */ ([
    'please',
    'leave',
    'at',
    'the',
    'door',
    'ring',
    'twice',
    'fragile',
    'gift',
    'call',
  ]);
  const lines = ['order_id,ordered_at,customer,country,product,quantity,unit_price,discount,express,note'];
  let timeMs = Date.UTC(2025, 0, 1);
  for (let length = 0; length < megabytes * 1e6; length += (lines.at(-1)?.length ?? 0) + 1) {
    timeMs += Math.floor(next() * 60_000);
    const note = next() < 0.8 ? '' : Array.from({ length: 6 }, () => one(words)).join(' ');
    lines.push(
      [
        lines.length,
        new Date(timeMs).toISOString(),
        `customer-${Math.floor(next() ** 2 * 40_000)}`,
        one(['DE', 'FR', 'NL', 'US', 'JP']),
        `SKU-${Math.floor(next() * 900)}`,
        1 + Math.floor(next() * 9),
        (Math.exp(next() * 6) + 1).toFixed(2),
        next() < 0.7 ? '' : (next() * 0.3).toFixed(2),
        next() < 0.1,
        note,
      ].join(','),
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** The texts of an element’s children, joined by spaces; empty if it is not there. @param {Locator} locator */
const textOf = async (locator) =>
  (await locator.evaluateAll(([first]) => [...(first?.children ?? [])].map((child) => child.textContent)))
    .join(' ')
    .trim();

/** Whether the page came to a decided answer. @param {Page} page @param {string} site @param {{ name: string, buffer: Buffer }} file */
async function timeToAnswer(page, site, file) {
  const startedMs = performance.now();
  const lap = (/** @type {string} */ what) =>
    console.log(`${((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6)} s  ${what}`);
  console.log(`${file.name}, ${(file.buffer.length / 1e6).toFixed(1)} MB`);
  await page.goto(site);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.waitFor();
  lap('the page is there');
  await page.getByRole('radio', { name: 'Your file' }).check();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...file, mimeType: '' });
  const size = page
    .getByRole('region', { name: 'Data', exact: true })
    .getByText(/[\d,]+ rows?, [\d,]+ columns?/)
    .first();
  await size.waitFor({ timeout: giveUpMs });
  lap(`the file is read: ${/[\d,]+ rows?, [\d,]+ columns?/.exec((await size.textContent()) ?? '')?.[0]}`);
  await run.click({ timeout: giveUpMs });
  lap('Run is pressed');
  const results = page.getByRole('region', { name: 'Results', exact: true });
  const ended = results.getByRole('heading', { name: /^Measured here/ });
  const card = results.getByRole('region', { name: 'Answer', exact: true });
  await results.getByRole('heading', { name: 'Measuring here' }).waitFor();
  let isNamed = false;
  let isDecided = false;
  while (performance.now() - startedMs < giveUpMs) {
    const headline = await textOf(card.getByTestId('answer'));
    const text = await textOf(card);
    const hasEnded = await ended.isVisible();
    if (!isNamed && headline !== '') {
      isNamed = true;
      lap(`an answer: ${headline}`);
    }
    if (!isDecided && headline !== '' && !text.includes('Not decided') && (hasEnded || /can’t( win)?\./.test(text))) {
      isDecided = true;
      lap(`the answer is decided: ${headline}`);
    }
    if (hasEnded) {
      lap('the run has ended');
      break;
    }
    await page.waitForTimeout(pollMs);
  }
  if (!isDecided) console.log('        no decided answer');
  return isDecided;
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      megabytes: { type: 'string', default: '20' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const files =
    positionals.length > 0
      ? positionals.map((path) => ({ name: basename(path), buffer: readFileSync(path) }))
      : [{ name: 'orders.csv', buffer: ordersCsv(parseWholeNumber('megabytes', values.megabytes, 1)) }];
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    const site = new URL('/', page.url()).href;
    let isEveryDecided = true;
    for (const file of files) {
      // A context of its own has no cache, no kept run and no calibration.
      const fresh = await page
        .context()
        .browser()
        ?.newPage({ viewport: { width: 1_440, height: 1_000 } });
      if (fresh === undefined) throw new Error('The browser was closed.');
      isEveryDecided = (await timeToAnswer(fresh, site, file)) && isEveryDecided;
      await fresh.context().close();
    }
    return isEveryDecided;
  } finally {
    await close();
  }
});
