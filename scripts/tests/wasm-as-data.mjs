import { readFileSync } from 'node:fs';

const query = '?url';

/**
 * Node fetches no files of the site. In its tests, the URL of a module holds the module itself.
 * @returns {import('vite').Plugin}
 */
export const wasmAsData = () => ({
  name: 'formatlab:wasm-as-data',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith(`.wasm${query}`)) return null;
    const bytes = readFileSync(id.slice(0, -query.length));
    return `export default ${JSON.stringify(`data:application/wasm;base64,${bytes.toString('base64')}`)};`;
  },
});
