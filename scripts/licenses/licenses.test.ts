import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json';
import packageLock from '../../package-lock.json';
import thirdParty from '../../web/app/about/third-party.json';
import manifest from '../../workers/wasm/built/manifest.json';
import { collectLicenses, renderLicenses } from './collect.mjs';

const root = new URL('../..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const listed = new Set(thirdParty.map(({ name, version }) => `${name} ${version}`));
const again = 'Run npm run make:licenses.';

it('lists every package of the production dependencies, in the version that the lock file pins', () => {
  const locked = new Map(
    Object.entries(packageLock.packages).map(([path, entry]) => [path, 'version' in entry ? entry.version : '']),
  );
  const missing = Object.keys(packageJson.dependencies).filter(
    (name) => !listed.has(`${name} ${locked.get(`node_modules/${name}`)}`),
  );
  expect(missing, again).toEqual([]);
});

it('lists the upstream library of every WASM module, and what is in it', () => {
  const upstream = manifest.modules.flatMap((module) => [
    `${module.upstream} ${module.version}`,
    ...('contains' in module ? (module.contains ?? []) : []),
  ]);
  expect(upstream.length).toBeGreaterThan(0);
  expect(
    upstream.filter((library) => !listed.has(library)),
    again,
  ).toEqual([]);
});

it('agrees, list and texts, with what is installed, built and locked', () => {
  const { files, listed: fresh, document } = renderLicenses(collectLicenses());
  expect(thirdParty, again).toEqual(fresh);
  expect(read('THIRD_PARTY_LICENSES.md'), again).toBe(document);
  expect(readdirSync(new URL('public/licenses/', root)).sort(), again).toEqual([...files.keys()].sort());
  for (const [file, content] of files) expect(read(`public/licenses/${file}`), `${file}. ${again}`).toBe(content);
});

it('has a licence’s text for each, not merely its name', () => {
  for (const { name, file } of thirdParty)
    expect(read(`public/licenses/${file}`), name).toMatch(/permission|permitted|licen[sc]e/i);
});
