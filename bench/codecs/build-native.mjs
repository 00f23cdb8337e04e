import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cacheFolder as wasmCache,
  ensureSources,
  ensureZig,
  runCommand,
  wasmFolder,
} from '../../workers/wasm/build/toolchain.mjs';

/**
 * Builds the programs of the native side: native/harness.c with one library each. The libraries are the upstream sources from which the WASM modules are built, but without
 * our patches, and with everything that upstream uses on this processor (assembly, wider instructions detected at run time), -O3, one thread.
 */

const here = dirname(fileURLToPath(import.meta.url));
const nativeFolder = join(here, 'native');
const target = join(wasmCache, '../codec-bench');

const x64 = process.arch === 'x64';
const zstdFolders = ['common', 'compress', 'decompress'];
/** The .S file has zstd's Huffman decoder in assembly, which is used if the processor has BMI2. */
const zstdSources = (/** @type {string} */ at) => [
  ...zstdFolders.map((folder) => `${at}/${folder}/*.c`),
  ...(x64 ? [`${at}/decompress/huf_decompress_amd64.S`] : []),
];

/** Settings that xz's configure script detects with gcc on x86-64, and that the crate's config.h lacks. */
const liblzmaFindings = [
  'TUKLIB_FAST_UNALIGNED_ACCESS',
  'HAVE___BUILTIN_ASSUME_ALIGNED',
  'HAVE___BUILTIN_BSWAPXX',
  'HAVE_FUNC_ATTRIBUTE_CONSTRUCTOR',
  'HAVE_VISIBILITY',
  ...(x64 ? ['HAVE_USABLE_CLMUL', 'HAVE_IMMINTRIN_H', 'HAVE_CPUID_H', 'HAVE__MM_MOVEMASK_EPI8'] : []),
];

const lzmaFolders = ['common', 'lzma', 'lz', 'check', 'delta', 'rangecoder', 'simple'].map(
  (folder) => `liblzma-sys/xz/src/liblzma/${folder}`,
);

const plainZstd = ['ZSTD_DISABLE_ASM', 'DYNAMIC_BMI2=0', 'NO_PREFETCH'];

/** @typedef {{ defines?: string[], without?: string[], environment?: Record<string, string> }} Plain */

/**
 * @typedef {{
 *   sources: string[],
 *   exclude?: RegExp,
 *   only?: RegExp,
 *   includes: string[],
 *   defines?: string[],
 *   libraries?: string[],
 *   before?: { files: RegExp, header: string },
 *   plain?: Plain,
 * }} CLibrary
 */

/** @typedef {{ command: [string, ...string[]], name: string }} Compiler */

/**
 * How each C library is compiled. Paths begin with a crate's name; `*` stands for a part of a file's name. `plain` removes the features that WASM lacks according to
 * reasons.mjs, and nothing else, so that these reasons can be tested: defines to add, defines to leave out, and environment variables. `before` is a header of ours that is
 * included before some files; the header says why.
 * @type {Readonly<Record<string, CLibrary>>}
 */
