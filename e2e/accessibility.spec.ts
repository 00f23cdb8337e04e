import { expect, test } from '@playwright/test';
import { App } from './app';
import { restoreStoredRun } from './kept-runs';

/**
 * axe on every page and state, in both themes; the phone's are in accessibility.phone.spec.ts. The quick tests look at the light theme by every rule and
 * then, on the same page, at the dark one by those that are about colours; the full ones apply every rule to the dark one too.
 */
for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? [] : ['@full'];

  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    async function expectAccessible(app: App): Promise<void> {
      await app.expectAccessible();
      if (colorScheme === 'dark') return;
      await app.page.emulateMedia({ colorScheme: 'dark' });
      await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await app.expectAccessible({ rules: 'colour' });
      await app.page.emulateMedia({ colorScheme });
    }

    async function addCandidateAndShare(app: App): Promise<void> {
      const { page } = app;
      await page.getByRole('button', { name: 'Add a candidate', exact: true }).click();
      const form = page.getByRole('form', { name: 'Add a candidate' });
      await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'zstd' });
      await form.getByRole('radio', { name: '700 B records' }).check();
      await form.getByText(/Options of the codec/).click();
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByRole('button', { name: 'Copy link to this view' })).toBeVisible();
      await expect(form).toBeVisible();
      await expectAccessible(app);
    }

    test('Explore with the example run', { tag }, async ({ page }) => {
      const app = new App(page);
      await app.open();
      await expect(app.rows().first()).toBeVisible();
      await expectAccessible(app);
    });

    test('Codecs, with its table open', { tag: '@full' }, async ({ page }) => {
      const app = new App(page);
      await page.goto('/#codecs');
      await page.getByText(/Table of these figures/).click();
      await expectAccessible(app);
    });

    async function openPage(app: App, name: string): Promise<void> {
      await app.page.getByRole('link', { name, exact: true }).click();
      await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible();
      await app.page.waitForLoadState('networkidle');
    }

    async function openSource(app: App, id: string): Promise<void> {
      await app.page.goto(`/#published/${id}`);
      await expect(app.page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(`source ${id}`);
      await app.page.waitForLoadState('networkidle');
    }

    test('the index of Published, a source, and About', { tag: '@full' }, async ({ page }) => {
      const app = new App(page);
      await app.open();
      await openPage(app, 'Published');
      await app.expectAccessible();
      // The sources are shown alike: the next test looks at all of them.
      await openSource(app, '000');
      await expectAccessible(app);
      await openPage(app, 'About');
      await expectAccessible(app);
    });

    test('all sources, and the browser’s factor to native', { tag: '@full' }, async ({ page }) => {
      const app = new App(page);
      for (const id of ['000', '001', '002', '003', '004']) {
        await openSource(app, id);
        await app.expectAccessible();
      }
      await page.goto('/#native');
      await expect(page.getByText('Table of all figures').first()).toBeVisible();
      await expectAccessible(app);
    });

    test('ratio against look-up time, and what a codec costs', { tag: '@full' }, async ({ page }) => {
      const app = new App(page);
      await restoreStoredRun(page, 'lookups');
      await app.openKept();
      await expect(
        app.results.getByRole('figure', {
          name: 'HashDBM (Tkrzw), by dictionary: ratio against look-up time',
        }),
      ).toBeVisible();
      const costs = app.results.getByRole('region', { name: /codec costs/ });
      await expect(costs.getByRole('row', { name: 'HashDBM' }).first()).toBeVisible();
      await expectAccessible(app);
    });

    test('sharing and adding a candidate', { tag }, async ({ page }) => {
      const app = new App(page);
      await app.open();
      await expect(app.rows().first()).toBeVisible();
      await addCandidateAndShare(app);
    });

    test('running, stopped, sharing and adding a candidate', { tag: ['@full', '@measures'] }, async ({ page }) => {
      const app = new App(page);
      await app.open();
      await app.chooseSize(50);
      await app.pressRun();
      await expect(app.measuredRows().first()).toBeVisible();
      await app.expectAccessible();
      await app.stop.click();
      await expect(app.stop).toBeHidden();
      await app.expectAccessible();
      await addCandidateAndShare(app);
    });
  });
}

test('the main job by keyboard alone', { tag: ['@full', '@measures'] }, async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(50);
  await page.keyboard.press('Control+Enter');
  await expect(app.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.stop).toBeHidden();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.focus();
  await page.keyboard.press('Enter');
  await expect(app.stop).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(run).toBeFocused();
});

test('the focus stays in the form of candidates, and goes back to what opened it', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const add = page.getByRole('button', { name: 'Add a candidate', exact: true });
  await add.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Add a candidate' });
  await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'Brotli' });
  await form.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(form.getByText('This candidate is already in the plan.')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Format', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});
