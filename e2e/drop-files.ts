import type { Page } from '@playwright/test';

/** Drops files on the page, as a user drags them there. Their bytes are given in base64. */
export async function dropFiles(
  page: Page,
  dropped: readonly { readonly name: string; readonly base64: string }[],
): Promise<void> {
  await page.evaluate((files) => {
    const data = new DataTransfer();
    for (const { name, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, dropped);
}
