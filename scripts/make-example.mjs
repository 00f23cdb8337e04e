import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runMain } from '../bench/command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from '../bench/headless-page.mjs';

const help = `Runs the dashboard's default plan and saves the result as the example that the dashboard shows before a user's first run.

  npm run make:example -- --machine 'name of this machine' [--url URL]

Writes fixtures/example/result.json, unless a cell failed.`;

const out = new URL('../fixtures/example/result.json', import.meta.url);

async function main() {
  const { values } = parseArgs({
    options: { machine: { type: 'string' }, url: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help || !values.machine) {
    console.log(help);
    return values.help === true;
  }
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    // Standard effort, so that the example shows verdicts and a noise floor. The quick effort of a first run gives none.
    // Reading one column and looking up rows are measured too, so that the example answers all situations.
    const plan = {
      ...unwrapAnswer(await page.evaluate(() => window.formatlab.defaultPlan())),
      effort: 'standard',
      operations: ['encode', 'decode', 'project', 'lookup'],
    };
    const result = unwrapAnswer(
      await page.evaluate(({ plan, machineLabel }) => window.formatlab.run(plan, { machineLabel }), {
        plan,
        machineLabel: values.machine,
      }),
    );
    const bad = result.cells.filter(({ status }) => status !== 'completed');
    if (bad.length > 0 || result.cells.length !== plan.candidates.length) {
      console.error(`Not every cell was measured, so nothing was written: ${JSON.stringify(bad)}`);
      return false;
    }
    mkdirSync(new URL('.', out), { recursive: true });
    writeFileSync(out, `${JSON.stringify(roundTimes(result), null, 1)}\n`);
    console.log(`Wrote ${result.cells.length} cells to ${out.pathname}`);
    for (const warning of result.warnings) console.log(`Note: ${warning}`);
    return true;
  } finally {
    await close();
  }
}

/**
 * Times are rounded to 10 ns, far below the timer’s step. Unrounded numbers would double the size of the first download.
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function roundTimes(value, key = '') {
  if (typeof value === 'number') return /Ms$/.test(key) ? Math.round(value * 1e5) / 1e5 : value;
  if (Array.isArray(value)) return value.map((item) => roundTimes(item, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, roundTimes(item, name)]));
  return value;
}

await runMain(main);
