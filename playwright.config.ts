import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const { executablePath, args } = findChromium();
const port = Number(process.env.FORMATLAB_E2E_PORT ?? 4179);
const launchOptions = { ...(executablePath ? { executablePath } : {}), args };

/** Two cores: one browser at a time, or the runs in it would disturb each other. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  workers: 1,
  timeout: 240_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: { baseURL: `http://localhost:${port}`, trace: 'retain-on-failure' },
  projects: [
    {
      name: 'wide',
      testIgnore: '**/*.phone.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 1000 }, launchOptions },
    },
    { name: 'phone', testMatch: '**/*.phone.spec.ts', use: { ...devices['Pixel 7'], launchOptions } },
  ],
  webServer: {
    command: `node scripts/start.mjs`,
    env: { PORT: String(port) },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    timeout: 300_000,
  },
});
