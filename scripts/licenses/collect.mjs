import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  compiledCrates,
  linkedRuntimes,
  upstreamLibraries,
  unshippedPackages,
  packages,
  licencesFromTexts,
} from './known.mjs';

/**
 * Collects all third-party software that the site ships: the packages in package.json with their dependencies, and the libraries in our WASM
 * modules.
 */

/**
 * The content of a package.json.
 * @typedef {{ name: string, version: string, license?: unknown, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>, }} PackageManifest
 */

/** @typedef {{ folder: string, manifest: PackageManifest, direct: boolean, parents: Set<string> }} InstalledPackage */

/** @typedef {typeof import('../../workers/wasm/built/manifest.json')} WasmManifest */

/**
 * `stem` is the preferred name of the file with the licence text.
 * @typedef {{ group: keyof typeof headings, name: string, version: string, inside: string | null, license: string, use: string, text: string, stem: string, }} LicenseEntry
 */

/** @typedef {Omit<LicenseEntry, 'text' | 'stem'> & { file: string }} ListedLicense */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @type {(a: LicenseEntry, b: LicenseEntry) => number} */
const order = (a, b) =>
  a.name.toLowerCase() < b.name.toLowerCase()
    ? -1
    : a.name.toLowerCase() > b.name.toLowerCase()
      ? 1
      : a.version < b.version
        ? -1
        : 1;

/**
 * Finds a package from a folder as Node does. Null if it is not installed.
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

/** All installed production packages, each version once. Type packages are omitted, since they are not shipped. */
function productionTree() {
  /** @type {Map<string, InstalledPackage>} */
  const found = new Map();
  /** @type {(name: string, from: string, parent: string | null) => void} */
  const visit = (name, from, parent) => {
    if (name.startsWith('@types/')) return;
    const folder = folderOf(name, from);
    if (folder === null) throw new Error(`${name}, which ${parent ?? 'package.json'} needs, is not installed.`);
    const known = found.get(folder);
    if (known !== undefined) {
      if (parent === null) known.direct = true;
      else known.parents.add(parent);
      return;
    }
    /** @type {PackageManifest} */
    const manifest = readJson(join(folder, 'package.json'));
    found.set(folder, { folder, manifest, direct: parent === null, parents: new Set(parent === null ? [] : [parent]) });
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
      (peer) => manifest.peerDependenciesMeta?.[peer]?.optional !== true,
    );
    for (const needed of [...Object.keys(manifest.dependencies ?? {}), ...peers]) visit(needed, folder, name);
  };
  for (const name of Object.keys(readJson(join(root, 'package.json')).dependencies)) visit(name, root, null);
  /** @type {Map<string, InstalledPackage>} */
  const merged = new Map();
  for (const entry of found.values()) {
    const key = `${entry.manifest.name} ${entry.manifest.version}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, entry);
    else for (const parent of entry.parents) known.parents.add(parent);
  }
  return [...merged.values()];
}

/** @param {InstalledPackage} installed */
function packageText({ folder, manifest }) {
  const given = packages[manifest.name]?.text;
  if (given !== undefined) return readFileSync(join(root, 'scripts/licenses', given), 'utf8');
  const files = readdirSync(folder)
    .filter((file) => /^(licen[sc]e|copying|notice)([._-]|$)/i.test(file))
    .sort();
  if (!files.some((file) => /^(licen[sc]e|copying)/i.test(file)))
    throw new Error(
      `${manifest.name} contains no licence file. Put the licence's text into scripts/licenses and add it to known.mjs.`,
    );
  return files
    .map((file) => `${files.length > 1 ? `-------- ${file}\n\n` : ''}${readFileSync(join(folder, file), 'utf8')}`)
    .join('\n\n');
}

/** @returns {LicenseEntry[]} */
function packageEntries() {
  return productionTree().map((entry) => {
    const { name, version, license } = entry.manifest;
    const known = packages[name];
    const use = entry.direct ? known?.use : `for ${[...entry.parents].sort().join(', ')}`;
    if (use === undefined) throw new Error(`scripts/licenses/known.mjs lacks the use of ${name}.`);
    const declared = known?.license ?? license ?? licencesFromTexts[name];
    if (typeof declared !== 'string') throw new Error(`${name} declares no licence.`);
    return {
      group: entry.direct ? 'package' : 'needed',
      name,
      version,
      inside: known?.inside ?? null,
      license: declared.replace(/^\((.*)\)$/, '$1'),
      use,
      text: packageText(entry),
      stem: stemOf(name),
    };
  });
}

/**
 * The name of the file with the licence text, without its extension.
 * @param {string} name
 */
