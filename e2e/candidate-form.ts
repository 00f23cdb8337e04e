import type { Page } from '@playwright/test';
import { telling } from '../workers/model/testing/telling';
import { App } from './app';
import { expect } from './counted-work';

/** The button that removes the candidate, which names what was chosen. */
export const addedByRecords = telling('Remove', 'JSON', 'zstd 5', 'checksum', '16 KiB');

/** Adds a candidate of vectors with options, by records, with a dictionary. */
export async function addCandidateByRecords(page: Page): Promise<void> {
  await new App(page).drawer('plan');
  await page.getByRole('button', { name: 'Add a candidate', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add a candidate' });
  await form.getByRole('combobox', { name: 'Format', exact: true }).selectOption({ label: 'JSON' });
  await form.getByRole('combobox', { name: 'Codec', exact: true }).selectOption({ label: 'zstd' });
  await form.getByRole('combobox', { name: 'Implementation of the codec' }).selectOption({ label: 'zstd 1.5.7' });
  await form.getByRole('textbox', { name: 'Level' }).fill('5');
  await expect(form.getByRole('textbox', { name: 'Dictionary' })).toBeHidden();
  await form.getByRole('radio', { name: '700 B records' }).check();
  await form.getByRole('textbox', { name: 'Dictionary' }).fill('16');
  await form.getByText(/Options of the codec/).click();
  await form.getByRole('checkbox', { name: 'Checksum' }).check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: addedByRecords })).toBeVisible();
}
