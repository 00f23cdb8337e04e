import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { checkColumnSums } from './root/check.mjs';
import { codecs, formats, otherLevels, repositoryFolder } from './root/sides.mjs';
import { compareTimes } from './root/times.mjs';

const help = `Prints the times of our TTree and RNTuple divided by uproot's, for eight counting columns of int64 (source 004), with each codec at the same level of its library, writing
and reading in memory, alternating. uproot writes a column as one basket or page per call. Ours writes pieces of the default size, and once as uproot does. Both sides also read
our files. uproot's LZ4 is the fast mode at every level. From level 4 on, python-lz4's high-compression mode replaces it, as in ROOT. uproot's RNTuple does not split the bytes
of values before compression, as ROOT and ours do, so the sizes differ.
Ours runs in Node with the same modules as the page, and the same V8 and WASM as Chromium.

--all-levels also measures the codecs' other levels; the higher ones take minutes.

--check compares no times: it streams one file at a time to the disk, and uproot must read the same sums from it.

  node bench/root.mjs [--format tree|ntuple] [--only zstd] [--all-levels] [--rows 1000000] [--rounds 3] [--piece 32000]
  node bench/root.mjs --check [--format tree|ntuple] [--only zstd] [--rows 10000000] [--piece 4000000]`;

async function main() {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      'all-levels': { type: 'boolean', default: false },
      format: { type: 'string' },
      only: { type: 'string' },
      rows: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      piece: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const offered = values['all-levels'] ? [...codecs, ...otherLevels] : codecs;
  const what = {
    formats: formats.filter(({ id }) => values.format === undefined || id === values.format),
    codecs: offered.filter(({ name }) => values.only === undefined || name.startsWith(values.only)),
    pieces: values.piece === undefined ? undefined : [parseWholeNumber('piece', values.piece, 1_024)],
    rows: parseWholeNumber('rows', values.rows ?? (values.check ? '10000000' : '1000000'), 1),
    rounds: parseWholeNumber('rounds', values.rounds, 1),
    scratch: join(repositoryFolder, `.cache/bench-root-${process.pid}`),
  };
  if (what.formats.length === 0)
    throw new Error(`--format is “${values.format}”, but must be ${formats.map(({ id }) => id).join(' or ')}.`);
  if (what.codecs.length === 0)
    throw new Error(
      `--only is “${values.only}”, but no codec has a name that starts with it: ${offered.map(({ name }) => name).join(', ')}.`,
    );
  mkdirSync(what.scratch, { recursive: true });
  try {
    if (values.check) return await checkColumnSums(what);
    await compareTimes(what);
    return 0;
  } finally {
    rmSync(what.scratch, { recursive: true, force: true });
  }
}

await runMain(main);