const stemOf = (name) =>
  name
    .replace(/\.txt$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
/** @param {string} file */
const wasmText = (file) => readFileSync(join(root, 'workers/wasm/licenses', file), 'utf8');

/**
 * @param {WasmManifest} manifest
 * @returns {LicenseEntry[]}
 */
function nativeEntries(manifest) {
  /** @type {Map<string, string[]>} */
  const uses = new Map();
  /** @type {(upstream: string, module: string) => void} */
  const add = (upstream, module) => uses.set(upstream, [...(uses.get(upstream) ?? []), module]);
  for (const { name, upstream, version, contains = [] } of manifest.modules) {
    add(`${upstream} ${version}`, name);
    for (const inside of contains) add(inside, name);
  }
  return [...uses].map(([upstream, modules]) => {
    const [, name = '', version = ''] = /^(.*) (\S+)$/.exec(upstream) ?? [];
    const known = upstreamLibraries[name];
    if (known === undefined)
      throw new Error(
        `scripts/licenses/known.mjs lacks the licence of ${upstream}, which is part of ${modules.join(', ')}.wasm.`,
      );
    return {
      group: 'native',
      name,
      version,
      inside: null,
      license: known.license,
      use: `${modules.length > 1 ? 'modules' : 'module'} ${modules.join(', ')}`,
      text: wasmText(known.text),
      stem: stemOf(known.text),
    };
  });
}

/**
 * The crates in Cargo.lock that come from a registry and are neither upstream of a module nor excluded.
 * @returns {LicenseEntry[]}
 */
function crateEntries() {
  const lock = readFileSync(join(root, 'workers/wasm/rust/Cargo.lock'), 'utf8');
  return lock
    .split('[[package]]')
    .slice(1)
    .map((text) =>
      Object.fromEntries([...text.matchAll(/^(\w+) = "([^"]*)"$/gm)].map(([, key, value]) => [key, value])),
    )
    .filter(
      ({ name, source }) =>
        source !== undefined && upstreamLibraries[name] === undefined && !unshippedPackages.includes(name),
    )
    .map(({ name, version }) => {
      const known = compiledCrates[name];
      if (known === undefined) throw new Error(`scripts/licenses/known.mjs lacks the licence of the crate ${name}.`);
      return {
        group: 'needed',
        name,
        version,
        inside: null,
        license: known.license,
        use: known.use,
        text: wasmText(known.text),
        stem: stemOf(known.text),
      };
    });
}

/** @returns {LicenseEntry[]} */
export function collectLicenses() {
  /** @type {WasmManifest} */
  const manifest = readJson(join(root, 'workers/wasm/built/manifest.json'));
  /** @type {LicenseEntry[]} */
  const compilers = linkedRuntimes.map(({ version, text, ...entry }) => ({
    group: 'needed',
    ...entry,
    inside: null,
    version: version === 'zig' ? `of zig ${manifest.zig}` : manifest.rust,
    text: wasmText(text),
    stem: stemOf(text),
  }));
  const all = [...nativeEntries(manifest), ...crateEntries(), ...compilers, ...packageEntries()];
  return Object.keys(headings).flatMap((group) => all.filter((entry) => entry.group === group).sort(order));
}

/**
 * Writes one file per distinct licence text: for public/licenses, the list on the About page, and THIRD_PARTY_LICENSES.md.
 * @param {LicenseEntry[]} entries
 */
export function renderLicenses(entries) {
  /** @param {string} text */
  const normal = (text) =>
    `${text
      .replaceAll('\r\n', '\n')
      .replace(/[ \t]+$/gm, '')
      .trim()}\n`;
  /** @type {Map<string, string>} */
  const files = new Map();
  const listed = entries.map(({ text, stem, ...entry }) => {
    const content = normal(text);
    let file = [...files].find(([, known]) => known === content)?.[0];
    if (file === undefined) {
      file = files.has(`${stem}.txt`) ? `${stem}-${entry.version}.txt` : `${stem}.txt`;
      if (files.has(file)) throw new Error(`Two licence texts have the file name ${file}.`);
      files.set(file, content);
    }
    return { ...entry, file };
  });
  return { files, listed, document: documentOf(listed) };
}

const headings = {
  native: 'Compiled to WebAssembly by us (workers/wasm)',
  package: 'Packages',
  needed: 'What these need',
};

/** @param {ListedLicense[]} listed */
function documentOf(listed) {
  /** @param {string} group */
  const rows = (group) =>
    listed
      .filter((entry) => entry.group === group)
      .map(
        ({ name, version, inside, license, use, file }) =>
          `| ${name} | ${version} | [${license}](public/licenses/${file}) | ${use}${inside === null ? '' : `; contains ${inside}`} |`,
      );
  const sections = Object.entries(headings).map(
    ([group, heading]) =>
      `## ${heading}\n\n| Library | Version | Licence | For |\n|---|---|---|---|\n${rows(group).join('\n')}\n`,
  );
  return `# Licences of everything shipped\n\nFormatlab is under the MIT licence (LICENSE). What it ships of others is listed here, each with its licence’s text. Made by \`npm run make:licenses\`; do not edit.\n\n${sections.join('\n')}`;
}
