import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runMain } from './command-line.mjs';

/** @import { CDPSession, Page } from 'playwright' */
/** @import { RunResult } from '../workers/model/result' */

const help = `Traces the main thread of real Chromium while the two sliders and the cursor of the break-even chart are dragged, with 200 cells of two runs on the page.

  npm run bench:frames [-- options]

  --steps N     Movements of the pointer for each drag (default 60).
  --repeats N   Drags of each; the one with the shortest frames counts, since other work slows a drag (default 3).
  --url URL     A server that already serves the built site; otherwise it is built and served here.

Times are processor time of the main thread: script, style, layout and paint. A frame lasts from one commit to the next. Exit code: 1 if the 95th percentile
of the frames of a drag is above 16 ms.`;

const limitMs = 16;
/** Two runs of two datasets: 200 cells. */
const candidateCount = 50;

/** The example run with 50 candidates on two datasets, each with other sizes and times. @param {string} startedAt @param {number} factor */
function largeRun(startedAt, factor) {
  const run = /** @type {RunResult} */ (
    JSON.parse(readFileSync(new URL('../fixtures/example/result.json', import.meta.url), 'utf8'))
  );
  const sources = run.cells.filter(
    (cell) => cell.status === 'completed' && run.plan.candidates[cell.candidate]?.format !== 'raw',
  );
  const codecs = [
    ...Array.from({ length: 22 }, (_, level) => ({ id: 'zstd', implementation: 'bokuweb', level: level + 1 })),
    ...Array.from({ length: 9 }, (_, level) => ({ id: 'gzip', implementation: 'fflate', level: level + 1 })),
    ...Array.from({ length: 11 }, (_, level) => ({ id: 'brotli', implementation: 'native', level: level + 1 })),
  ];
  /** @type {RunResult['plan']['candidates']} */
  const candidates = [];
  /** @type {RunResult['cells']} */
  const cells = [];
  for (let index = 0; index < candidateCount; index += 1) {
    const source = sources.filter((cell) => run.plan.candidates[cell.candidate]?.codec === null)[
      Math.floor(index / codecs.length)
    ];
    const codec = codecs[index % codecs.length];
    const candidate = source && run.plan.candidates[source.candidate];
    if (source?.status !== 'completed' || candidate === undefined || codec === undefined)
      throw new Error('The example has too few candidates.');
    const cell = structuredClone(source);
    candidates.push({ ...candidate, codec: { ...codec, granularity: 'file' } });
    cell.candidate = index;
    cell.dataset = 0;
    cell.sizeBytes = Math.round((cell.sizeBytes ?? 0) / (1 + 3 * Math.sin(index * 1.7) ** 2));
    for (const outcome of Object.values(cell.operations))
      if (outcome?.status === 'measured')
        for (const round of outcome.rounds)
          round.samplesMs = round.samplesMs.map((ms) => ms * factor * (0.3 + 4 * Math.sin(index * 0.9) ** 2));
    cells.push(cell, { ...structuredClone(cell), dataset: 1, sizeBytes: cell.sizeBytes * 2 });
  }
  const [spec] = run.plan.datasets;
  const [info] = run.datasets;
  if (spec?.source !== 'workload' || info?.status !== 'ready') throw new Error('The example is of a workload.');
  const datasets = [
    info,
    { ...info, itemCount: info.itemCount * 2, dataBytes: info.dataBytes * 2, sha256: '0'.repeat(64) },
  ];
  const plan = { ...run.plan, datasets: [spec, { ...spec, size: spec.size * 2 }], candidates };
  return { ...run, startedAt, noiseFloor: null, plan, datasets, cells };
}

/**
 * @typedef {{ readonly name: string, readonly ts: number, readonly dur?: number, readonly tdur?: number, readonly pid: number, readonly tid: number, readonly ph: string,
 *   readonly args?: { readonly name?: string, readonly data?: { readonly type?: string } } }} TraceEvent
 */

