import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openInteropPage } from '../e2e/interop/interop-page.mjs';
import { ensureJava } from '../scripts/java.mjs';
import { runMain, parseWholeNumber } from './command-line.mjs';

const help = `Compares the molecules per second of our SMILES parser and writer in Chromium with RDKit's WebAssembly in the same page, and with Beam (CDK's SMILES reader) under Java.
All take the same lines, alternating in one run. The lines come from the workload (similar to ChEMBL) or from a file.

Ours reads the file's bytes into the columns of a whole dataset, titles included, and writes them as one file. RDKit parses one line and frees it, with its chemistry
(rings, aromaticity, valences) and without; it writes in the order of the atoms, not canonically. Beam parses each line, given as a String, into a graph that is discarded,
after four seconds of warm-up in each round. Ratios are our median over their median. The range is from our lowest over their highest to our highest over their lowest.

  node bench/molecules.mjs [--file FILE.smi] [--molecules 100000] [--rdkit 5000] [--rounds 5]`;

const repository = fileURLToPath(new URL('..', import.meta.url));
const repeats = 3;
/** @param {number} value */
const rate = (value) => Math.round(value).toLocaleString('en').padStart(12);

/** Medians and ranges of both sides. */
class Rates {
  /** @type {number[]} */
  #samples = [];

  /** @param {number} perSecond */
  add(perSecond) {
    this.#samples.push(perSecond);
  }

  get lowest() {
    return Math.min(...this.#samples);
  }

  get highest() {
    return Math.max(...this.#samples);
  }

  get median() {
    const sorted = this.#samples.toSorted((a, b) => a - b);
    const [below = Number.NaN, above = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    return (below + above) / 2;
  }
}

/**
 * @param {string} what
 * @param {Rates} ours
 * @param {Rates} theirs
 */
function print(what, ours, theirs) {
  const [low, high] = [ours.lowest / theirs.highest, ours.highest / theirs.lowest];
  console.log(
    `${what.padEnd(44)}${rate(ours.median)}${rate(theirs.median)}   ${(ours.median / theirs.median).toFixed(2).padStart(7)}  (${low.toFixed(2)} to ${high.toFixed(2)})`,
  );
}

async function main() {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      molecules: { type: 'string', default: '100000' },
      rdkit: { type: 'string', default: '5000' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const count = parseWholeNumber('molecules', values.molecules, 1);
  const ofRdkit = parseWholeNumber('rdkit', values.rdkit, 1);
  const rounds = parseWholeNumber('rounds', values.rounds, 1);
  const classPath = await ensureJava();
  const scratch = join(repository, `.cache/bench-molecules-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  const { page, browserVersion, close } = await openInteropPage({
    input: '../../bench/molecules/page.html',
    ready: 'smilesSides',
  });
  try {
    const text =
      values.file === undefined
        ? await page.evaluate((molecules) => window.smilesSides.generate(molecules), count)
        : readFileSync(values.file, 'utf8');
    const path = join(scratch, 'lines.smi');
    writeFileSync(path, text);
    const loaded = await page.evaluate((given) => window.smilesSides.load(given), text);
    const rates = {
      oursRead: new Rates(),
      oursWrite: new Rates(),
      rdkitRead: new Rates(),
      rdkitParse: new Rates(),
      rdkitWrite: new Rates(),
      beam: new Rates(),
    };
    /** @param {'oursRead' | 'oursWrite'} name */
    const ours = (name) => page.evaluate((call) => window.smilesSides[call](), name);
    const rdkitRead = (/** @type {number} */ molecules, /** @type {boolean} */ sanitize) =>
      page.evaluate(
        ([lines, chemistry]) => window.smilesSides.rdkitRead(lines, chemistry),
        /** @type {const} */ ([molecules, sanitize]),
      );
    /** @param {number} molecules */
    const rdkitWrite = (molecules) => page.evaluate((lines) => window.smilesSides.rdkitWrite(lines), molecules);
    const ourCalls = /** @type {const} */ (['oursRead', 'oursWrite']);
    // Warms up until V8 has compiled the called functions.
    for (let call = 0; call < 5; call += 1) for (const name of ourCalls) await ours(name);
    await rdkitRead(Math.min(1_000, ofRdkit), true);
    for (let round = 0; round < rounds; round += 1) {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const name of ourCalls) rates[name].add(await ours(name));
      }
      rates.rdkitRead.add(await rdkitRead(ofRdkit, true));
      rates.rdkitParse.add(await rdkitRead(ofRdkit, false));
      rates.rdkitWrite.add(await rdkitWrite(ofRdkit));
      if (classPath === null) continue;
      const printed = execFileSync('java', ['-cp', classPath, 'formatlab.Main', 'beam-bench', path, String(repeats)], {
        encoding: 'utf8',
      });
      for (const line of printed.trim().split('\n')) rates.beam.add(Number(line));
    }
    console.log(
      `${loaded.molecules.toLocaleString('en')} molecules, ${loaded.bytes.toLocaleString('en')} bytes; Chromium ${browserVersion}; ${rounds} rounds. Molecules per second:`,
    );
    console.log(`${''.padEnd(44)}${'ours'.padStart(12)}${'theirs'.padStart(12)}   ${'ratio'.padStart(7)}`);
    print('reading, against RDKit (WASM)', rates.oursRead, rates.rdkitRead);
    print('reading, against RDKit without chemistry', rates.oursRead, rates.rdkitParse);
    print('writing, against RDKit, not canonical', rates.oursWrite, rates.rdkitWrite);
    if (classPath !== null) print('reading, against Beam (Java)', rates.oursRead, rates.beam);
    return true;
  } finally {
    await close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

await runMain(main);
