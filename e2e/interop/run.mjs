import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureJava } from '../../scripts/java.mjs';
import { ensurePython } from '../../scripts/python.mjs';
import { measureConformance } from './conformance/conformance.mjs';
import { openInteropPage } from './interop-page.mjs';
import { exchangeTkrzw } from './tkrzw/exchange.mjs';

/**
 * Lets a real browser write files with every format, implementation, option and codec of the registry, and opens each with the format's reference
 * implementation in Python. Then the conformance matrix, as far as it goes in minutes, to be compared with the committed one (scripts/make-conformance.mjs).
 * `--report FILE` writes the counts as JSON; further arguments go to pytest.
 */

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const files = join(root, '.cache/interop');

async function writeFiles() {
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const { page, close } = await openInteropPage({
    expose: { saveFile: (name, base64) => writeFileSync(join(files, name), Buffer.from(base64, 'base64')) },
  });
  try {
    const entries = await page.evaluate(() => window.writeAll());
    writeFileSync(join(files, 'manifest.json'), JSON.stringify(entries, null, 1));
    return entries.length;
  } finally {
    await close();
  }
}

const args = process.argv.slice(2);
const reportAt = args.indexOf('--report');
const [, report = null] = reportAt < 0 ? [] : args.splice(reportAt, 2);
const finish = (counts, code) => {
  if (report !== null) writeFileSync(report, JSON.stringify(counts));
  process.exit(code);
};

const python = ensurePython();
const written = await writeFiles();
console.log(`The browser wrote ${written} files.`);
if (python === null) finish({ passed: 1, failed: 0, skipped: written }, 0);
// Here, so that Maven's downloads and javac are no part of a test; the tests ask for it again (java_tool.py) and skip where it is missing.
ensureJava();
await exchangeTkrzw(join(files, 'tkrzw'));
const conformance = await measureConformance({ python, scope: 'quick' });
writeFileSync(join(files, 'conformance.json'), JSON.stringify(conformance));

const junit = join(files, 'report.xml');
const { status } = spawnSync(
  python,
  ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--tb=short', `--junit-xml=${junit}`, here, ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FORMATLAB_INTEROP: files, PYTHONDONTWRITEBYTECODE: '1' },
  },
);
const count = (name) =>
  Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(readFileSync(junit, 'utf8'))?.[1] ?? 0);
const failed = count('failures') + count('errors');
const skipped = count('skipped');
finish({ passed: count('tests') - failed - skipped, failed, skipped }, status ?? 1);
