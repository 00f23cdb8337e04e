import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, repositoryFolder } from './install.mjs';

const help = `Makes the npm package of the command line, as a tarball in .cache/package. Nothing is published.

  npm run make:package -- [--try]

--try installs the tarball in an empty folder, without a network, and measures a small file there. As root, with --no-sandbox.`;

/** The maximum size of the tarball. */
const mostBytes = 30_000_000;

const { values } = parseArgs({ options: { try: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(help);
  process.exit(0);
}
ensureInstalled();
const { build, loadConfigFromFile } = await import('vite');
const { applyScriptText } = await import('./apply-script.mjs');
const folder = join(repositoryFolder, '.cache/package');
const content = join(folder, 'formatlab');
rmSync(folder, { recursive: true, force: true });
mkdirSync(content, { recursive: true });

// The command opens the headless page alone, so that DuckDB and the code of the page itself are not needed.
const site = (await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts', repositoryFolder))
  ?.config;
if (site === undefined) throw new Error('vite.config.ts is missing.');
await build({
  ...site,
  root: repositoryFolder,
  configFile: false,
  logLevel: 'error',
  build: {
    ...site.build,
    outDir: join(content, 'site'),
    emptyOutDir: true,
    rollupOptions: { ...site.build?.rollupOptions, input: { headless: 'headless.html' } },
  },
});
// One file with its libraries: the package has no dependencies, so that an installation needs nothing else.
await build({
  root: repositoryFolder,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  build: {
    ssr: 'cli/formatlab.mjs',
    target: 'node20',
    minify: false,
    outDir: join(content, 'bin'),
    emptyOutDir: true,
    rollupOptions: {
      // In a clone of the repository alone, the command builds the site.
      external: [/\/scripts\/(?:build|apply-script)\.mjs$/u],
      output: { entryFileNames: 'formatlab.mjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});

writeFileSync(join(content, 'site/formatlab_apply.py'), await applyScriptText());

const { name, version, license, engines } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
writeFileSync(
  join(content, 'package.json'),
  `${JSON.stringify(
    {
      name,
      version,
      description: 'Measures in which storage format, with which codec, a file should be kept',
      license,
      type: 'module',
      bin: { formatlab: 'bin/formatlab.mjs' },
      files: ['bin', 'site', 'THIRD_PARTY_LICENSES.md'],
      engines,
      keywords: ['parquet', 'arrow', 'compression', 'benchmark', 'file-format'],
    },
    null,
    2,
  )}\n`,
);
cpSync(join(repositoryFolder, 'cli/README.md'), join(content, 'README.md'));
for (const file of ['LICENSE', 'THIRD_PARTY_LICENSES.md']) cpSync(join(repositoryFolder, file), join(content, file));
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: content, stdio: 'inherit' });
const tarball = join(folder, `${name}-${version}.tgz`);
const { size } = statSync(tarball);
console.log(`${tarball}: ${(size / 1e6).toFixed(1)} MB, of at most ${mostBytes / 1e6} MB`);
if (size > mostBytes) process.exitCode = 1;
if (values.try) process.exitCode = tryTarball() ? process.exitCode : 1;

/** Whether the installed command answers for a small file. */
function tryTarball() {
  const empty = mkdtempSync(join(tmpdir(), 'formatlab-'));
  try {
    writeFileSync(join(empty, 'package.json'), '{ "private": true }\n');
    const rows = Array.from({ length: 2_000 }, (_, row) => `${row},${row % 7},${(row * 0.37).toFixed(2)}`);
    writeFileSync(join(empty, 'orders.csv'), `id,day,price\n${rows.join('\n')}\n`);
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: empty, stdio: 'inherit' });
    const isRoot = process.getuid?.() === 0;
    const words = ['--offline', 'formatlab', 'orders.csv', '--budget', '15', ...(isRoot ? ['--no-sandbox'] : [])];
    // On Windows, npm runs the file itself, which is then the program that Node names.
    const file = join(empty, 'node_modules/formatlab/bin/formatlab.mjs');
    const itself = spawnSync(process.execPath, [file, '--version'], { cwd: empty, encoding: 'utf8' });
    if (itself.status !== 0 || itself.stdout.trim() !== version) return false;
    return spawnSync('npx', words, { cwd: empty, stdio: 'inherit' }).status === 0;
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}