const cLibraries = {
  zstd: {
    sources: zstdSources('zstd-sys/zstd/lib'),
    includes: ['zstd-sys/zstd/lib'],
    defines: ['ZSTD_LEGACY_SUPPORT=0', 'XXH_NAMESPACE=ZSTD_'],
    plain: { defines: plainZstd },
  },
  lz4: {
    sources: ['lz4', 'lz4hc', 'lz4frame', 'xxhash'].map((name) => `lz4-sys/liblz4/lib/${name}.c`),
    includes: ['lz4-sys/liblz4/lib'],
    defines: ['XXH_NAMESPACE=LZ4_'],
  },
  libdeflate: {
    sources: [
      'libdeflate-sys/libdeflate/lib/*.c',
      'libdeflate-sys/libdeflate/lib/x86/*.c',
      'libdeflate-sys/libdeflate/lib/arm/*.c',
    ],
    includes: ['libdeflate-sys/libdeflate'],
    // Upstream's own switch for tests without these features.
    plain: {
      defines: ['TEST_SUPPORT__DO_NOT_USE'],
      environment: {
        LIBDEFLATE_DISABLE_CPU_FEATURES:
          'pclmulqdq,avx,avx2,bmi2,zmm,avx512bw,avx512vl,vpclmulqdq,avx512_vnni,avx_vnni',
      },
    },
  },
  zlib: {
    sources: ['libz-sys/src/zlib/*.c'],
    exclude: /\/gz\w+\.c$/,
    includes: ['libz-sys/src/zlib'],
    defines: ['HAVE_UNISTD_H', 'STDC'],
  },
  brotli: {
    sources: ['common', 'dec', 'enc'].map((folder) => `compu-brotli-sys/brotli/c/${folder}/*.c`),
    includes: ['compu-brotli-sys/brotli/c/include'],
    libraries: ['-lm'],
  },
  liblzma: {
    sources: lzmaFolders.map((folder) => `${folder}/*.c`),
    exclude: /_mt\.c$|\/hardware_\w+\.c$|_tablegen\.c$|_small\.c$|crc_clmul_consts_gen\.c$/,
    includes: ['liblzma-sys', 'liblzma-sys/xz/src/common', 'liblzma-sys/xz/src/liblzma/api', ...lzmaFolders],
    defines: ['HAVE_CONFIG_H', ...liblzmaFindings],
    plain: { defines: ['LZMA_RANGE_DECODER_CONFIG=0'], without: ['HAVE_USABLE_CLMUL'] },
  },
  bzip2: {
    sources: ['bzip2-sys/bzip2-1.0.8/*.c'],
    only: /\/(blocksort|bzlib|compress|crctable|decompress|huffman|randtable)\.c$/,
    includes: ['bzip2-sys/bzip2-1.0.8'],
    defines: ['BZ_NO_STDIO'],
  },
  blosc: {
    sources: [
      'blosc-src/c-blosc/blosc/*.c',
      'lz4-sys/liblz4/lib/lz4.c',
      'lz4-sys/liblz4/lib/lz4hc.c',
      'libz-sys/src/zlib/*.c',
      ...zstdSources('zstd-sys/zstd/lib'),
    ],
    exclude: x64 ? /\/gz\w+\.c$/ : /\/gz\w+\.c$|-(sse2|avx2)\.c$/,
    includes: ['blosc-src/c-blosc/blosc', 'lz4-sys/liblz4/lib', 'libz-sys/src/zlib', 'zstd-sys/zstd/lib'],
    defines: [
      'HAVE_LZ4',
      'HAVE_ZLIB',
      'HAVE_ZSTD',
      'HAVE_UNISTD_H',
      'ZSTD_LEGACY_SUPPORT=0',
      'XXH_NAMESPACE=ZSTD_',
      ...(x64 ? ['SHUFFLE_SSE2_ENABLED', 'SHUFFLE_AVX2_ENABLED'] : []),
    ],
    libraries: ['-lpthread'],
    before: { files: /\/zstd\/lib\/.*\.c$/, header: 'zstd-cpuid-once.h' },
    plain: { defines: plainZstd, without: ['SHUFFLE_AVX2_ENABLED'] },
  },
};

/**
 * True if the library can also be built without the features that WASM lacks.
 * @param {string} name
 */
export const hasWasmLikeBuild = (name) => cLibraries[name]?.plain !== undefined;
/** @param {string} name */
export const wasmLikeEnvironment = (name) => cLibraries[name]?.plain?.environment ?? {};

/**
 * @param {CLibrary} library
 * @returns {CLibrary}
 */
function plainOf({ plain, ...library }) {
  if (plain === undefined) throw new Error('The library uses no feature that WASM lacks.');
  const { defines = [], without = [] } = plain;
  return {
    ...library,
    defines: [...(library.defines ?? []).filter((define) => !without.includes(define)), ...defines],
  };
}
/**
 * The crates of each Rust library, in the versions that workers/wasm/rust/Cargo.lock pins and with the same features as the WASM modules.
 * @type {Readonly<Record<string, string[]>>}
 */
const rustLibraries = { snappy: ['snap'], pco: ['pco'], fsst: ['fsst-rs', 'formatlab-abi'] };

