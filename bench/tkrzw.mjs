import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInteropPage } from '../e2e/interop/interop-page.mjs';
import { saveFromPage } from '../e2e/interop/tkrzw/files.mjs';
import { ensureTkrzw, systemPython } from '../scripts/reference-tools.mjs';
import { runMain, parseWholeNumber } from './command-line.mjs';

/** @import { Page } from 'playwright' */

const help = `Prints the browser's encode time (from memory) and decode time (all records) of Tkrzw's databases, divided by the time that tkrzw_dbm_util reports for rebuilding the same
file. A rebuild reads every record or page, decompresses it, compresses it again and writes it. The sides alternate in one run, and the fastest times are compared.

  node bench/tkrzw.mjs [--records 250000] [--rounds 5] [--format treedbm] [--codecs zstd,lz4,none] [--align 0]

Per-record LZMA takes minutes, so use fewer records for it. --check measures nothing: the tool validates and rebuilds each file, and Tkrzw must read every record of both files unchanged.`;

/**
 * Rebuilds a copy of the file and returns the milliseconds that the tool itself reports.
 * @param {string} file
 * @param {string} copy
 * @param {string} codec
 */
function rebuild(file, copy, codec) {
  copyFileSync(file, copy);
  const { status, stdout, stderr } = spawnSync('tkrzw_dbm_util', ['rebuild', '--record_comp', codec, copy], {
    encoding: 'utf8',
  });
  const elapsed = /ok \(elapsed=([\d.]+)\)/.exec(stdout);
  if (status !== 0 || elapsed === null)
    throw new Error(`tkrzw_dbm_util rebuild ended with ${status}: ${stdout}${stderr}`);
  return Number(elapsed[1]) * 1_000;
}

/**
 * Counts the records that Tkrzw's Python module reads, with a digest that does not depend on their order; or the same of a dataset in canonical form.
 * @param {string} file
 */
function digest(file) {
  const nativeSide = new URL('../e2e/interop/tkrzw/native_side.py', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(systemPython, [nativeSide, 'digest', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${nativeSide} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

/** @param {string} file */
function validate(file) {
  const { status, stdout, stderr } = spawnSync('tkrzw_dbm_util', ['inspect', '--validate', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tkrzw_dbm_util inspect --validate ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/**
 * @param {Page} page
 * @param {string} folder
 * @param {{ format: 'hashdbm' | 'treedbm', codec: string, options: { alignPow?: number }, rounds: number, expected: string | null }} what
 */
async function compare(page, folder, { format, codec, options, rounds, expected }) {
  const candidate = { format, options, codec: codec === 'none' ? null : codec };
  const name = `${format} ${codec}`;
  const extension = format === 'treedbm' ? 'tkt' : 'tkh';
  const file = join(folder, `${format}-${codec}.${extension}`);
  const copy = join(folder, `copy.${extension}`);
  const encode = () => page.evaluate((given) => window.tkrzw.encode(given, 'records', 'file'), candidate);
  const decode = () => page.evaluate((given) => window.tkrzw.decode(given, 'file', 'decoded'), candidate);
  const first = await encode();
  await saveFromPage(page, 'file', first.sizeBytes, file);
  validate(file);
  const best = { encode: first.ms, decode: Number.POSITIVE_INFINITY, native: rebuild(file, copy, codec) };
  validate(copy);
  if (expected !== null)
    for (const path of [file, copy])
      if (digest(path) !== expected)
        throw new Error(`${name}: Tkrzw reads other records from ${path} than were written.`);
  for (let round = 0; round < rounds; round += 1) {
    best.encode = Math.min(best.encode, (await encode()).ms);
    best.native = Math.min(best.native, rebuild(file, copy, codec));
    best.decode = Math.min(best.decode, (await decode()).ms);
  }
  rmSync(file);
  /** @param {number} ms */
  const ratio = (ms) => `${(ms / best.native).toFixed(2)}×`;
  const counts = Object.entries(first.counts).map(([what, count]) => `${what} ${count.toLocaleString('en')}`);
  if (rounds === 0)
    console.log(
      `${name.padEnd(14)} validated, rebuilt, validated, every record equal   ${first.sizeBytes.toLocaleString('en').padStart(11)} bytes   ${counts.join(', ')}`,
    );
  else
    console.log(
      `${name.padEnd(14)} encode ${ratio(best.encode).padStart(6)}  decode ${ratio(best.decode).padStart(6)} of native rebuild   ${first.sizeBytes.toLocaleString('en').padStart(11)} bytes   ${counts.join(', ')}`,
    );
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: '250000' },
      rounds: { type: 'string', default: '5' },
      format: { type: 'string', default: 'treedbm' },
      codecs: { type: 'string', default: 'zstd' },
      align: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  if (!ensureTkrzw()) throw new Error('The comparison needs tkrzw_dbm_util (Debian: tkrzw-utils).');
  const records = parseWholeNumber('records', values.records, 1);
  const rounds = values.check ? 0 : parseWholeNumber('rounds', values.rounds, 1);
  const options = values.align === undefined ? {} : { alignPow: Number(values.align) };
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-tkrzw-'));
  const { page, close } = await openInteropPage({ input: 'tkrzw/page.html', ready: 'tkrzw' });
  try {
    await page.evaluate((count) => window.tkrzw.generate('records', count, 1), records);
    let expected = null;
    if (values.check) {
      const canonicalBytes = await page.evaluate(() => window.tkrzw.keepCanonical('records', 'canonical'));
      await saveFromPage(page, 'canonical', canonicalBytes, join(folder, 'records.canonical'));
      expected = digest(join(folder, 'records.canonical'));
    }
    for (const format of /** @type {('hashdbm' | 'treedbm')[]} */ (values.format.split(','))) {
      for (const codec of values.codecs.split(','))
        await compare(page, folder, { format, codec, options, rounds, expected });
    }
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
  return true;
});
