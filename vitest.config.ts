import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { createLogger } from 'vite';
import { defineConfig } from 'vitest/config';
import { testWithBuiltWorkers } from './scripts/built-workers.mjs';
import { findChromium } from './scripts/chromium.mjs';
import { tags } from './scripts/tests/tags.ts';
import { wasmAsData } from './scripts/tests/wasm-as-data.mjs';
import { hearTests, Watchdog } from './scripts/tests/watchdog.mjs';
import viteConfig from './vite.config.ts';

const { executablePath, args } = findChromium();

/** Vitest would leave a core to itself, and needs next to nothing of it. */
const maxWorkers = availableParallelism();

/** Vite warns of every source map of DuckDB, whose sources are not in its package. These lines would hide the failures of tests. */
const customLogger = createLogger();
const { warnOnce, warn } = customLogger;
const isAboutSourceMap = (message: string) => message.includes('points to a source file outside its package');
customLogger.warn = (message, options) => {
  if (!isAboutSourceMap(message)) warn(message, options);
};
customLogger.warnOnce = (message, options) => {
  if (!isAboutSourceMap(message)) warnOnce(message, options);
};

const contractTests = 'workers/registry/{codecs,formats}*.contract.browser.test.ts';

/** Tests in the real Chromium. */
const browserProject = (chosen: {
  readonly name: string;
  readonly include: string[];
  readonly exclude?: string[];
  readonly isolate: boolean;
}) => ({
  ...viteConfig,
  // Not where tests run again as sources change: their workers would stay as they were.
  plugins: [
    ...(viteConfig.plugins ?? []),
    hearTests(),
    ...(process.argv.includes('run') ? [testWithBuiltWorkers()] : []),
  ],
  customLogger,
  test: {
    ...chosen,
    // One after the other, since each has work for all cores.
    sequence: { groupOrder: chosen.isolate ? 1 : 2 },
    tags,
    // A test that checked nothing has not passed: it is skipped with a reason, or fails.
    expect: { requireAssertions: true },
    setupFiles: ['scripts/tests/typed-array-equality.ts', 'scripts/tests/tell-test.browser.ts'],
    // A page for each: more than four take gigabytes, and the number of pages has a budget.
    maxWorkers: Math.min(maxWorkers, 4),
    // Only a guard against hanging: other work may have the machine's cores.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

/**
 * `unit` runs pure code in Node. `browser` and `contracts` run in the real Chromium what needs it: WASM libraries, Blob, CompressionStream,
 * the origin's private file system.
 */
export default defineConfig({
  test: {
    reporters: ['default', new Watchdog()],
    provide: { entries: process.env.FORMATLAB_ENTRIES ?? '' },
    projects: [
      {
        plugins: [wasmAsData()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{bench,cli,workers,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.ts'],
          tags,
          // A test that checked nothing has not passed: it is skipped with a reason, or fails.
          expect: { requireAssertions: true },
          setupFiles: [
            'scripts/tests/typed-array-equality.ts',
            'scripts/tests/undo-test-doubles.ts',
            'scripts/tests/tell-test.ts',
          ],
          maxWorkers,
          // No file changes what another sees, and a worker for each costs more than the tests.
          pool: 'threads',
          isolate: false,
          // Only a guard against hanging: the slowest takes seconds.
          testTimeout: 60_000,
        },
      },
      browserProject({
        name: 'browser',
        include: ['{workers,web}/**/*.browser.test.ts'],
        exclude: [contractTests],
        // A page for each worker, not for each file: DuckDB alone would start some thirty times.
        isolate: false,
      }),
      // They hold an instance of nearly every WASM module. Chromium has room for about a hundred memories in all pages of a site.
      browserProject({ name: 'contracts', include: [contractTests], isolate: true }),
    ],
  },
});
