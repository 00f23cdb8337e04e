import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './counted-work';

/**
 * What axe looks at. The themes differ in their colours alone, and a phone from a wide window in its layout alone: where every rule has been applied to the
 * one, these few tell the rest.
 */
const ruleSets = {
  all: null,
  colour: ['color-contrast', 'link-in-text-block'],
  layout: ['target-size', 'scrollable-region-focusable', 'meta-viewport'],
} as const;

/** A rule of each set that every page has something for: without it axe did not look. */
const alwaysApplied = { all: 'color-contrast', colour: 'color-contrast', layout: 'target-size' } as const;

/** Marks the region for axe. */
const lookedAt = 'data-looked-at';

/** The panels over the page, each with its title and the button that opens it. */
const drawers = {
  data: { title: /^The data/, opens: /: the data$/ },
  situation: { title: /^The figures of the situation/, opens: 'Edit …' },
  plan: { title: /^What is measured/, opens: /^\d+ candidates?$|^one candidate$/ },
} as const;

/** The data of the example in a link. Without them, a link of the first form means other data, beside which the example's answer does not stand. */
export const exampleData =
  'data=table,50000,1,distinctShare:0.05,sortedness:1,runLength:1,nullShare:0.05,decimalDigits:2,textRepetition:0.3,regularity:0.5,duplicateShare:0';

/** A figure of speed, as the table shows it. */
export const throughputText = /[kMG]B\/s/;

