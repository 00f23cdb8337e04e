import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../scripts/chromium.mjs';
import { ensurePython } from '../../scripts/python.mjs';
import { serve } from '../../scripts/serve.mjs';

/**
 * Lets a real browser write files with every format, implementation, option and codec of the registry, and opens each with the format's reference
 * implementation in Python. `--report FILE` writes the counts as JSON; further arguments go to pytest.
 */

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const files = join(root, '.cache/interop');
const site = join(root, '.cache/interop-site');

async function build() {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'warn',
    build: { outDir: site, emptyOutDir: true, rollupOptions: { input: { page: join(here, 'page.html') } } },
  });
}

async function writeFiles() {
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const { chromium } = await import('playwright');
  const { executablePath, args } = findChromium();
  const server = await serve({ root: site, port: Number(process.env.PORT ?? 0) });
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(`In the page: ${error.message}`));
    await page.exposeFunction('saveFile', (name, base64) => writeFileSync(join(files, name), Buffer.from(base64, 'base64')));
    await page.goto(new URL('e2e/interop/page.html', server.url).href);
    await page.waitForFunction(() => 'writeAll' in window);
    const entries = await page.evaluate(() => window.writeAll());
    writeFileSync(join(files, 'manifest.json'), JSON.stringify(entries, null, 1));
    return entries.length;
  } finally {
    await browser.close();
    await server.close();
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
await build();
const written = await writeFiles();
console.log(`The browser wrote ${written} files.`);
if (python === null) finish({ passed: 1, failed: 0, skipped: written }, 0);

const junit = join(files, 'report.xml');
const { status } = spawnSync(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--tb=short', `--junit-xml=${junit}`, here, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FORMATLAB_INTEROP: files, PYTHONDONTWRITEBYTECODE: '1' },
});
const count = (name) => Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(readFileSync(junit, 'utf8'))?.[1] ?? 0);
const failed = count('failures') + count('errors');
const skipped = count('skipped');
finish({ passed: count('tests') - failed - skipped, failed, skipped }, status ?? 1);
