import { readFileSync } from 'node:fs';

/** Of the package that this file is in: the published one, or the repository. */
export const { version } = /** @type {{ version: string }} */ (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
);
