import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerLines, loadProductModules } from '../product-modules.mjs';

/** The product's own map of a file's bytes in Node, asked line by line in JSON. Used by test_byte_map.py. */

const { bytesByKind, FormatlabError, readByteMap, spansOf } = /** @type {typeof import('./module')} */ (
  await loadProductModules(fileURLToPath(new URL('module.ts', import.meta.url)))
);

await answerLines({
  /** @param {{ path: string }} request */
  async map({ path }) {
    try {
      const map = await readByteMap(new Blob([readFileSync(path)]));
      return { ...map, spans: spansOf(map.parts), kinds: Object.fromEntries(bytesByKind(map.parts)) };
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      return { refusal: thrown.record };
    }
  },
});