/** Processor time of the frames and of the tasks on the page's main thread, ms. @param {readonly TraceEvent[]} events */
function framesOf(events) {
  const inputs = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointermove');
  if (inputs.length < 10) throw new Error('The trace has too few movements of the pointer.');
  const thread = inputs[0];
  if (thread === undefined) throw new Error('The trace has no movement of the pointer.');
  const own = events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid);
  const tasks = own.filter(({ name, tdur }) => name === 'RunTask' && tdur !== undefined).sort((a, b) => a.ts - b.ts);
  const commits = own.filter(({ name }) => name === 'Commit').sort((a, b) => a.ts - b.ts);
  const firstTs = inputs[0]?.ts ?? 0;
  const lastTs = inputs.at(-1)?.ts ?? 0;
  const dragged = tasks.filter(({ ts, dur = 0 }) => ts + dur >= firstTs && ts <= lastTs);
  /** @type {number[]} */
  const frames = [];
  let sum = 0;
  let next = commits.findIndex(({ ts }) => ts >= firstTs);
  for (const { ts, dur = 0, tdur = 0 } of dragged) {
    sum += tdur / 1_000;
    const commit = commits[next];
    if (commit === undefined || ts + dur < commit.ts) continue;
    frames.push(sum);
    sum = 0;
    while (next < commits.length && (commits[next]?.ts ?? 0) <= ts + dur) next += 1;
  }
  if (frames.length < inputs.length / 2)
    throw new Error('The trace has too few frames, so the drag missed its target.');
  return { frames, tasks: dragged.map(({ tdur = 0 }) => tdur / 1_000) };
}

/** @param {readonly number[]} values @param {number} share */
const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** @param {CDPSession} session @param {() => Promise<void>} act @returns {Promise<TraceEvent[]>} */
async function traced(session, act) {
  /** @type {TraceEvent[]} */
  const events = [];
  /** @param {{ value: unknown }} part */
  const collect = ({ value }) => events.push(.../** @type {TraceEvent[]} */ (value));
  session.on('Tracing.dataCollected', collect);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    categories: 'devtools.timeline,disabled-by-default-devtools.timeline,toplevel',
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/** Drags along an element, from its left end to its right one. @param {Page} page @param {{ x: number, y: number, width: number, height: number }} box @param {number} steps */
async function drag(page, box, steps) {
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 10, y);
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1) {
    await page.mouse.move(box.x + 10 + ((box.width - 20) * step) / steps, y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      steps: { type: 'string', default: '60' },
      repeats: { type: 'string', default: '3' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { openHeadlessPage } = await import('./headless-page.mjs');
  const { page, close } = await openHeadlessPage(values.url === undefined ? {} : { url: values.url });
  try {
    const { cells, ...value } = largeRun('2026-11-22T10:00:00.000Z', 1);
    const stored = {
      runs: [{ key: value.startedAt, value }],
      cells: cells.map((cell) => ({ key: [value.startedAt, cell.dataset, cell.candidate], value: cell })),
    };
    await page.addInitScript((stores) => {
      const request = indexedDB.open('formatlab', 1);
      request.onupgradeneeded = () => {
        for (const [store, entries] of Object.entries(stores)) {
          const made = request.result.createObjectStore(store);
          for (const entry of entries) made.put(entry.value, entry.key);
        }
      };
    }, stored);
    await page.setViewportSize({ width: 1_440, height: 1_000 });
    await page.goto(new URL('/', page.url()).href);
    await page.getByRole('region', { name: 'Answer', exact: true }).waitFor();
    await page.getByText('Compare with another run').click();
    await page.getByLabel('Result file of the compared run').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(largeRun('2026-11-23T10:00:00.000Z', 1.4))),
    });
    await page.getByText(/^Compared run from/).waitFor();
    const session = await page.context().newCDPSession(page);
    const card = page.getByRole('region', { name: 'Answer', exact: true });
    const targets = [
      { name: 'cursor in the chart', locator: card.getByRole('group', { name: /^Total time against/ }) },
      { name: 'bandwidth slider', locator: card.getByRole('slider').nth(0) },
      { name: 'reads slider', locator: card.getByRole('slider').nth(1) },
    ];
    let slow = false;
    for (const { name, locator } of targets) {
      /** @type {{ frames: number[], tasks: number[] } | null} */
      let best = null;
      for (let repeat = 0; repeat < Number(values.repeats); repeat += 1) {
        // The last drag may have changed the height of the card above.
        await locator.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        const box = await locator.boundingBox();
        if (box === null) throw new Error(`The page does not show the ${name}.`);
        const found = framesOf(await traced(session, () => drag(page, box, Number(values.steps))));
        if (best === null || quantile(found.frames, 0.95) < quantile(best.frames, 0.95)) best = found;
        await page.waitForTimeout(500);
      }
      const { frames, tasks } = /** @type {{ frames: number[], tasks: number[] }} */ (best);
      const [p50, p95] = [quantile(frames, 0.5), quantile(frames, 0.95)];
      console.log(
        `${name.padEnd(20)} ${frames.length} frames: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${Math.max(...frames).toFixed(1)} ms; longest task ${Math.max(...tasks).toFixed(1)} ms, tasks over ${limitMs} ms: ${tasks.filter((ms) => ms > limitMs).length}`,
      );
      slow ||= p95 > limitMs;
    }
    return slow ? 1 : 0;
  } finally {
    await close();
  }
});
