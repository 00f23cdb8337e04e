import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { repositoryFolder } from '../../scripts/install.mjs';
import { builtModules } from './built.mjs';

/**
 * The product's own modules as a TypeScript file whose name ends in `module.ts` exports them, bundled for Node; V8 and WASM are those of the browser.
 * @param {string} entry its absolute path
 * @returns {Promise<unknown>} whoever asks casts it to the type of `entry`
 */
export async function loadProductModules(entry) {
  const path = relative(repositoryFolder, entry).replaceAll('\\', '/').replace(/\.ts$/u, '.mjs');
  return import(pathToFileURL(join(await builtModules(), path)).href);
}

/**
 * Answers standard input line by line, each a JSON object with the name of a command and what it takes, until it ends.
 * @param {Record<string, (request: never) => unknown>} commands
 */
export async function answerLines(commands) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { command, ...request } = JSON.parse(line);
    try {
      console.log(JSON.stringify(await /** @type {(request: object) => unknown} */ (commands[command])(request)));
    } catch (caught) {
      const thrown = /** @type {Partial<import('../../workers/model/errors').FormatlabError> | null | undefined} */ (
        caught
      );
      console.log(
        JSON.stringify({
          error: String(thrown?.message ?? thrown),
          tag: thrown?.record?.tag ?? null,
          stack: thrown?.stack,
        }),
      );
    }
  }
}
