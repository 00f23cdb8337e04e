import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureTkrzw, systemPython } from '../../../scripts/reference-tools.mjs';
import { openInteropPage } from '../interop-page.mjs';
import { loadIntoPage, saveFromPage } from './files.mjs';

/**
 * Lets Tkrzw write databases that the page reads, and the page write trees of several page sizes that Tkrzw inserts anew; what came of it is left in `directory`, where
 * test_tkrzw.py judges it.
 */

const nativeSide = fileURLToPath(new URL('native_side.py', import.meta.url));
const sortedRecords = 20_000;
/** @typedef {import('playwright').Page} Page */

/**
 * maxPageSize and maxBranches.
 * @type {[maxPageSize: number, maxBranches: number][]}
 */
const trees = [
  [700, 256],
  [700, 3],
  [4_096, 256],
  [8_130, 256],
  [32_768, 16],
  [131_072, 256],
  [262_144, 256],
];

/**
 * @param {Page} page
 * @param {string} directory
 */
async function readNative(page, directory) {
  const answers = [];
  for (const { file, format, records } of JSON.parse(readFileSync(join(directory, 'native.json'), 'utf8'))) {
    await loadIntoPage(page, 'native', join(directory, file));
    // The file says what it is compressed with; the session is of a candidate without a codec.
    const keys = Object.keys(records ?? {}).filter((_, index) => index % 7 === 0);
    const answer = await page.evaluate(
      async ({ format, keys }) => {
        const candidate = { format, options: {}, codec: null };
        try {
          await window.tkrzw.decode(candidate, 'native', 'decoded');
          return {
            sha256: await window.tkrzw.sha256('decoded'),
            ...(await window.tkrzw.lookUp(candidate, 'native', keys)),
          };
        } catch (thrown) {
          return { error: thrown instanceof Error ? thrown.message : String(thrown) };
        }
      },
      { format, keys },
    );
    answers.push({ file, keys, ...answer });
  }
  return answers;
}

/**
 * @param {Page} page
 * @param {string} directory
 */
async function writeTrees(page, directory) {
  const canonicalBytes = await page.evaluate(async (count) => {
    await window.tkrzw.generate('sorted', count, 7);
    return window.tkrzw.keepCanonical('sorted', 'canonical');
  }, sortedRecords);
  await saveFromPage(page, 'canonical', canonicalBytes, join(directory, 'sorted.canonical'));
  const written = [];
  for (const [maxPageSize, maxBranches] of trees) {
    const { counts } = await page.evaluate(
      (parameters) => window.tkrzw.encode({ format: 'treedbm', options: parameters, codec: null }, 'sorted', 'file'),
      { maxPageSize, maxBranches },
    );
    written.push({ maxPageSize, maxBranches, counts });
  }
  return written;
}

/**
 * The same records by zstd with and without a dictionary, the former to be opened with zstd's own library.
 * @param {Page} page
 * @param {string} directory
 */
async function writeDictionary(page, directory) {
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const codec of ['zstd', 'zstd-dictionary']) {
    const { sizeBytes } = await page.evaluate(
      (codec) => window.tkrzw.encode({ format: 'hashdbm', options: { buckets: 'records' }, codec }, 'sorted', 'file'),
      codec,
    );
    sizes[codec] = sizeBytes;
  }
  await saveFromPage(page, 'file', sizes['zstd-dictionary'] ?? 0, join(directory, 'dictionary.tkh'));
  return sizes;
}

/**
 * False where Tkrzw is not to be had.
 * @param {string} directory
 */
export async function exchangeTkrzw(directory) {
  rmSync(directory, { recursive: true, force: true });
  if (!ensureTkrzw()) return false;
  mkdirSync(directory, { recursive: true });
  const { status } = spawnSync(systemPython, [nativeSide, 'write', directory], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`Tkrzw wrote no databases: ${nativeSide} ended with code ${status}.`);
  const { page, close } = await openInteropPage({ input: 'tkrzw/page.html', ready: 'tkrzw' });
  try {
    const read = await readNative(page, directory);
    const written = await writeTrees(page, directory);
    const dictionary = await writeDictionary(page, directory);
    writeFileSync(join(directory, 'exchange.json'), JSON.stringify({ read, written, dictionary }, null, 1));
  } finally {
    await close();
  }
  return true;
}
