import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { App } from './app';

type Dropped = readonly { readonly name: string; readonly base64: string }[];

/** Drops files on the page and opens the panel with what was read. */
export async function dropFiles(page: Page, dropped: Dropped): Promise<void> {
  await dropOnPage(page, dropped);
  await new App(page).drawer('data');
}

/** Drops files on the page, as a user drags them there. Their bytes are given in base64. */
export async function dropOnPage(page: Page, dropped: Dropped): Promise<void> {
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const { name, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, dropped);
}

/** The files that a reference library wrote: those of `workers/open-file/fixtures/<set>.json`. @throws if a name is not among them */
export function fixtureFiles(set: string) {
  const encoded: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(`workers/open-file/fixtures/${set}.json`, 'utf8'),
  );
  const base64Of = (name: string) => {
    const base64 = encoded[name];
    if (base64 === undefined) throw new Error(`There is no ${name} among the fixtures of ${set}.`);
    return base64;
  };
  return {
    bytesOf: (name: string) => Buffer.from(base64Of(name), 'base64'),
    drop: (page: Page, names: readonly string[]) =>
      dropFiles(
        page,
        names.map((name) => ({ name, base64: base64Of(name) })),
      ),
  };
}
