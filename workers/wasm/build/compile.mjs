import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { cacheFolder, ensureRustSources, run, rustVersion, wasmFolder } from './toolchain.mjs';

/** @import { CRecipe, CratePatch, Named, Recipe, RustRecipe } from './recipe' */

/** Recipe → .wasm. Everything is compiled in a staging folder by relative paths, so that the checkout's own path leaves no trace in the module. */

/** Of every C module. 1 MiB of stack: zstd's and brotli's deepest frames are about 100 KB, and stack-first makes an overflow trap instead of corrupting. */
export const commonFlags = [
  '-target',
  'wasm32-wasi',
  '-mexec-model=reactor',
  '-O3',
  '-flto',
  '-std=gnu11',
  '-w',
  '-msimd128',
  '-mbulk-memory',
  '-msign-ext',
  '-mnontrapping-fptoint',
  '-mmutable-globals',
  '-mmultivalue',
  '-fno-stack-protector',
  '-fno-sanitize=undefined',
  '-fno-exceptions',
  '-fvisibility=hidden',
  '-DNDEBUG',
  '-Wl,--strip-all',
  '-Wl,--gc-sections',
  '-Wl,-z,stack-size=1048576',
];

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

/**
 * `*` stands for any characters but a slash.
 * @param {string} glob
 */
