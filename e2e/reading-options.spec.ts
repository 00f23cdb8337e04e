import type { Locator } from '@playwright/test';
import { expect, test } from './counted-work';
import foreign from '../workers/open-file/fixtures/foreign.json' with { type: 'json' };
import { App, collectPageErrors } from './app';
import { telling } from '../workers/model/testing/telling';

const orders = {
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'id;price;count;at;place\n007;1.234,50;12;01.02.2024;NA\n008;2,25;NA;03.04.2024;b\n009;-;300;05.06.2024;c\n',
  ),
};

/** Opens the file of orders with its reading options, and returns the panel of the data. */
async function openOrders(app: App): Promise<Locator> {
  await app.open();
  await app.chooseFile(orders);
  const data = app.page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('3 rows, 5 columns')).toBeVisible();
  await data.getByText('Reading options').click();
  return data;
}

test('how a file is read is shown, changed in place, counted before, and kept in the link', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  const data = await openOrders(app);
  await expect(data.getByLabel('Decimal mark')).toContainText('Comma, 1,5 · detected');
  await expect(data.getByRole('row', { name: /^price/ }).getByRole('combobox')).toHaveValue('float64');
  const words = data.getByRole('group', { name: /^Words .*null$/ });
  await expect(words.getByRole('checkbox', { name: /^NA/ })).toBeChecked();
  await expect(words.getByText(/^1 value .*null, 1 /)).toBeVisible();
  await expect(words.getByText(/^1 text value/)).toBeVisible();
  await expect(data.getByLabel('Encoding')).toContainText('utf-16le · changes every line');
  await expect(data.getByLabel('Encoding')).toContainText('windows-1252 · changes nothing');
  await expect(data.getByLabel('Quote')).toContainText("Single ' · changes nothing");
  await data.getByLabel('Another word').fill('b');
  await expect(data.getByText(/“b”: 1 value/)).toBeVisible();
  await data.getByLabel('Another word').fill('');
  // What a type would do stands beside its name.
  await expect(data.getByLabel('Type of count')).toContainText('int8 · leaves out 1 row');
  await words.getByRole('checkbox', { name: /In columns of text/ }).press('Space');
  await expect(words.getByText('2 values became null')).toBeVisible();
  await expect(words.getByRole('checkbox', { name: /In columns of text/ })).toBeFocused();
  // A choice can follow another before the file is read anew.
  await data.getByRole('checkbox', { name: 'id', exact: true }).uncheck();
  await data.getByLabel('Dates', { exact: true }).selectOption('text');
  await expect(data.getByText('3 rows, 4 columns')).toBeVisible();
  await expect(data.getByRole('row', { name: /^at/ }).getByRole('combobox')).toHaveValue('utf8');
  expect(page.url()).toContain('read.nullWordsInText:yes');
  expect(page.url()).toContain('read.leftOutColumns:+0');
  const { hash } = new URL(page.url());

  await page.goto('about:blank');
  await app.open(hash);
  await app.chooseFile(orders);
  await expect(data.getByText('3 rows, 4 columns')).toBeVisible();
  await expect(data.getByLabel('Dates', { exact: true })).toHaveValue('text');
  expect(new URL(page.url()).hash).toBe(hash);
  await data.getByRole('button', { name: 'Reset to detected settings' }).click();
  await expect(data.getByText('3 rows, 5 columns')).toBeVisible();

  // A null word that is typed when a run is started is applied, and the run waits for it.
  await data.getByLabel('Another word').fill('300');
  await page.keyboard.press('Control+Enter');
  await expect(data.getByRole('checkbox', { name: /^300/ })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  await expect(app.stop).toHaveCount(0);
  expect(page.url()).toContain('read.nullWords');
  expect(found).toEqual([]);
});

test('columns that can’t be read are listed with their reasons, and left out on demand', { tag: '@full' }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  const file = {
    name: 'mixed.arrow',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(foreign['refused-columns.arrow'], 'base64'),
  };
  await app.open();
  await app.chooseFile(file);
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByRole('listitem').filter({ hasText: /^wait: .*Interval/ })).toBeVisible();
  await expect(data.getByRole('listitem').filter({ hasText: /^either: .*“either\.union”/ })).toBeVisible();
  await data.getByRole('button', { name: /^Leave out .*2 columns/ }).click();
  await expect(data.getByText('2 rows, 2 columns')).toBeVisible();
  await expect(data.getByText(telling('2 of 4', '“wait”, “either”'))).toBeVisible();
  await expect(data.getByRole('checkbox', { name: 'wait' })).toBeDisabled();
  await expect(data.getByRole('checkbox', { name: 'wait' })).not.toBeChecked();
  await expect(data.getByRole('row', { name: /^wait/ })).toContainText(telling('Interval'));
  const { hash } = new URL(page.url());
  expect(hash).toContain('read.leftOutColumns:+0+2');

  await page.goto('about:blank');
  await app.open(hash);
  await app.chooseFile(file);
  await expect(data.getByText('2 rows, 2 columns')).toBeVisible();
  expect(found).toEqual([]);
});
