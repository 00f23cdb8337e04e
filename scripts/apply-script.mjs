import { runnerImport } from 'vite';
import { join } from 'node:path';
import { repositoryFolder } from './install.mjs';

/**
 * The Python file that applies a recipe, which is named on its command line.
 * @returns {Promise<string>}
 */
export async function applyScriptText() {
  // Node 20 cannot load TypeScript.
  const { module } = await runnerImport(join(repositoryFolder, 'web/recipe/apply-script.ts'), {
    root: repositoryFolder,
    configFile: false,
    logLevel: 'warn',
  });
  return module.applyScript(null);
}