const pattern = (glob) => new RegExp(`^${glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);

/**
 * The recipe's sources, relative to the stage and in the order of their names, since the order decides the module's bytes.
 * @param {Named<CRecipe>} recipe
 * @param {string} stage
 */
function listSources(recipe, stage) {
  const upstream = join(stage, 'upstream');
  const all = filesUnder(upstream)
    .map((path) => relative(upstream, path).split(sep).join('/'))
    .sort();
  const excluded = (recipe.exclude ?? []).map(pattern);
  const chosen = [];
  for (const glob of recipe.sources) {
    const matching = all.filter((path) => pattern(glob).test(path) && !excluded.some((other) => other.test(path)));
    if (matching.length === 0) throw new Error(`${recipe.name}: no source matches ${glob}.`);
    chosen.push(...matching);
  }
  return [...new Set(chosen)].map((path) => `upstream/${path}`);
}

/**
 * A patch is a file's name, or { file, crate } where its paths begin in a crate's folder.
 * @param {readonly (string | CratePatch)[]} patches
 * @param {string} stage
 * @param {string} folder
 */
function applyPatches(patches, stage, folder) {
  for (const patch of patches) {
    const { file: name, crate } = typeof patch === 'string' ? { file: patch } : patch;
    const file = join(wasmFolder, 'patches', name);
    // The stage lies inside the repository, where git would take the patch's paths from its root.
    run(
      'git',
      ['apply', '--whitespace=nowarn', '-p1', ...(crate === undefined ? [] : [`--directory=${crate}`]), file],
      { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: stage, GIT_DIR: join(stage, 'no-repository') } },
    );
  }
}

/**
 * upstream/ is the recipe's crate, with the others that its library has inside (`withCrates`) in folders of their names, where their patches go.
 * @param {Named<CRecipe>} recipe
 * @param {(crate: string) => string} crateFolder
 */
function stageSources(recipe, crateFolder) {
  const stage = join(cacheFolder, 'stage', recipe.name);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  cpSync(crateFolder(recipe.crate), join(stage, 'upstream'), { recursive: true });
  for (const crate of recipe.withCrates ?? [])
    cpSync(crateFolder(crate), join(stage, 'upstream', crate), { recursive: true });
  cpSync(join(wasmFolder, 'glue'), join(stage, 'glue'), { recursive: true });
  applyPatches(recipe.patches ?? [], stage, join(stage, 'upstream'));
  return stage;
}

/**
 * What follows `zig cc`, for the manifest too: the recipe's flags after the common ones.
 * @param {CRecipe} recipe
 */
export function compilerFlags(recipe) {
  const defines = Object.entries(recipe.defines ?? {}).map(([name, value]) =>
    value === true ? `-D${name}` : `-D${name}=${value}`,
  );
  return [...defines, ...(recipe.flags ?? [])];
}

/**
 * Compiles one recipe to `target`.
 * @param {{ recipe: Named<Recipe>, zig: string[], crateFolder: (crate: string) => string, target: string }} what
 */
export function compileRecipe({ recipe, zig, crateFolder, target }) {
  mkdirSync(dirname(target), { recursive: true });
  // Read and written anew, not copied: the linker's output is executable, and git would keep that.
  const bytes = readFileSync(recipe.kind === 'rust' ? compileRust(recipe) : compileC(recipe, zig, crateFolder));
  writeFileSync(target, bytes, { mode: 0o644 });
  return bytes;
}

/**
 * Gives the module's path.
 * @param {Named<CRecipe>} recipe
 * @param {string[]} zigCommand
 * @param {(crate: string) => string} crateFolder
 */
function compileC(recipe, [zig, ...zigArgs], crateFolder) {
  if (zig === undefined) throw new Error(`${recipe.name} is in C, which needs zig.`);
  const stage = stageSources(recipe, crateFolder);
  const includes = ['glue', ...(recipe.includes ?? []).map((path) => `upstream/${path}`)].map((path) => `-I${path}`);
  const sources = [...listSources(recipe, stage), `glue/${recipe.glue ?? `${recipe.name}.c`}`, 'glue/arena.c'];
  const cache = join(cacheFolder, 'zig-cache');
  const output = 'module.wasm';
  run(
    zig,
    [
      ...zigArgs,
      'cc',
      ...commonFlags,
      '-include',
      'glue/no-system.h',
      ...includes,
      ...compilerFlags(recipe),
      ...sources,
      '-o',
      output,
    ],
    {
      cwd: stage,
      env: { ...process.env, ZIG_LOCAL_CACHE_DIR: cache, ZIG_GLOBAL_CACHE_DIR: cache },
    },
  );
  return join(stage, output);
}

/**
 * The crates, patched, for cargo to take in place of the registry's. Gives their folder.
 * @param {readonly CratePatch[]} patches
 * @param {string} stage
 */
function stageCrates(patches, stage) {
  rmSync(stage, { recursive: true, force: true });
  const crates = join(stage, 'crates');
  cpSync(ensureRustSources(), crates, { recursive: true });
  applyPatches(patches, stage, crates);
  for (const { crate } of patches) {
    // Cargo holds the crate to the lock file's checksum, and each file to one that a patched file no longer has.
    const checksums = join(crates, crate, '.cargo-checksum.json');
    writeFileSync(checksums, JSON.stringify({ ...JSON.parse(readFileSync(checksums, 'utf8')), files: {} }));
  }
  return crates;
}

/**
 * The crate in rust/: `cargo build --release` for wasm32-unknown-unknown, by the Rust that the manifest names and no other. Gives the module's path.
 * @param {Named<RustRecipe>} recipe
 */
function compileRust(recipe) {
  const crate = join(wasmFolder, 'rust');
  const version = run('rustc', ['--version'], { cwd: crate }).split(' ')[1];
  if (version !== rustVersion)
    throw new Error(
      `${recipe.name} is built by Rust ${rustVersion}, which rust/rust-toolchain.toml asks rustup for; this is ${version}.`,
    );
  const stage = join(cacheFolder, 'stage', recipe.name);
  const crates = recipe.patches === undefined ? null : stageCrates(recipe.patches, stage);
  // Cargo takes a crate of the registry for one that never changes: what it compiled before a patch did must not be used again.
  const targetFolder = crates === null ? join(cacheFolder, 'rust-target') : join(stage, 'target');
  const replaced =
    crates === null
      ? []
      : [
          '--config',
          'source.crates-io.replace-with="patched"',
          '--config',
          `source.patched.directory=${JSON.stringify(crates)}`,
        ];
  const home = process.env.CARGO_HOME ?? join(process.env.HOME ?? process.env.USERPROFILE ?? '', '.cargo');
  // Panic messages carry the sources' paths.
  const prefixes = [
    [crate, 'rust'],
    [home, 'cargo'],
    [run('rustc', ['--print', 'sysroot'], { cwd: crate }).trim(), 'rustc'],
    ...(crates === null ? [] : [[crates, 'crates']]),
  ];
  const remap = prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  run(
    'cargo',
    [
      'build',
      '--release',
      '--locked',
      '--target',
      'wasm32-unknown-unknown',
      '--package',
      recipe.package,
      '--target-dir',
      targetFolder,
      ...replaced,
    ],
    {
      cwd: crate,
      env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: [...(recipe.flags ?? []), ...remap].join('\x1f') },
    },
  );
  return join(targetFolder, 'wasm32-unknown-unknown/release', `${recipe.package.replaceAll('-', '_')}.wasm`);
}
