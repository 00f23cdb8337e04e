import { expect, test } from '@playwright/test';
import { App } from './app';

/** axe on every page and state, in both themes; the phone's are in accessibility.phone.spec.ts. */
for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('Explore with the example run', async ({ page }) => {
      const app = new App(page);
      await app.open();
      await expect(app.rows().first()).toBeVisible();
      await app.expectAccessible();
    });

    test('Codecs, with its table open', async ({ page }) => {
      const app = new App(page);
      await page.goto('/#codecs');
      await page.getByText(/The same as a table/).click();
      await app.expectAccessible();
    });

    test('Published and About', async ({ page }) => {
      const app = new App(page);
      await app.open();
      for (const name of ['Published', 'About']) {
        await page.getByRole('link', { name, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await app.expectAccessible();
      }
    });

    test('ratio against look-up time, and what a codec costs', async ({ page }) => {
      const app = new App(page);
      await app.open();
      await app.chooseWorkload(/^English–Japanese/);
      await app.chooseSize(2_000);
      await app.chooseCandidates('zstd with a trained dictionary');
      await page.getByRole('checkbox', { name: 'Look up', exact: true }).check();
      await app.pressRun();
      await app.finish();
      await expect(app.results.getByRole('figure', { name: /ratio against the time of a look-up/ })).toBeVisible();
      await expect(
        app.results
          .getByRole('region', { name: /what the codec costs/ })
          .getByRole('row', { name: /TreeDBM|HashDBM/ })
          .first(),
      ).toBeVisible();
      await app.expectAccessible();
    });

    test('running, stopped, sharing and adding a candidate', async ({ page }) => {
      const app = new App(page);
      await app.open();
      await app.chooseSize(50);
      await app.pressRun();
      await expect(
        app
          .rows()
          .filter({ hasText: /[MG]B\/s/ })
          .first(),
      ).toBeVisible({ timeout: 30_000 });
      await app.expectAccessible();
      await app.stop.click();
      await expect(app.stop).toBeHidden();
      await app.expectAccessible();
      await page.getByRole('button', { name: 'Add a candidate' }).click();
      const form = page.getByRole('form', { name: 'Add a candidate' });
      await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'Zstandard' });
      await form.getByRole('radio', { name: '700 B records' }).check();
      await form.getByText(/Options of the codec/).click();
      await app.expectAccessible();
      await page.getByRole('button', { name: 'Share' }).click();
      await app.expectAccessible();
    });
  });
}

test('the main job by keyboard alone', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.chooseSize(50);
  await page.keyboard.press('Control+Enter');
  await expect(app.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.stop).toBeHidden();
});