/** The page as a person meets it; each test says what it does in these words. */
export class App {
  readonly page: Page;
  readonly stop: Locator;
  readonly results: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.stop = page.getByRole('button', { name: /^Stop/ });
    this.results = page.getByRole('region', { name: 'Results', exact: true });
    this.table = this.results.getByRole('region', { name: /^Table of all figures/ }).getByRole('table');
  }

  /** Opens a link or, without one, the example with its tabs and its plan. */
  async open(fragment = ''): Promise<void> {
    await this.page.goto(`/${fragment}`);
    if (fragment === '') await this.seeWholeExample();
    await expect(this.page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  }

  /** Leaves the first screen, where only the answer of the example stands. */
  async seeWholeExample(): Promise<void> {
    await this.page.getByRole('button', { name: 'See the whole example' }).click();
    // Else the mouse would lie over what comes there.
    await this.page.mouse.move(0, 0);
  }

  /** Goes back to Explore. If nothing is opened there, shows the whole example. */
  async goToExplore(): Promise<void> {
    await this.page.getByRole('link', { name: 'Explore', exact: true }).click();
    const example = this.page.getByRole('button', { name: 'See the whole example' });
    await expect(example.or(this.results)).toBeVisible();
    if (await example.isVisible()) await this.seeWholeExample();
  }

  /** Opens a panel over the page: the data and how it is read, the figures of the situation, or what is measured. */
  async drawer(name: keyof typeof drawers): Promise<void> {
    const { title, opens } = drawers[name];
    const dialog = this.page.getByRole('dialog', { name: title });
    if (await dialog.isVisible()) return;
    await this.closeDrawer();
    // That of a file that can't be read opens by itself, at any time.
    await expect(async () => {
      if (await dialog.isHidden()) await this.page.getByRole('button', { name: opens }).click({ timeout: 2_000 });
      await expect(dialog).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }

  async closeDrawer(): Promise<void> {
    const dialog = this.page.locator('dialog[open]');
    // One that is to show what was found closes by itself, and that of the data may open by itself.
    await expect(async () => {
      const close = dialog.getByRole('button', { name: /^Close “/ });
      if (await close.isVisible()) await close.click({ timeout: 2_000 });
      await expect(dialog).toHaveCount(0, { timeout: 2_000 });
      await expect(this.page).not.toHaveURL(/drawer=/, { timeout: 2_000 });
    }).toPass();
  }

  async openTab(tab: 'Answer' | 'Compare' | 'Columns' | 'Bytes' | 'Details'): Promise<void> {
    await this.closeDrawer();
    const chosen = this.page.getByRole('tab', { name: tab, exact: true });
    await chosen.click();
    await expect(chosen).toHaveAttribute('aria-selected', 'true');
  }

  /** Opens a page whose browser was given a kept run, with its table of all figures: see `giveKept`. */
  async openKept(): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('button', { name: 'Your last run', exact: true }).click();
    await expect(this.results.getByRole('heading', { name: 'Your last run', exact: true })).toBeVisible();
    await this.openTab('Details');
    await expect(this.rows().first()).toBeVisible();
  }

  async chooseSize(size: number): Promise<void> {
    await this.drawer('data');
    const field = this.page.getByRole('textbox', { name: 'Size' });
    await field.fill(String(size));
    await field.press('Enter');
  }

  /** Vectors by id, which every format of this app can hold. */
  async chooseVectors(size: number): Promise<void> {
    await this.chooseWorkload(/^Vectors by id/);
    await this.chooseSize(size);
  }

  async chooseWorkload(name: RegExp): Promise<void> {
    await this.drawer('data');
    await this.page.getByRole('radio', { name }).check();
  }

  async chooseCandidates(preset: string): Promise<void> {
    await this.drawer('plan');
    await this.page.getByRole('button', { name: preset, exact: true }).click();
  }

  async chooseFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.drawer('data');
    await this.page.getByRole('radio', { name: 'Your file' }).check();
    await this.page.locator('input[type=file]').first().setInputFiles(file);
    await this.drawer('data');
  }

  /** Removes every candidate but these, so that a run takes seconds where the test does not depend on the others. */
  async keepCandidates(wanted: RegExp): Promise<void> {
    await this.drawer('plan');
    const candidates = this.page.getByRole('region', { name: 'Candidates', exact: true });
    const buttons = candidates.getByRole('button', { name: /^Remove / });
    // What is in the panel is fetched when it first opens.
    await expect(buttons.first()).toBeVisible();
    // One after the other, since a name says only what tells its candidate from those that are left.
    for (;;) {
      const names = await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
      const unwanted = names.findIndex((name) => !wanted.test(name.replace('Remove ', '')));
      if (unwanted === -1) break;
      await buttons.nth(unwanted).click();
      await expect(buttons).toHaveCount(names.length - 1);
    }
  }

  /** Chooses on a source's page what the source measured, which leads back to Explore. */
  async chooseSource(source: RegExp, button: string): Promise<void> {
    await this.page.getByRole('link', { name: 'Published', exact: true }).click();
    await this.page.getByRole('article', { name: source }).getByRole('link', { name: source }).click();
    await this.page.getByRole('button', { name: button }).click();
    await expect(this.page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  }

  /** Measures the rounds of an effort, instead of for a time. */
  async chooseEffort(effort: 'Sizes' | 'Quick' | 'Standard'): Promise<void> {
    await this.drawer('plan');
    await this.page.getByRole('radio', { name: 'Rounds', exact: true }).check();
    await this.page.getByRole('radio', { name: effort, exact: true }).check();
  }

  /** With the effort for sizes unless another is to stay: it takes a quarter of the time that speeds with verdicts take. */
  async pressRun({
    effort = 'Sizes',
    time = null,
  }: {
    readonly effort?: 'Sizes' | null;
    readonly time?: '15 s' | null;
  } = {}): Promise<void> {
    if (time !== null) await this.drawer('plan');
    if (time !== null) await this.page.getByRole('radio', { name: time, exact: true }).check();
    else if (effort !== null) await this.chooseEffort(effort);
    await this.closeDrawer();
    await this.page.getByRole('button', { name: 'Run', exact: true }).click();
    await this.expectMeasuring();
  }

  async expectMeasuring(): Promise<void> {
    await expect(this.results.getByRole('heading', { name: 'Measuring here' })).toBeVisible();
  }

  async finish(): Promise<void> {
    await expect(this.stop).toBeHidden({ timeout: 500_000 });
    await expect(this.results.getByRole('heading', { name: 'Measured here' })).toBeVisible();
  }

  /** Rows of candidates in the table of all figures. */
  rows(): Locator {
    return this.table.locator('tbody').last().getByRole('row');
  }

  /** Shows every column and row of the table of all figures. */
  async showAllFigures(): Promise<void> {
    await this.results.getByRole('checkbox', { name: 'All columns' }).check();
    const all = this.results.getByRole('button', { name: /^All \d+$/ });
    if (await all.isVisible()) await all.click();
  }

  measuredRows(): Locator {
    return this.rows().filter({ hasText: throughputText });
  }

  /**
   * Grows the viewport to the whole page: a bar that stays put then lies half over no control, which axe would call too small a target though scrolling frees it.
   * What comes into view may make the page longer (charts are drawn when they are seen), so it grows until nothing is left below.
   */
  async showWholePage(): Promise<void> {
    const size = this.page.viewportSize();
    if (size === null) throw new Error('The page has no viewport to grow.');
    const pageHeight = () => this.page.evaluate(() => document.documentElement.scrollHeight);
    await expect(async () => {
      const height = await pageHeight();
      await this.page.setViewportSize({ width: size.width, height });
      await this.page.waitForTimeout(200);
      expect(await pageHeight()).toBe(height);
    }).toPass();
  }

  /** In the light theme by every rule, and in the dark one by those about colours: nothing else differs. */
  async expectAccessibleInBothThemes(where: { readonly within?: Locator | null } = {}): Promise<void> {
    const { page } = this;
    await this.expectAccessible(where);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await this.expectAccessible({ ...where, rules: 'colour' });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  }

  /** @param within the region to look at, where the rest of the page is as another test has it; without it, the whole page */
  async expectAccessible({
    rules = 'all',
    within = null,
  }: {
    readonly rules?: keyof typeof ruleSets;
    readonly within?: Locator | null;
  } = {}): Promise<void> {
    // The page has no frames, so axe can judge it in one piece; of what is right it need not tell every node. Both make it several times faster.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
    if (within !== null) {
      // axe takes selectors only.
      await within.evaluate((element, name) => element.setAttribute(name, ''), lookedAt);
      axe.include(`[${lookedAt}]`);
    }
    const chosen = ruleSets[rules];
    const { violations, passes, incomplete } = await (chosen === null
      ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      : axe.withRules([...chosen])
    ).analyze();
    if (within !== null) await within.evaluate((element, name) => element.removeAttribute(name), lookedAt);
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ).toEqual([]);
    expect([...passes, ...incomplete].map(({ id }) => id)).toContain(alwaysApplied[rules]);
  }
}

/** What the browser's console and network complained about; a test expects none. */
export function collectPageErrors(page: Page): string[] {
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
