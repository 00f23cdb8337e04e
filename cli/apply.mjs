import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from './command-error.mjs';
import { checkFile } from './files.mjs';
import { clean } from './literals.mjs';
import { createProgressLine } from './progress-line.mjs';
import { withSite } from './with-site.mjs';

/** @import { ApplyCommand } from './arguments.mjs' */

/** Where the package has the Python file. A clone of the repository makes it. */
const packed = fileURLToPath(new URL('../site/formatlab_apply.py', import.meta.url));

/**
 * Writes files anew by a recipe: with Python, or without it in the browser.
 * @param {ApplyCommand} command
 * @returns {Promise<number>} the exit code
 */
export async function apply(command) {
  checkFile(command.recipe);
  const python = findPython();
  return python === null ? inBrowser(command) : withPython(python, command);
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
    // The terminal sends Ctrl+C to Python, too, which ends its processes. This one waits for that.
    const wait = () => undefined;
    process.on('SIGINT', wait);
    const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
    process.off('SIGINT', wait);
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
 * @returns {Promise<number>}
 */
async function inBrowser({ recipe, words, browser, isQuiet }) {
  const { files, out } = browserWords(words);
  for (const file of files) checkFile(file);
  mkdirSync(out, { recursive: true });
  const targets = files.map((file) => join(out, `${basename(file, extname(file))}.parquet`));
  for (const target of targets)
    if (existsSync(target))
      throw new CommandError(
        `${clean(target, '')} exists already.`,
        'Name another folder after --out, or remove the file.',
        exitCodes.badFile,
      );
  console.error('No Python with pyarrow was found, so the browser writes the files. It holds each of them in memory.');
  const progress = createProgressLine(process.stderr, isQuiet);
  const parts = mkdtempSync(join(out, '.formatlab-'));
  try {
    await withSite(
      { browser, onProgress: progress.tell, onStop: progress.clear },
      /** @param {import('./browser.mjs').SitePage} page */
      async (page) => {
        for (const [index, file] of files.entries()) {
          await page.chooseFiles([resolve(file), resolve(recipe)]);
          const download = page.nextDownload(resolve(parts));
          await page.call('applyRecipe', []);
          const target = /** @type {string} */ (targets[index]);
          // Under its own name it is whole.
          renameSync(await download, target);
          progress.clear();
          console.log(
            `${clean(target, '')}: ${statSync(file).size.toLocaleString('en')} → ${statSync(target).size.toLocaleString('en')} bytes`,
          );
        }
      },
    );
  } finally {
    progress.clear();
    rmSync(parts, { recursive: true, force: true });
  }
  return exitCodes.done;
}

/** @param {readonly string[]} words */
function browserWords(words) {
  const place = words.indexOf('--out');
  const out = place < 0 ? undefined : words[place + 1];
  const files = words.filter((_, index) => place < 0 || (index !== place && index !== place + 1));
  const option = files.find((word) => word.startsWith('-'));
  if (out === undefined || files.length === 0 || option !== undefined)
    throw new CommandError(
      option === undefined ? 'apply needs files and a folder.' : `${clean(option, '')} needs Python with pyarrow.`,
      'Without Python: npx formatlab apply RECIPE FILE… --out FOLDER. With it: “pip install pyarrow”, then all options work.',
      exitCodes.wrongUse,
    );
  return { files, out };
}
