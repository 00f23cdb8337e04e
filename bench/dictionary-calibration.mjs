import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { runMain, parseWholeNumber } from './command-line.mjs';

const help = `Compares the workload \`dictionary\` with the figures that source 002 publishes, by writing files of full size with tkrzw_dbm_util.

  node bench/dictionary-calibration.mjs [--seeds 1,20261121,777,3141592653] [--records 246469] [--lzma-records N]

The generator was fitted to seed 1; the other three seeds were tried once, after the fit. --lzma-records measures LZMA by record, which takes minutes,
on N records, evenly spread. As in the source, each file is written without compression and then rebuilt with the codec, without alignment.
Needs tkrzw_dbm_util (Debian: tkrzw-utils). Exit code: 0 if every figure is within its tolerance, 1 if not.`;

const codecs = ['zlib', 'zstd', 'lz4', 'lzma'];
/** @import { Records } from '../workers/model/dataset' */
/** @import { WorkloadModule } from '../workers/model/entry' */

/** @typedef {'hash' | 'tree' | 'tree131072'} FileName */

const fileNames = /** @type {const} */ (['hash', 'tree', 'tree131072']);
/**
 * The source's tables: the bytes of the uncompressed file, and the ratio by codec.
 * @type {Record<FileName, { plainBytes?: number, leafPages?: number, ratios: number[] }>}
 */
const published = {
  hash: { plainBytes: 175_089_275, ratios: [0.537, 0.578, 0.729, 0.629] },
  tree: { plainBytes: 173_908_640, leafPages: 43_143, ratios: [0.357, 0.379, 0.524, 0.36] },
  // Half-full pages of 64 KB on average.
  tree131072: { ratios: [0.263, 0.285, 0.408, 0.236] },
};
const publishedRecords = 246_469;
const publishedMeanBytes = 694;
const tolerance = { bytes: 0.03, leafPages: 0.05, ratio: 0.03 };

/** The generator's module is TypeScript, which Vite compiles. */
async function generatorOf() {
  const { module } = /** @type {{ module: { workload: WorkloadModule } }} */ (
    await runnerImport('./workers/workloads/dictionary/index.ts', { configFile: false })
  );
  return module.workload.generate;
}

/**
 * @param {Records} records
 * @param {number} step
 */
function textOf({ keys, values, recordCount }, step = 1) {
  const parts = [];
  const tab = Buffer.from('\t');
  const end = Buffer.from('\n');
  for (let row = 0; row < recordCount; row += step) {
    parts.push(
      keys.data.subarray(keys.offsets[row], keys.offsets[row + 1]),
      tab,
      values.data.subarray(values.offsets[row], values.offsets[row + 1]),
      end,
    );
  }
  return Buffer.concat(parts);
}

