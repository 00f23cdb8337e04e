import { readFileSync, writeFileSync } from 'node:fs';
import { openInteropPage } from '../interop-page.mjs';
import { answerLines } from '../product-modules.mjs';

/** The toolkits as the page has them, in real Chromium, asked line by line in JSON: for test_toolkits.py. */

const { page, close } = await openInteropPage({ input: 'toolkits/page.html', ready: 'toolkits' });

/** @import { OptionValues } from '../../../workers/model/options' */

/** @typedef {{ format: string, implementation: string, options?: OptionValues }} Asked */

/** @type {(path: string, base64: string) => void} */
const save = (path, base64) => writeFileSync(path, Buffer.from(base64, 'base64'));

await answerLines({
  /** @param {{ path: string, knobs?: OptionValues, seed?: number, to: number }} request */
  async generate({ path, knobs = {}, seed = 1, to }) {
    const asked = { knobs: { composition: 'chembl', coordinates: false, ...knobs }, seed, to };
    save(path, await page.evaluate((wanted) => window.toolkits.generate(wanted), asked));
    return {};
  },
  /** @param {{ path: string, given: string }} request */
  async take({ path, given }) {
    const asked = { smiles: readFileSync(given, 'utf8') };
    save(path, await page.evaluate((wanted) => window.toolkits.take(wanted), asked));
    return {};
  },
  /** @param {Asked & { path: string }} request */
  async encode({ path, ...request }) {
    save(path, await page.evaluate((wanted) => window.toolkits.encode(wanted), request));
    return {};
  },
  /** @param {Asked & { path: string, smilesPath?: string }} request */
  async decode({ path, smilesPath, ...request }) {
    const asked = { ...request, file: readFileSync(path).toString('base64') };
    const { difference, smiles } = await page.evaluate((wanted) => window.toolkits.decode(wanted), asked);
    if (smilesPath !== undefined) writeFileSync(smilesPath, smiles);
    return { difference };
  },
});
await close();
