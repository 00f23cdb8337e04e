import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.mjs';
import viteConfig from './vite.config.ts';

const { executablePath, args } = findChromium();

/**
 * Two projects. `unit`: pure code, in Node. `browser`: whatever needs the real thing (WASM libraries, Blob,
 * CompressionStream, the origin's private file system), in the real Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{workers,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        ...viteConfig,
        test: {
          name: 'browser',
          include: ['{workers,web}/**/*.browser.test.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
