import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The headless shell: Chromium without windows and menus, which opens a page in half the time. It is for tests that open many pages; tests that
 * need much memory use the full browser.
 */
const shell = 'chromium-headless-shell';

/** Without these flags, Chromium refuses to start as root or connects to hosts of its own. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser for tests and benchmarks: FORMATLAB_CHROMIUM, otherwise one on the PATH, otherwise that of Playwright.
 * @param {{ manyPages?: boolean }} [use] for many pages the headless shell is taken where it is installed
 * @returns {{ executablePath: string | undefined, args: string[] }} executablePath is undefined where only Playwright's own is to be had.
 */
export function findChromium({ manyPages = false } = {}) {
  const named = process.env.FORMATLAB_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`FORMATLAB_CHROMIUM is set to ${named}, which does not exist.`);
    return { executablePath: named, args };
  }
  for (const name of manyPages ? [shell, ...names] : names) {
    try {
      const path = execFileSync('sh', ['-c', `command -v ${name}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
      if (path) return { executablePath: path, args };
    } catch {
      // This name is not on the PATH, so the next one is tried.
    }
  }
  return { executablePath: undefined, args };
}

/**
 * Finds a Chromium for the tests or installs one, by apt if possible, otherwise by Playwright. Exits this process if neither works. apt also
 * installs the headless shell; without it the tests pass but take longer.
 */
export function ensureChromium() {
  const { executablePath } = findChromium();
  const isThere = executablePath !== undefined;
  const hasShell = findChromium({ manyPages: true }).executablePath !== executablePath;
  const isRoot = process.getuid?.() === 0;
  if (
    (!isThere || !hasShell) &&
    !process.env.FORMATLAB_CHROMIUM &&
    isRoot &&
    spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  ) {
    const missing = [...(isThere ? [] : ['chromium']), ...(hasShell ? [] : [shell])];
    console.log(`Installing ${missing.join(' and ')} …`);
    const stdio = isThere ? 'ignore' : 'inherit';
    spawnSync('apt-get', ['update', '-qq'], { stdio });
    for (const name of missing)
      spawnSync('apt-get', ['install', '-y', '-qq', name], {
        stdio,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
  }
  if (findChromium().executablePath !== undefined || playwrightHasItsOwn()) return;
  const download = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url)), 'install', 'chromium'],
    { stdio: 'inherit' },
  );
  if (download.status === 0 && playwrightHasItsOwn()) return;
  console.error(
    'The tests need Chromium, which could not be installed. Install it (for example with “apt-get install chromium”), or set FORMATLAB_CHROMIUM to its path.',
  );
  process.exit(1);
}

function playwrightHasItsOwn() {
  const probe = "import('playwright').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const run = spawnSync(process.execPath, ['-e', probe], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  return run.status === 0 && existsSync(run.stdout);
}
