import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** The page as a person meets it; each test says what it does in these words. */
export class App {
  readonly page: Page;
  readonly stop: Locator;
  readonly results: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.stop = page.getByRole('button', { name: /^Stop/ });
    this.results = page.getByRole('region', { name: 'Results' });
    this.table = this.results.getByRole('region', { name: /^Table of all figures/ }).getByRole('table');
  }

  async open(fragment = ''): Promise<void> {
    await this.page.goto(`/${fragment}`);
    await expect(this.page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  }

  async chooseSize(size: number): Promise<void> {
    const field = this.page.getByRole('textbox', { name: 'Size' });
    await field.fill(String(size));
    await field.press('Enter');
  }

  async chooseWorkload(name: RegExp): Promise<void> {
    await this.page.getByRole('radio', { name }).check();
  }

  async chooseCandidates(preset: string): Promise<void> {
    await this.page.getByRole('button', { name: preset, exact: true }).click();
  }

  async chooseFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByRole('radio', { name: 'Your file' }).check();
    await this.page.locator('input[type=file]').first().setInputFiles(file);
  }

  async pressRun(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(this.results.getByRole('heading', { name: 'Measuring here' })).toBeVisible();
  }

  async finish(): Promise<void> {
    await expect(this.stop).toBeHidden({ timeout: 180_000 });
    await expect(this.results.getByRole('heading', { name: 'Measured here' })).toBeVisible();
  }

  /** Rows of the table of all figures, without its head. */
  rows(): Locator {
    return this.table.locator('tbody').getByRole('row');
  }

  /** Grows the viewport to the whole page: a bar that stays put then lies half over no control, which axe would call too small a target though scrolling frees it. */
  async showWholePage(): Promise<void> {
    const size = this.page.viewportSize();
    if (size === null) throw new Error('The page has no viewport to grow.');
    await this.page.setViewportSize({
      width: size.width,
      height: await this.page.evaluate(() => document.documentElement.scrollHeight),
    });
  }

  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ).toEqual([]);
  }
}

/** What the browser's console and network complained about; a test expects none. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') found.push(`asked ${request.url()}`);
  });
  return found;
}
