import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain, wholeNumber } from './command-line.mjs';
import { checkSums } from './root/check.mjs';
import { codecs, formats, otherLevels, repository } from './root/sides.mjs';
import { compareTimes } from './root/times.mjs';

const help = `Our TTree's and RNTuple's times over uproot's, for eight columns of int64 that count (source 004), each codec, at the same level of the library below, writing and reading
in memory, in turn. uproot writes a column as one basket or page a call; ours as pieces of the default size, and once as uproot does. Each side also reads what we wrote.
uproot's LZ4 is the fast kind at every level: from level 4 on its place is taken by python-lz4's HC, which is what ROOT does. uproot's RNTuple leaves the bytes of values
as they are, where ROOT and we split them before compression: sizes differ for that reason.
Ours runs in Node, by the modules that the page runs in Chromium: V8 and WASM are the same.

With --all-levels it takes the codecs' other levels as well, of which the higher ones take minutes.

With --check no times are compared: files are streamed to the disk, one at a time, and uproot has to read them with the sums that the values have.

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
    pieces: values.piece === undefined ? undefined : [wholeNumber('piece', values.piece, 1_024)],
    rows: wholeNumber('rows', values.rows ?? (values.check ? '10000000' : '1000000'), 1),
    rounds: wholeNumber('rounds', values.rounds, 1),
    scratch: join(repository, `.cache/bench-root-${process.pid}`),
  };
  if (what.formats.length === 0)
    throw new Error(`--format is “${values.format}”, but must be ${formats.map(({ id }) => id).join(' or ')}.`);
  if (what.codecs.length === 0)
    throw new Error(`--only is “${values.only}”, which begins none of ${offered.map(({ name }) => name).join(', ')}.`);
  mkdirSync(what.scratch, { recursive: true });
  try {
    if (values.check) return await checkSums(what);
    await compareTimes(what);
    return 0;
  } finally {
    rmSync(what.scratch, { recursive: true, force: true });
  }
}

await runMain(main);
