import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePython } from '../../scripts/python.mjs';
import { openInteropPage } from './interop-page.mjs';

/**
 * Not a test: times Pickle of 10,000 × 1,280 float64 in memory, here and by CPython's pickle with numpy, in turns on the same machine, and prints the
 * ratio of the best of each. `node e2e/interop/pickle-speed.mjs [rounds]`.
 */

const rounds = Number(process.argv[2] ?? 6);
const here = dirname(fileURLToPath(import.meta.url));
const python = ensurePython();
if (python === null) process.exit(1);

const best = (samples, key) => Math.min(...samples.map((sample) => sample[key]));
const format = (value) => value.toFixed(1).padStart(8);
const results = { browser: { 4: [], 5: [] }, native: { 4: [], 5: [] } };
for (let round = 0; round < rounds; round += 1) {
  for (const protocol of [5, 4]) {
    const { page, close } = await openInteropPage({ rebuild: round === 0 && protocol === 5 });
    try {
      results.browser[protocol].push(...(await page.evaluate((chosen) => window.timePickle(chosen, 5), String(protocol))));
    } finally {
      await close();
    }
    const out = execFileSync(python, [join(here, 'pickle_speed.py'), String(protocol), '5'], { encoding: 'utf8' });
    results.native[protocol].push(...JSON.parse(out));
  }
}

console.log('protocol  operation    here ms  CPython ms    ratio');
for (const protocol of [5, 4]) {
  for (const operation of ['encodeMs', 'decodeMs']) {
    const ours = best(results.browser[protocol], operation);
    const native = best(results.native[protocol], operation);
    console.log(`${String(protocol).padEnd(9)} ${operation.padEnd(10)} ${format(ours)}    ${format(native)} ${format(ours / native)}`);
  }
}
