import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from './command-error.mjs';
import { checkFile, writeOutput } from './files.mjs';
import { clean } from './literals.mjs';
import { createProgressLine } from './progress-line.mjs';
import { withSite } from './with-site.mjs';

/** @import { ApplyCommand } from './arguments.mjs' */
/** @import { AppliedFile } from '../web/links/applied-result' */

/** Where the package has the Python file. A clone of the repository makes it. */
const packed = fileURLToPath(new URL('../site/formatlab_apply.py', import.meta.url));

/**
 * Writes files anew by a recipe: with Python, or in the browser where Python can't.
 * @param {ApplyCommand} command
 * @returns {Promise<number>} the exit code
 */
export async function apply(command) {
  checkFile(command.recipe);
  const { files } = wordsOf(command.words);
  // Not a folder, a glob or an address, which Python looks at.
  for (const file of files) if (!existsSync(file) && !/[*?[]|:\/\//u.test(file)) checkFile(file);
  const python = findPython();
  const why =
    python === null
      ? 'no Python with pyarrow was found'
      : isForPython(command.recipe)
        ? otherFile(files)
        : 'the Python file does not write this format or codec';
  return why === null && python !== null ? withPython(python, command) : inBrowser(command, why ?? '');
}

/** The codecs of Arrow and CSV that the Python file writes: of each buffer, and around the file. */
const pythonCodecs = { buffer: ['lz4', 'zstd'], file: ['gzip', 'zstd'] };

/**
 * True if the Python file can write what the recipe says. It finds no faults of a recipe: the program that applies the recipe reports them.
 * @param {string} recipe
 */
function isForPython(recipe) {
  try {
    const { columns, format, codec } = JSON.parse(readFileSync(recipe, 'utf8')).writes;
    if (columns !== undefined) return true;
    if (format !== 'arrow' && format !== 'csv') return false;
    return codec === null || pythonCodecs[codec.granularity === 'buffer' ? 'buffer' : 'file'].includes(codec.id);
  } catch {
    return true;
  }
}

/**
 * Why Python can't read the files, for the first that is none of Parquet. Null if it can, also folders, globs and addresses.
 * @param {readonly string[]} files
 */
function otherFile(files) {
  const other = files.find((file) => existsSync(file) && statSync(file).isFile() && !isParquet(file));
  return other === undefined ? null : `${clean(other, '')} is no Parquet file, which is all that the Python file reads`;
}

/** @param {string} path */
function isParquet(path) {
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
  return ['PAR1', 'PARE'].includes(start.toString('latin1'));
}

/** A Python that has pyarrow. Null if there is none. */
function findPython() {
  const names = [process.env.FORMATLAB_PYTHON, 'python3', 'python'];
  return (
    names.find(
      (name) =>
        name !== undefined && spawnSync(name, ['-c', 'import pyarrow.parquet'], { stdio: 'ignore' }).status === 0,
    ) ?? null
  );
}

/**
 * @param {string} python
 * @param {ApplyCommand} command
 * @returns {Promise<number>}
 */
async function withPython(python, { recipe, words }) {
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-'));
  try {
    const script = join(folder, 'formatlab_apply.py');
    if (!existsSync(packed)) writeFileSync(script, await madeScript());
    const child = spawn(python, [existsSync(packed) ? packed : script, ...words, '--recipe', recipe], {
      stdio: 'inherit',
    });
    // The terminal sends Ctrl+C to Python, too, which ends its processes. This one waits for that, and passes on what it alone gets.
    const wait = () => undefined;
    const pass = () => child.kill('SIGTERM');
    process.on('SIGINT', wait).on('SIGTERM', pass).on('SIGHUP', pass);
    const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
    process.off('SIGINT', wait).off('SIGTERM', pass).off('SIGHUP', pass);
    if (code === null || code === exitCodes.stopped) return exitCodes.stopped;
    return code === 0 ? exitCodes.done : code === 1 ? exitCodes.undecided : exitCodes.wrongUse;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<string>} */
async function madeScript() {
  const { applyScriptText } = await import('../scripts/apply-script.mjs');
  return applyScriptText();
}

/**
 * @param {ApplyCommand} command
 * @param {string} why Python does not do it
 * @returns {Promise<number>} the exit code
 */
async function inBrowser({ recipe, words, browser, isQuiet }, why) {
  const { files, out, json } = browserWords(words, why);
  for (const file of files) checkFile(file);
  const names = files.map((file) => basename(file, extname(file)));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new CommandError(
      `Two files would both be written as ${clean(twice, '')}.`,
      'Apply the recipe to each of their folders, with an output folder of its own.',
      exitCodes.wrongUse,
    );
  mkdirSync(out, { recursive: true });
  const isPrinted = json === '-';
  if (!isQuiet) console.error(`The browser writes the files, since ${why}. It holds each of them in memory.`);
  const progress = createProgressLine(process.stderr, isQuiet);
  const parts = mkdtempSync(join(out, '.formatlab-'));
  const remove = () => rmSync(parts, { recursive: true, force: true });
  const onStop = () => {
    progress.clear();
    remove();
  };
  /** @type {AppliedFile[]} */
  const results = [];
  try {
    await withSite(
      { browser, onProgress: progress.tell, onStop },
      /** @param {import('./browser.mjs').SitePage} page */
      async (page) => {
        for (const [index, file] of files.entries()) {
          const result = await appliedFile(page, file, { recipe, parts, start: join(out, names[index] ?? '') });
          results.push(result);
          progress.clear();
          (isPrinted ? console.error : console.log)(appliedLine(result));
        }
      },
    );
  } catch (error) {
    if (json !== null && error instanceof CommandError)
      writeOutput(json, appliedJson(results, `${error.message} ${error.remedy}`));
    throw error;
  } finally {
    progress.clear();
    remove();
  }
  if (json !== null) writeOutput(json, appliedJson(results, null));
  return results.every(({ status }) => status === 'written') ? exitCodes.done : exitCodes.undecided;
}

/**
 * Writes one file. The result holds an error that concerns this file alone, so that the other files are still written.
 * @param {import('./browser.mjs').SitePage} page
 * @param {string} file
 * @param {{ recipe: string, parts: string, start: string }} where `start`: the path of the written file without its ending
 * @returns {Promise<AppliedFile>}
 */
async function appliedFile(page, file, { recipe, parts, start }) {
  const source = resolve(file);
  const started = Date.now();
  const result = { source, target: resolve(start), recipe: null, notes: [] };
  try {
    const beforeBytes = statSync(source).size;
    await page.chooseFiles([source, resolve(recipe)]);
    const download = page.nextDownload(resolve(parts));
    // Nobody waits for it if the page refuses the file.
    download.catch(() => undefined);
    const { fileName } = await page.call('applyRecipe', []);
    const part = await download;
    const afterBytes = statSync(part).size;
    const target = `${resolve(start)}${fileName.slice(fileName.indexOf('.'))}`;
    placeNew(part, target);
    const seconds = (Date.now() - started) / 1_000;
    return { ...result, target, status: 'written', beforeBytes, afterBytes, seconds };
  } catch (error) {
    const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST')
      return { ...result, status: 'failed', reason: 'Its target exists already. Name another folder after --out.' };
    if (code === 'ENOENT' && path === source)
      return {
        ...result,
        status: 'failed',
        reason: 'It vanished. Run the command again for the files that are there.',
      };
    // Without the page, no further file can be written.
    if (!(error instanceof CommandError) || error.record === null) throw error;
    const status = error.record.tag === 'unsupported' ? 'unfit' : 'failed';
    return { ...result, status, reason: `${error.message} ${error.remedy}` };
  }
}

/**
 * Gives a file its place, but never that of another.
 * @param {string} part
 * @param {string} target
 */
function placeNew(part, target) {
  try {
    linkSync(part, target);
  } catch (error) {
    // Not every disk has links.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') throw error;
    copyFileSync(part, target, constants.COPYFILE_EXCL);
  }
}

/** @param {AppliedFile} result */
export function appliedLine({ status, source, target, beforeBytes, afterBytes, reason }) {
  const bytes = (/** @type {number | undefined} */ value) => (value ?? 0).toLocaleString('en');
  return status === 'written'
    ? clean(`${target}: ${bytes(beforeBytes)} → ${bytes(afterBytes)} bytes`, '')
    : clean(`${status}: ${source}: ${reason ?? ''}`, '');
}

/**
 * What is written with --json, by `applied-v1.schema.json`.
 * @param {readonly AppliedFile[]} files
 * @param {string | null} error
 */
export const appliedJson = (files, error) =>
  `${JSON.stringify({ kind: 'formatlab.applied', version: 1, files, error }, null, 1)}\n`;

/** The options of the Python file that have a value. */
const withValue = ['--out', '--recipe', '--order', '--memory', '--jobs', '--journal', '--json', '--dask'];

/**
 * The files and the options among the words for Python.
 * @param {readonly string[]} words
 */
export function wordsOf(words) {
  /** @type {string[]} */
  const files = [];
  /** @type {Map<string, string | null>} */
  const options = new Map();
  for (let place = 0; place < words.length; place++) {
    const word = /** @type {string} */ (words[place]);
    const [name = '', ...value] = word.split('=');
    if (!word.startsWith('--')) files.push(word);
    else if (value.length > 0) options.set(name, value.join('='));
    else options.set(word, withValue.includes(word) ? (words[++place] ?? null) : null);
  }
  return { files, options };
}

/**
 * @param {readonly string[]} words
 * @param {string} why
 */
function browserWords(words, why) {
  const { files, options } = wordsOf(words);
  const out = options.get('--out') ?? null;
  const other = [...options.keys()].find((name) => name !== '--out' && name !== '--json');
  if (out === null || files.length === 0 || other !== undefined)
    throw new CommandError(
      other === undefined ? 'apply needs files and a folder.' : `${clean(other, '')} needs Python, and ${why}.`,
      'In the browser: npx formatlab apply RECIPE FILE… --out FOLDER. All options work for Parquet files with “pip install pyarrow”.',
      exitCodes.wrongUse,
    );
  return { files, out, json: options.get('--json') ?? null };
}
