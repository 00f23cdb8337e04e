import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Flags without which Chromium either refuses to start as root or goes looking for hosts of its own. */
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
 * The browser that the tests and benchmarks run in: FORMATLAB_CHROMIUM, else one on the PATH, else Playwright's own.
 * @returns {{ executablePath: string | undefined, args: string[] }} executablePath is undefined where only Playwright's own is to be had.
 */
export function findChromium() {
  const named = process.env.FORMATLAB_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`FORMATLAB_CHROMIUM names ${named}, which does not exist.`);
    return { executablePath: named, args };
  }
  for (const name of names) {
    try {
      const path = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
      if (path) return { executablePath: path, args };
    } catch {
      // not on the PATH: the next name
    }
  }
  return { executablePath: undefined, args };
}
