import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const { executablePath, args } = findChromium({ manyPages: true });
const port = Number(process.env.FORMATLAB_E2E_PORT ?? 4179);
const launchOptions = { ...(executablePath ? { executablePath } : {}), args };
const wide = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 }, launchOptions };
// With one pixel to a CSS pixel: a whole page on the phone's own screen is some 400 MB of pixels, and no test looks at them.
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1, launchOptions };
const phoneSpecs = '**/*.phone.spec.ts';

/** Tests that press Run measure: they run one after the other, in one browser (`--grep @measures`). They assert no time, so other work may run beside them. */
const looks = { grepInvert: /@measures/, fullyParallel: true };
const measures = { grep: /@measures/, fullyParallel: false, workers: 1 };

/** One browser at a time, unless `--workers 2` is given for what does not measure (`--grep-invert @measures`). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: process.env.FORMATLAB_E2E_OUTPUT ?? '.cache/e2e',
  workers: 1,
  // For a machine that is several times slower than usual: a test that fails by its time would say nothing.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // A test that fails once in hundreds of runs keeps no work from landing: in CI it runs again, and scripts/test.mjs names it.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: process.env.FORMATLAB_E2E_REPORT ?? '.cache/test/e2e.json' }]],
  // A trace of every test would take as long as the tests: `--trace on` makes one of those that are run again.
  // No test looks at a movement, and a test that waits for an element waits until it stands still.
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    // An action that waits for ever is then named in the report; the time limit of the test names none.
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'wide', testIgnore: phoneSpecs, use: wide, ...looks },
    { name: 'phone', testMatch: phoneSpecs, use: phone, ...looks },
    { name: 'wide-measures', testIgnore: phoneSpecs, use: wide, ...measures },
    { name: 'phone-measures', testMatch: phoneSpecs, use: phone, ...measures },
  ],
  webServer: {
    command: `node scripts/start.mjs`,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PORT: String(port) },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    // The first start builds the site.
    timeout: 900_000,
  },
});
