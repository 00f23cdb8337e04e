import { expect, type Locator, type Page } from '@playwright/test';
import { App } from './app';

/** The box of the Published page that takes somebody else's figures. */

/** The region that holds it. */
export const importPanel = (page: Page): Locator => page.getByRole('region', { name: 'Import your own' });
export const pasteBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Paste a table' });
export const keepButton = (page: Page): Locator => page.getByRole('button', { name: 'Keep in this browser' });
export const importedCard = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
export const filePicker = (page: Page): Locator => page.locator('input[type=file][accept*=".tsv"]');

export async function openPublished(page: Page): Promise<App> {
  await page.goto('/#published');
  await expect(page.getByRole('heading', { name: 'Import your own' })).toBeVisible();
  return new App(page);
}

/** As the browser pastes: with all the types that were copied, and as text where the page leaves it to the browser. */
export async function pasteIntoPage(page: Page, types: Readonly<Record<string, string>>): Promise<void> {
  const leftToBrowser = await pasteBox(page).evaluate((element, contents) => {
    const data = new DataTransfer();
    for (const [type, content] of Object.entries(contents)) data.setData(type, content);
    return element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, types);
  if (leftToBrowser) await pasteBox(page).fill(types['text/plain'] ?? '');
}
