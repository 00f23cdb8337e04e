import type { Page } from '@playwright/test';
import { App } from './app';
import { servedBytes, serveRanges } from './range-server';

/** Serves a file by ranges, fetches it by a link as a user does, and lets `check` look at the page while the server is there. */
export async function expectOpensByAddress(
  page: Page,
  fileName: string,
  bytes: Buffer,
  check: () => Promise<void>,
): Promise<void> {
  const server = await serveRanges({ [fileName]: servedBytes(bytes) });
  try {
    await new App(page).open(`?from=${encodeURIComponent(server.address('ranges', fileName))}`);
    await page.getByRole('button', { name: `Fetch from ${server.host}` }).click();
    await check();
  } finally {
    await server.close();
  }
}
