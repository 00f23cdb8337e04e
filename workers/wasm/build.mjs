import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  cacheFolder,
  ensureSources,
  ensureZig,
  pinnedBy,
  readLock,
  rustVersion,
  wasmFolder,
  zigVersion,
} from './build/toolchain.mjs';
import { commonFlags, compileRecipe, compilerFlags } from './build/compile.mjs';

/** @import { NamedRecipe, Recipe } from './build/recipe' */

/**
 * npm run build:wasm [-- names…]           builds all modules, or the named ones, into built/ and updates built/manifest.json
 * npm run build:wasm -- --check [names…]   builds them elsewhere and compares them with the committed ones; the exit code is 1 if a byte differs
 */

const builtFolder = join(wasmFolder, 'built');
const manifestPath = join(builtFolder, 'manifest.json');
/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * All recipes by name, which is the file's name without extension and also the module's name.
 * @returns {Promise<Map<string, NamedRecipe<Recipe>>>}
 */
async function readRecipes() {
  const files = readdirSync(join(wasmFolder, 'recipes'))
    .filter((file) => file.endsWith('.mjs'))
    .sort();
  const recipes = await Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.mjs'.length),
      ...(await import(pathToFileURL(join(wasmFolder, 'recipes', file)).href)).default,
    })),
  );
  return new Map(recipes.map((recipe) => [recipe.name, recipe]));
}

/** @returns {{ modules: ReturnType<typeof manifestEntry>[] }} */
function readManifest() {
  try {
    return JSON.parse(readFileSync(manifestPath, 'utf8'));
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return { modules: [] };
    throw thrown;
  }
}

/**
 * @param {NamedRecipe<Recipe>} recipe
 * @param {Uint8Array} bytes
 * @param {import('./build/toolchain.mjs').Lock} lock
 */
function manifestEntry(recipe, bytes, lock) {
  const { name, version, license, licenseFile } = recipe.upstream;
  const source =
    recipe.kind === 'rust'
      ? { crate: recipe.package }
      : {
          crate: recipe.crate,
          crateVersion: pinnedBy(lock, recipe.crate).version,
          crateSha256: pinnedBy(lock, recipe.crate).checksum,
        };
  return {
    name: recipe.name,
    file: `${recipe.name}.wasm`,
    upstream: name,
    version,
    license,
    licenseFile,
    ...source,
    ...(recipe.withCrates === undefined
      ? {}
      : {
          withCrates: recipe.withCrates.map((crate) => ({
            crate,
            crateVersion: pinnedBy(lock, crate).version,
            crateSha256: pinnedBy(lock, crate).checksum,
          })),
        }),
    ...(recipe.contains === undefined ? {} : { contains: recipe.contains }),
    patches: (recipe.patches ?? []).map((patch) => (typeof patch === 'string' ? patch : patch.file)),
    flags: recipe.kind === 'rust' ? [...(recipe.flags ?? []), ...(recipe.cFlags ?? [])] : compilerFlags(recipe),
    sizeBytes: bytes.length,
    sha256: sha256(bytes),
  };
}

const args = process.argv.slice(2);
const check = args.includes('--check');
const names = args.filter((arg) => !arg.startsWith('--'));
const unknownFlag = args.find((arg) => arg.startsWith('--') && arg !== '--check');
if (unknownFlag !== undefined) throw new Error(`There is no option ${unknownFlag}.`);

const recipes = await readRecipes();
for (const name of names)
  if (!recipes.has(name)) throw new Error(`There is no recipe ${name}. There are: ${[...recipes.keys()].join(', ')}.`);
const chosen = [...recipes.values()].filter(({ name }) => names.length === 0 || names.includes(name));

const needsZig = chosen.some((recipe) => recipe.kind === 'c' || recipe.cFlags !== undefined);
const zig = needsZig ? ensureZig() : [];
const crateFolder = ensureSources();
const lock = readLock();
const target = check ? mkdtempSync(join(cacheFolder, 'check-')) : builtFolder;
console.log(
  [needsZig ? `zig ${zigVersion}` : '', chosen.some(({ kind }) => kind === 'rust') ? `Rust ${rustVersion}` : '']
    .filter(Boolean)
    .join(', '),
);

/** @type {ReturnType<typeof manifestEntry>[]} */
const built = [];
for (const recipe of chosen) {
  const startedMs = performance.now();
  const bytes = compileRecipe({ recipe, zig, crateFolder, target: join(target, `${recipe.name}.wasm`) });
  const entry = manifestEntry(recipe, bytes, lock);
  built.push(entry);
  console.log(
    `${recipe.name.padEnd(12)} ${`${entry.upstream} ${entry.version}`.padEnd(22)} ${String(entry.sizeBytes).padStart(8)} bytes  ${entry.sha256}  ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
}

// Reads the manifest only now, because another build may have changed it in the meantime.
const committed = readManifest();
if (check) {
  rmSync(target, { recursive: true, force: true });
  let differing = 0;
  for (const entry of built) {
    const before = committed.modules.find(({ name }) => name === entry.name);
    const file = sha256(readFileSync(join(builtFolder, entry.file)));
    if (file === entry.sha256 && JSON.stringify(before) === JSON.stringify(entry)) continue;
    differing += 1;
    console.error(
      `${entry.name} DIFFERS.\n  rebuilt    ${entry.sha256}\n  committed  ${file}\n  manifest   ${before?.sha256 ?? 'does not name it'}`,
    );
    if (file === entry.sha256)
      console.error('  The module is the same: run npm run build:wasm, so that the manifest says how it is built.');
  }
  if (differing > 0) process.exit(1);
  console.log(`${built.length} rebuilt, each equal to what is committed, byte for byte.`);
} else {
  const others = committed.modules.filter(
    ({ name }) => recipes.has(name) && !built.some((entry) => entry.name === name),
  );
  const modules = [...others, ...built].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(
    manifestPath,
    `${JSON.stringify({ format: 'formatlab.wasmModules', version: 1, zig: zigVersion, rust: rustVersion, commonFlags, modules }, null, 2)}\n`,
  );
  console.log(
    `${modules.length} modules, ${modules.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0).toLocaleString('en')} bytes together.`,
  );
}
