import { readFileSync, writeFileSync } from 'node:fs';
import { openInteropPage } from '../interop-page.mjs';
import { answerLines } from '../product-modules.mjs';

/** The toolkits as the page has them, in real Chromium, asked line by line in JSON: for test_toolkits.py. */

const { page, close } = await openInteropPage({ input: 'toolkits/page.html', ready: 'toolkits' });
const ask = (command, request) => page.evaluate(([name, given]) => window.toolkits[name](given), [command, request]);
const save = (path, base64) => writeFileSync(path, Buffer.from(base64, 'base64'));

await answerLines({
  async generate({ path, knobs = {}, seed = 1, to }) {
    save(path, await ask('generate', { knobs: { composition: 'chembl', coordinates: false, ...knobs }, seed, to }));
    return {};
  },
  async take({ path, given }) {
    save(path, await ask('take', { smiles: readFileSync(given, 'utf8') }));
    return {};
  },
  async encode({ path, ...request }) {
    save(path, await ask('encode', request));
    return {};
  },
  async decode({ path, smilesPath, ...request }) {
    const { difference, smiles } = await ask('decode', { ...request, file: readFileSync(path).toString('base64') });
    if (smilesPath !== undefined) writeFileSync(smilesPath, smiles);
    return { difference };
  },
});
await close();
