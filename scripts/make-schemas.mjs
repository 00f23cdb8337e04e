import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { repositoryFolder } from './install.mjs';

// The scripts load TypeScript through Vite, since Node 20 cannot.
const { module } = await runnerImport(join(repositoryFolder, 'scripts/json-schemas.ts'), {
  root: repositoryFolder,
  configFile: false,
  logLevel: 'warn',
});
const folder = join(repositoryFolder, 'public/schemas');
mkdirSync(folder, { recursive: true });
for (const [fileName, text] of Object.entries(module.jsonSchemas())) {
  writeFileSync(join(folder, fileName), text);
  console.log(`public/schemas/${fileName}`);
}
