import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { openHeadlessPage, unwrapAnswer } from './headless-page.mjs';

/** @import { OptionValues } from '../workers/model/options' */
/** @import { Candidate, Plan } from '../workers/model/plan' */

const help = `Prints the engine's decode times of the destination-specific format and of other formats, for 1,000 to 4 million float64 values.

  node bench/destination.mjs [--most N] [--url URL]

The destination-specific format takes the same time for any number of values. bench/destination.py measures the Python reader in the same way.
Compare ratios, since absolute times depend on the machine.`;

const least = 1_000;
const sizes = [least, 10_000, 100_000, 1_000_000, 4_000_000];
/** @type {(format: string, options?: OptionValues) => Candidate} */
const bare = (format, options = {}) => ({ format, implementation: 'formatlab', options, codec: null });
const candidates = [
  bare('destination', { destination: 'Python' }),
  bare('destination', { destination: 'Julia' }),
  bare('pickle', { protocol: '5', numpy: '2' }),
  bare('npy'),
];
const names = ['to Python', 'to Julia', 'Pickle 5', 'npy'];
const knobs = { elementType: 'float64', characters: 'ascii', textLength: 8, lengths: 'varied' };

async function main() {
  const { values } = parseArgs({
    options: { most: { type: 'string', default: '4000000' }, url: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const most = parseWholeNumber('most', values.most, least);
  const { page, close } = await openHeadlessPage({ url: values.url ?? null });
  try {
    console.log(
      `${'float64'.padStart(10)}${names.map((name) => name.padStart(30)).join('')}   microseconds: median (lowest to highest sample)`,
    );
    for (const size of sizes.filter((count) => count <= most)) {
      /** @type {Plan} */
      const plan = {
        datasets: [{ source: 'workload', workload: 'array', knobs, size, seed: 1 }],
        candidates,
        operations: ['decode'],
        effort: 'quick',
        seed: 1,
      };
      const { cells } = unwrapAnswer(await page.evaluate((value) => window.formatlab.run(value), plan));
      const figures = cells.map((cell) => {
        const operation = cell.status === 'completed' ? cell.operations.decode : undefined;
        if (operation?.status !== 'measured') throw new Error(`${size} elements: ${JSON.stringify(operation ?? cell)}`);
        const samples = operation.rounds.flatMap(({ samplesMs }) => samplesMs).sort((a, b) => a - b);
        const micros = [samples[samples.length >> 1], samples[0], samples.at(-1)].map((ms = Number.NaN) =>
          (1_000 * ms).toPrecision(3),
        );
        return `${Number(micros[0])} (${Number(micros[1])} to ${Number(micros[2])})`.padStart(30);
      });
      console.log(`${size.toLocaleString('en').padStart(10)}${figures.join('')}`);
    }
    return true;
  } finally {
    await close();
  }
}

await runMain(main);
