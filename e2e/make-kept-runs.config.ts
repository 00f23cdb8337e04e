import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** `npx playwright test --config e2e/make-kept-runs.config.ts` runs for real what the tests open as kept runs, and writes fixtures/e2e/. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'make-kept-runs.ts',
  outputDir: '../.cache/e2e-kept-runs',
  workers: 1,
  reporter: 'list',
  projects:
    base.projects
      ?.filter(({ name }) => name === 'wide')
      .map(({ testIgnore: _, grepInvert: __, ...project }) => project) ?? [],
});
