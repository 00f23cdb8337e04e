import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { cacheFolder, ensureRustSources, runCommand, rustVersion, wasmFolder } from './toolchain.mjs';

/** @import { CRecipe, CratePatch, NamedRecipe, Recipe, RustRecipe } from './recipe' */

/** Compiles a recipe to a .wasm file. Everything is compiled in a staging folder with relative paths, so that the module does not contain the checkout's path. */

/** Flags of every C module. The stack has 1 MiB, because the deepest frames of zstd and brotli take about 100 KB. With stack-first, an overflow traps instead of corrupting memory. */
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
 * The regular expression of a glob; `*` stands for any characters except a slash.
 * @param {string} glob
 */
const pattern = (glob) => new RegExp(`^${glob.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);

/**
 * The recipe's sources relative to the staging folder. They are sorted by name, because their order changes the module's bytes.
 * @param {NamedRecipe<CRecipe>} recipe
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
 * Applies patches. A patch is a file's name, or { file, crate } if its paths begin in a crate's folder.
 * @param {readonly (string | CratePatch)[]} patches
 * @param {string} stage
 * @param {string} folder
 */
function applyPatches(patches, stage, folder) {
  for (const patch of patches) {
    const { file: name, crate } = typeof patch === 'string' ? { file: patch } : patch;
    const file = join(wasmFolder, 'patches', name);
    // The staging folder is inside the repository, and git would take the patch's paths from the repository's root.
    runCommand(
      'git',
      ['apply', '--whitespace=nowarn', '-p1', ...(crate === undefined ? [] : [`--directory=${crate}`]), file],
      { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: stage, GIT_DIR: join(stage, 'no-repository') } },
    );
  }
}

/**
 * Copies the recipe's crate to upstream/, and other crates that its library contains (`withCrates`) to folders with their names; then applies the patches.
 * @param {NamedRecipe<CRecipe>} recipe
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
 * The arguments of `zig cc`, also for the manifest: the common flags, then the recipe's.
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
 * @param {{ recipe: NamedRecipe<Recipe>, zig: string[], crateFolder: (crate: string) => string, target: string }} what
 */
export function compileRecipe({ recipe, zig, crateFolder, target }) {
  mkdirSync(dirname(target), { recursive: true });
  // The file is read and written instead of copied, because the linker's output is executable and git would keep that mode.
  const bytes = readFileSync(recipe.kind === 'rust' ? compileRust(recipe, zig) : compileC(recipe, zig, crateFolder));
  writeFileSync(target, bytes, { mode: 0o644 });
  return bytes;
}

/**
 * Compiles a C recipe and returns the module's path.
 * @param {NamedRecipe<CRecipe>} recipe
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
  runCommand(
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
 * Writes the patched crates, which cargo uses instead of the registry's, and returns their folder.
 * @param {readonly CratePatch[]} patches
 * @param {string} stage
 */
function stageCrates(patches, stage) {
  rmSync(stage, { recursive: true, force: true });
  const crates = join(stage, 'crates');
  cpSync(ensureRustSources(), crates, { recursive: true });
  applyPatches(patches, stage, crates);
  for (const { crate } of patches) {
    // Cargo compares a crate's files with their checksums, which patched files no longer match, so the list of files is emptied.
    const checksums = join(crates, crate, '.cargo-checksum.json');
    writeFileSync(checksums, JSON.stringify({ ...JSON.parse(readFileSync(checksums, 'utf8')), files: {} }));
  }
  return crates;
}

/**
 * What the build scripts of crates with C sources read: the compiler, the archiver and the flags. The crates bring what they need of the
 * C library, so only its headers are used.
 * @param {readonly string[]} zig
 * @param {readonly string[]} flags
 * @param {readonly (readonly string[])[]} prefixes
 */
function environmentForC(zig, flags, prefixes) {
  const common = commonFlags.filter((flag) => !/^-Wl,|^-flto$|^-mexec-model/.test(flag));
  const remap = prefixes.map(([from, to]) => `-ffile-prefix-map=${from}=${to}`);
  const target = 'wasm32_unknown_unknown';
  return {
    [`CC_${target}`]: [...zig, 'cc'].join(' '),
    [`AR_${target}`]: [...zig, 'ar'].join(' '),
    [`CFLAGS_${target}`]: [
      ...common,
      `-I${join(wasmFolder, 'glue')}`,
      `-I${join(wasmFolder, 'glue/sse2')}`,
      ...flags,
      ...remap,
    ].join(' '),
    CRATE_CC_NO_DEFAULTS: '1',
  };
}

/**
 * Compiles the crate in rust/ with `cargo build --release` for wasm32-unknown-unknown, and only with the Rust version of the manifest. Returns the module's path.
 * @param {NamedRecipe<RustRecipe>} recipe
 * @param {readonly string[]} zig
 */
function compileRust(recipe, zig) {
  const crate = join(wasmFolder, 'rust');
  const version = runCommand('rustc', ['--version'], { cwd: crate }).split(' ')[1];
  if (version !== rustVersion)
    throw new Error(
      `${recipe.name} is built by Rust ${rustVersion}, which rust/rust-toolchain.toml asks rustup for; this is ${version}.`,
    );
  const stage = join(cacheFolder, 'stage', recipe.name);
  const crates = recipe.patches === undefined ? null : stageCrates(recipe.patches, stage);
  // Cargo assumes that a registry's crate never changes, so it would reuse what it compiled before a patch. The target folder is therefore new.
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
  // Panic messages contain the sources' paths, which are replaced.
  const prefixes = [
    [crate, 'rust'],
    [home, 'cargo'],
    [runCommand('rustc', ['--print', 'sysroot'], { cwd: crate }).trim(), 'rustc'],
    ...(crates === null ? [] : [[crates, 'crates']]),
  ];
  const remap = prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  runCommand(
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
      env: {
        ...process.env,
        // A crate draws a constant at compile time, which would make each build another module.
        CONST_RANDOM_SEED: 'formatlab',
        ...(recipe.cFlags === undefined ? {} : environmentForC(zig, recipe.cFlags, prefixes)),
        CARGO_ENCODED_RUSTFLAGS: [...(recipe.flags ?? []), ...remap].join('\x1f'),
      },
    },
  );
  return join(targetFolder, 'wasm32-unknown-unknown/release', `${recipe.package.replaceAll('-', '_')}.wasm`);
}
