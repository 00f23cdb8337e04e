/** What a folder of `workers/` may import, beside itself and npm packages: the table under “Import rules” in docs/ARCHITECTURE.md. */
const lower = ['model', 'columns', 'libraries', 'wasm'];
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  columns: ['model'],
  client: ['model'],
  // The entries by their paths.
  registry: ['model', 'snippets', 'codecs', 'formats', 'workloads'],
  workloads: ['model'],
  wasm: ['model', 'columns'],
  libraries: ['model', 'columns', 'wasm'],
  codecs: lower,
  'byte-map': ['model', 'columns', 'libraries'],
  'own-file': lower,
  // Lines in other languages that write and read files.
  snippets: ['model'],
  formats: [...lower, 'byte-map', 'own-file', 'snippets'],
  'open-file': [...lower, 'registry', 'byte-map', 'own-file', 'formats'],
  'molecule-view': ['model', 'columns', 'libraries', 'byte-map', 'formats'],
  engine: ['model', 'registry', 'byte-map', 'own-file', 'open-file', 'molecule-view'],
};
