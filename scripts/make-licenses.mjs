import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectLicenses, renderLicenses } from './licenses/collect.mjs';

/** npm run make:licenses writes THIRD_PARTY_LICENSES.md, public/licenses/*.txt and the list on the About page. */

const root = fileURLToPath(new URL('..', import.meta.url));
const { files, listed, document } = renderLicenses(collectLicenses());

const folder = join(root, 'public/licenses');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, content] of files) writeFileSync(join(folder, file), content);
writeFileSync(join(root, 'web/app/about/third-party.json'), `${JSON.stringify(listed, null, 2)}\n`);
writeFileSync(join(root, 'THIRD_PARTY_LICENSES.md'), document);
console.log(
  `${listed.length} libraries under ${new Set(listed.map(({ license }) => license)).size} licences, ${files.size} texts.`,
);
