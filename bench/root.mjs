import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensurePython } from '../scripts/python.mjs';
import { runMain, wholeNumber } from './command-line.mjs';

const help = `Our TTree's time over uproot's, for eight columns of int64 that count (source 004), each codec, at the same level of the library below, writing and reading in memory, in turn.
uproot writes a branch as one basket a call of extend; ours as baskets of the size told, and once as uproot does. Each side also reads what the other wrote.
Ours runs in Node, by the modules that the page runs in Chromium: V8 and WASM are the same.

  node bench/root.mjs [--rows 1000000] [--rounds 3] [--only zstd] [--basket 32000]`;

const repository = fileURLToPath(new URL('..', import.meta.url));

/** ROOT's level, and what uproot calls it: it hands its level to the library as it is, where ROOT doubles zstd's. */
const codecs = [
  { name: 'none', inner: null, uproot: null },
  { name: 'lz4 1', inner: { id: 'lz4', level: 1 }, uproot: ['LZ4', 1] },
  { name: 'lz4 4', inner: { id: 'lz4', level: 4 }, uproot: ['LZ4', 4] },
  { name: 'zstd 1', inner: { id: 'zstd', level: 1 }, uproot: ['ZSTD', 2] },
  { name: 'zstd 5', inner: { id: 'zstd', level: 5 }, uproot: ['ZSTD', 10] },
  { name: 'zlib 1', inner: { id: 'zlib', level: 1 }, uproot: ['ZLIB', 1] },
  { name: 'lzma 1', inner: { id: 'lzma', level: 1 }, uproot: ['LZMA', 1] },
];

function start(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: repository, env: { ...process.env, OMP_NUM_THREADS: '1' } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The other side ended; what it said stands above.');
      const answer = JSON.parse(value);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    },
    end: () => child.stdin.end(),
  };
}

const geometricMean = (numbers) => Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
const cell = (value, digits = 0) => value.toFixed(digits).padStart(8);

async function main() {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' }, only: { type: 'string' }, basket: { type: 'string', default: '32000' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const rows = wholeNumber('rows', values.rows, 1);
  const rounds = wholeNumber('rounds', values.rounds, 1);
  const python = ensurePython();
  if (python === null) throw new Error('There is no Python to compare with.');
  const scratch = join(repository, `.cache/bench-root-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  const ours = start(process.execPath, [join(repository, 'e2e/interop/root/tool.mjs')]);
  const theirs = start(python, [join(repository, 'bench/root.py')]);
  const ratios = { write: [], read: [] };
  try {
    console.log(`${rows.toLocaleString('en')} rows, ${rows * 64} bytes of values`);
    console.log('codec    basket     write ms: ours  uproot  ratio   read ms: ours  uproot  ratio    ours of plain  uproot of plain');
    for (const codec of codecs.filter(({ name }) => values.only === undefined || name.startsWith(values.only))) {
      for (const basketBytes of [wholeNumber('basket', values.basket, 128), 16_000_000]) {
        const best = { write: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], read: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] };
        const paths = { ours: join(scratch, 'ours.root'), theirs: join(scratch, 'theirs.root') };
        const sizes = [0, 0];
        for (let round = 0; round < rounds; round += 1) {
          const there = await theirs.ask({ command: 'encode', rows, codec: codec.uproot, path: paths.theirs });
          const here = await ours.ask({ command: 'encode', rows, innerCodec: codec.inner, basketBytes, calls: 1, path: paths.ours });
          // Each side reads the file that we wrote: the same baskets for both.
          const read = await theirs.ask({ command: 'decode', rows, path: paths.ours });
          const readHere = await ours.ask({ command: 'decode', path: paths.ours, calls: 1 });
          best.write = [Math.min(best.write[0], here.bestMs), Math.min(best.write[1], there.bestMs)];
          best.read = [Math.min(best.read[0], readHere.bestMs), Math.min(best.read[1], read.bestMs)];
          sizes[0] = here.sizeBytes;
          sizes[1] = there.sizeBytes;
        }
        const [write, read] = [best.write[0] / best.write[1], best.read[0] / best.read[1]];
        ratios.write.push(write);
        ratios.read.push(read);
        console.log(
          `${codec.name.padEnd(8)} ${String(basketBytes).padStart(8)}       ${cell(best.write[0])}${cell(best.write[1])} ${cell(write, 2)}       ${cell(best.read[0])}${cell(best.read[1])} ${cell(read, 2)}        ${cell(sizes[0] / rows / 64, 4)}         ${cell(sizes[1] / rows / 64, 4)}`,
        );
      }
    }
    console.log(`Geometric means: write ${geometricMean(ratios.write).toFixed(2)}, read ${geometricMean(ratios.read).toFixed(2)}; the largest: write ${Math.max(...ratios.write).toFixed(2)}, read ${Math.max(...ratios.read).toFixed(2)}`);
  } finally {
    ours.end();
    theirs.end();
    rmSync(scratch, { recursive: true, force: true });
  }
  return 0;
}

await runMain(main);