/** @param {string[]} args */
function tkrzw(...args) {
  const { error, status, stdout, stderr } = spawnSync('tkrzw_dbm_util', args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`tkrzw_dbm_util ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/**
 * Returns the bytes of the uncompressed file of these records, and those of the file with each codec.
 * @param {string} folder
 * @param {string} tsv
 * @param {string} ending
 * @param {string[]} tuning
 * @param {string[]} chosen
 */
function measure(folder, tsv, ending, tuning, chosen) {
  const plain = join(folder, `plain.${ending}`);
  const packed = join(folder, `packed.${ending}`);
  tkrzw('create', '--truncate', '--record_comp', 'none', '--align_pow', '0', ...tuning, plain);
  tkrzw('import', '--tsv', plain, tsv);
  tkrzw('rebuild', '--align_pow', '0', plain);
  const plainBytes = statSync(plain).size;
  const leafPages = Number(/num_leaf_nodes[=:]\s*(\d+)/.exec(tkrzw('inspect', plain))?.[1] ?? Number.NaN);
  const ratios = chosen.map((codec) => {
    copyFileSync(plain, packed);
    tkrzw('rebuild', '--record_comp', codec, '--align_pow', '0', packed);
    const ratio = statSync(packed).size / plainBytes;
    rmSync(packed);
    return ratio;
  });
  rmSync(plain);
  return { plainBytes, leafPages, ratios };
}

/**
 * @param {WorkloadModule['generate']} generate
 * @param {number} seed
 * @param {number} records
 * @param {number} lzmaRecords
 */
function measureSeed(generate, seed, records, lzmaRecords) {
  const folder = mkdtempSync(join(tmpdir(), 'dictionary-'));
  try {
    const dataset = /** @type {Records} */ (generate({ parameters: {}, seed, from: 0, to: records }));
    const tsv = join(folder, 'all.tsv');
    writeFileSync(tsv, textOf(dataset));
    const step = Math.max(1, Math.floor(records / lzmaRecords));
    const hash = measure(folder, tsv, 'tkh', [], step === 1 ? codecs : codecs.slice(0, 3));
    if (step > 1) {
      const sample = join(folder, 'sample.tsv');
      writeFileSync(sample, textOf(dataset, step));
      hash.ratios.push(...measure(folder, sample, 'tkh', [], ['lzma']).ratios);
    }
    return {
      meanBytes: (dataset.keys.data.length + dataset.values.data.length) / records,
      hash,
      tree: measure(folder, tsv, 'tkt', ['--max_page_size', '8130'], codecs),
      tree131072: measure(folder, tsv, 'tkt', ['--max_page_size', '131072'], codecs),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Prints one figure and the published one.
 * @param {string} name
 * @param {number} found
 * @param {number} wanted
 * @param {number} within
 * @param {boolean} relative
 * @returns {boolean} whether it is within its tolerance
 */
function report(name, found, wanted, within, relative) {
  const off = relative ? found / wanted - 1 : found - wanted;
  const good = Math.abs(off) <= within;
  const difference = `${off < 0 ? '−' : '+'}${relative ? `${(Math.abs(off) * 100).toFixed(2)} %` : Math.abs(off).toFixed(4)}`;
  console.log(
    `  ${name.padEnd(34)} ${relative ? found.toFixed(0).padStart(11) : found.toFixed(4).padStart(11)}  published ${String(wanted).padStart(11)}  ${difference}${good ? '' : '   OUT OF TOLERANCE'}`,
  );
  return good;
}

/** @returns {Promise<boolean>} whether every figure of every seed is within its tolerance */
async function main() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1,20261121,777,3141592653' },
      records: { type: 'string', default: String(publishedRecords) },
      'lzma-records': { type: 'string', default: String(publishedRecords) },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const records = parseWholeNumber('records', values.records, 1_000);
  const lzmaRecords = parseWholeNumber('lzma-records', values['lzma-records'], 100);
  const generate = await generatorOf();
  let good = true;
  for (const seed of values.seeds.split(',').map((text) => parseWholeNumber('seeds', text, 0))) {
    console.log(`Seed ${seed}, ${records} records`);
    const found = measureSeed(generate, seed, records, lzmaRecords);
    const scale = records / publishedRecords;
    good = report('mean record, bytes', found.meanBytes, publishedMeanBytes, tolerance.bytes, true) && good;
    for (const file of fileNames) {
      const { plainBytes, leafPages, ratios } = published[file];
      if (plainBytes !== undefined)
        good =
          report(`${file}, plain bytes`, found[file].plainBytes / scale, plainBytes, tolerance.bytes, true) && good;
      if (leafPages !== undefined)
        good =
          report(`${file}, leaf pages`, found[file].leafPages / scale, leafPages, tolerance.leafPages, true) && good;
      for (const [index, codec] of codecs.entries()) {
        const [ours = Number.NaN, theirs = Number.NaN] = [found[file].ratios[index], ratios[index]];
        good = report(`${file}, ${codec}`, ours, theirs, tolerance.ratio, false) && good;
      }
    }
  }
  return good;
}

runMain(main);
