import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The scripts that the page exports, and its reading of the results that they write, asked line by line in JSON by test_native_script.py. */

const product = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);

await answerLines({
  /**
   * Writes the script of a plan, whose defaults are filled in first. `sha256s` are the datasets'.
   * @param {{ plan: unknown, kind: 'python' | 'dask', sha256s?: (string | null)[] | null, path: string }} request
   */
  script({ plan, kind, sha256s = null, path }) {
    const checked = product.checkPlan(plan);
    writeFileSync(path, kind === 'dask' ? product.daskScriptOf(checked) : product.pythonScriptOf(checked, sha256s));
    return { plan: checked };
  },
  /** Codec → its implementations that compress. */
  implementations() {
    return Object.fromEntries(
      [...product.codecs.values()].map(({ id, implementations }) => [
        id,
        implementations.flatMap((each) => (each.compresses ? [each.id] : [])),
      ]),
    );
  },
  /**
   * The result as the page's import opens it.
   * @param {{ path: string }} request
   */
  result({ path }) {
    return product.parseResultFile(readFileSync(path, 'utf8'), path);
  },
});