/** @returns {Compiler} gcc, else clang, else the zig that builds the modules, told to compile for any processor of the kind */
export function findCompiler() {
  for (const command of ['gcc', 'clang']) {
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    if (status === 0) return { command: [command], name: stdout.split('\n')[0] ?? '' };
  }
  const [python, ...args] = ensureZig();
  return {
    command: [python, ...args, 'cc', ...(x64 ? ['-mcpu=baseline'] : []), '-fno-sanitize=undefined'],
    name: runCommand(python, [...args, 'cc', '--version']).split('\n')[0] ?? '',
  };
}

const flags = ['-O3', '-DNDEBUG', '-w', '-std=gnu11'];

/**
 * Runs the commands in parallel, as many as there are cores.
 * @param {[string, ...string[]][]} commands
 */
async function runAll(commands) {
  const waiting = [...commands];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [command, ...args] = next;
      const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      let errorText = '';
      child.stderr.on('data', (text) => {
        errorText += text;
      });
      const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
      if (code !== 0) throw new Error(`${next.join(' ')}\nended with code ${code}:\n${errorText}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/**
 * @param {CLibrary} library
 * @param {(path: string) => string} resolve
 */
function listSources({ sources, exclude, only }, resolve) {
  return sources.flatMap((glob) => {
    const path = resolve(glob);
    if (!path.includes('*')) return [path];
    const [before = '', after = ''] = path.slice(dirname(path).length + 1).split('*');
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(before) && name.endsWith(after));
    return names
      .sort()
      .map((name) => join(dirname(path), name))
      .filter((file) => !exclude?.test(file) && (only?.test(file) ?? true));
  });
}

/**
 * @param {string} name
 * @param {CLibrary} library
 * @param {Compiler} compiler
 * @param {(crate: string) => string} crateFolder
 * @param {string} program
 */
async function buildC(name, library, compiler, crateFolder, program) {
  /** @param {string} path */
  const resolve = (path) => {
    const [crate = '', ...rest] = path.split('/');
    return join(crateFolder(crate), ...rest);
  };
  const objects = join(target, 'objects');
  mkdirSync(objects, { recursive: true });
  const shared = [
    ...flags,
    ...(library.defines ?? []).map((define) => `-D${define}`),
    ...library.includes.map((path) => `-I${resolve(path)}`),
    `-I${nativeFolder}`,
  ];
  const files = [...listSources(library, resolve), join(nativeFolder, `${name}.c`), join(nativeFolder, 'harness.c')];
  const before = library.before && join(nativeFolder, library.before.header);
  const pinned = [
    compiler.name,
    ...[join(wasmFolder, 'sources/Cargo.lock'), join(nativeFolder, 'library.h'), ...(before ? [before] : [])].map(
      (file) => readFileSync(file),
    ),
  ];
  const compiled = files.map((file) => {
    // Upstream's build compiles only these files with -mavx2, and decides at run time whether to use them.
    /** @type {[string, ...string[]]} */
    const args = [
      ...compiler.command,
      ...shared,
      ...(/-avx2\.c$/.test(file) ? ['-mavx2'] : []),
      ...(before !== undefined && library.before?.files.test(file) ? ['-include', before] : []),
      '-c',
      file,
    ];
    const hash = [args.join(' '), ...pinned, readFileSync(file)].reduce(
      (sum, part) => sum.update(part).update('\0'),
      createHash('sha256'),
    );
    return { args, object: join(objects, `${hash.digest('hex')}.o`) };
  });
  // The compiler writes to another name first, so that an interrupted build leaves no incomplete file.
  const missing = compiled.filter(({ object }) => !existsSync(object));
  await runAll(
    missing.map(
      /** @returns {[string, ...string[]]} */ ({ args, object }) => [...args, '-o', `${object}.${process.pid}`],
    ),
  );
  for (const { object } of missing) renameSync(`${object}.${process.pid}`, object);
  runCommand(compiler.command[0], [
    ...compiler.command.slice(1),
    ...compiled.map(({ object }) => object),
    ...(library.libraries ?? []),
    '-o',
    program,
  ]);
}

/**
 * Builds in a copy of workers/wasm/rust with one more crate, so that its lock file pins that crate's dependencies, too.
 * @param {string} name
 * @param {string[]} crates
 * @param {Compiler} compiler
 * @param {string} program
 */
function buildRust(name, crates, compiler, program) {
  const stage = join(target, 'rust');
  rmSync(stage, { recursive: true, force: true });
  cpSync(join(wasmFolder, 'rust'), stage, { recursive: true });
  const crate = join(stage, `bench-${name}`);
  mkdirSync(join(crate, 'src'), { recursive: true });
  writeFileSync(
    join(crate, 'Cargo.toml'),
    `[package]\nname = "bench-${name}"\nversion = "0.0.0"\nedition = "2021"\n\n[lib]\nname = "bench_${name}"\ncrate-type = ["staticlib"]\n\n[dependencies]\n${crates.map((dependency) => `${dependency}.workspace = true\n`).join('')}`,
  );
  const manifest = join(stage, 'Cargo.toml');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/^members = \[/m, `members = ["bench-${name}", `));
  const own = join(nativeFolder, 'rust', `${name}.rs`);
  if (name === 'fsst') {
    cpSync(join(stage, 'fsst/src'), join(crate, 'src'), { recursive: true });
    appendFileSync(join(crate, 'src/lib.rs'), readFileSync(own));
  } else {
    cpSync(own, join(crate, 'src/lib.rs'));
  }
  const output = join(target, 'rust-target');
  runCommand('cargo', ['build', '--release', '--package', `bench-${name}`, '--target-dir', output], {
    cwd: stage,
    env: { ...process.env, CARGO_PROFILE_RELEASE_STRIP: 'false' },
  });
  const harness = [
    ...flags,
    join(nativeFolder, 'harness.c'),
    join(output, 'release', `libbench_${name}.a`),
    '-lpthread',
    '-ldl',
    '-lm',
  ];
  runCommand(compiler.command[0], [...compiler.command.slice(1), ...harness, '-o', program]);
}

/**
 * @param {string} name
 * @param {Compiler} compiler
 */
function hashOf(name, compiler) {
  const hash = createHash('sha256').update(compiler.name);
  const files = [fileURLToPath(import.meta.url), join(nativeFolder, 'harness.c'), join(nativeFolder, 'library.h')];
  const library = cLibraries[name];
  if (library !== undefined) {
    const { before } = library;
    files.push(
      join(nativeFolder, `${name}.c`),
      join(wasmFolder, 'sources/Cargo.lock'),
      ...(before ? [join(nativeFolder, before.header)] : []),
    );
  } else {
    files.push(
      join(nativeFolder, 'rust', `${name}.rs`),
      join(wasmFolder, 'rust/Cargo.lock'),
      join(wasmFolder, 'rust/Cargo.toml'),
    );
    if (name === 'fsst')
      files.push(join(wasmFolder, 'rust/fsst/src/lib.rs'), join(wasmFolder, 'rust/fsst/src/table.rs'));
  }
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * Builds the program of a library if it is missing or its sources have changed.
 * @param {string} name as in cLibraries and rustLibraries
 * @param {Compiler} compiler
 * @param {{ plain?: boolean }} [options] `plain`: without the features that WASM lacks; only for libraries that have such a build
 * @returns {Promise<string>} its path
 */
export async function ensureNative(name, compiler, { plain = false } = {}) {
  mkdirSync(target, { recursive: true });
  const program = join(target, plain ? `${name}-plain` : name);
  const stamp = `${program}.hash`;
  const wanted = hashOf(name, compiler);
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return program;
  console.log(`Compiling ${name} natively${plain ? ', without the features that WASM lacks' : ''} …`);
  const [library, crates] = [cLibraries[name], rustLibraries[name]];
  if (library !== undefined) await buildC(name, plain ? plainOf(library) : library, compiler, ensureSources(), program);
  else if (crates !== undefined) buildRust(name, crates, compiler, program);
  else throw new Error(`There is no native library ${name}.`);
  writeFileSync(stamp, wanted);
  return program;
}
