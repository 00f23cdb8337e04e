import { basename, extname, resolve } from 'node:path';
import { CommandError, exitCodes } from './command-error.mjs';
import { checkFile, checkPlace, recordOf, resultJson, writeOutput, writeRecipe } from './files.mjs';
import { clean } from './literals.mjs';
import { createProgressLine } from './progress-line.mjs';
import { htmlReport, markdownReport } from './reports.mjs';
import { cardLines, terminalOf } from './terminal-card.mjs';
import { withSite } from './with-site.mjs';

/** @import { AnswerCommand } from './arguments.mjs' */
/** @import { CommandAnswer } from '../web/links/command-result' */

/**
 * Measures the files and tells the answer.
 * @param {AnswerCommand} command
 * @returns {Promise<number>} the exit code
 */
export async function answer({ files, request, outputs, recipeFile, browser, isQuiet }) {
  for (const file of files) checkFile(file);
  for (const file of [...Object.values(outputs), recipeFile ?? recipeNameOf(files)]) checkPlace(file);
  const progress = createProgressLine(process.stderr, isQuiet);
  /** @type {CommandAnswer} */
  let found;
  try {
    found = await withSite(
      { browser, onProgress: progress.tell, onStop: progress.clear },
      /** @param {import('./browser.mjs').SitePage} page */
      async (page) => {
        await page.chooseFiles(files.map((file) => resolve(file)));
        return page.call('answer', [request]);
      },
    );
  } catch (error) {
    progress.clear();
    if (error instanceof CommandError && outputs.json !== undefined)
      writeOutput(outputs.json, resultJson({ exitCode: error.exitCode, error: recordOf(error) }));
    throw error;
  }
  progress.clear();
  const exitCode = found.card.headline === null ? exitCodes.undecided : exitCodes.done;
  if (!Object.values(outputs).includes('-')) console.log(cardLines(found.card, terminalOf(process.stdout)).join('\n'));
  const reports = {
    json: () => resultJson({ exitCode, answer: found }),
    md: () => markdownReport(found),
    html: () => htmlReport(found),
  };
  for (const [kind, file] of Object.entries(outputs))
    writeOutput(file, reports[/** @type {keyof typeof reports} */ (kind)]());
  // Last, since a file of that name that is no recipe is an error.
  if (found.recipe !== null)
    console.error(
      `Recipe: ${clean(writeRecipe(recipeFile ?? recipeNameOf(files), found.recipe, recipeFile !== null), '')}`,
    );
  return exitCode;
}

/**
 * Beside no file of the user, in the folder in which the command runs.
 * @param {readonly string[]} files
 */
function recipeNameOf([file]) {
  return file === undefined ? 'formatlab-recipe.json' : `${basename(file, extname(file))}.formatlab-recipe.json`;
}
