import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { telling } from '../workers/model/testing/telling';

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

const names = ['ethanol', 'benzene', 'alanine', 'caffeine', 'aspirin'];
const smiles = ['CCO', 'c1ccccc1', 'N[C@@H](C)C(=O)O', 'Cn1cnc2c1c(=O)n(C)c(=O)n2C', 'CC(=O)Oc1ccccc1C(=O)O'];
const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, line) => `${smiles[line % smiles.length]} ${names[line % names.length]} ${line}\n`,
  ).join('');
const malformed = `${lines(20)}C1CC without an end\n${lines(20)}c1cccc1 without a structure\n`;

const molfile = (title: string, symbol: string) =>
  [
    title,
    '  Test              2D',
    '',
    '  3  2  0  0  0  0  0  0  0  0999 V2000',
    ...['C', 'C', symbol].map(
      (each, at) =>
        `${(1.2 * at).toFixed(4).padStart(10)}${(at % 2).toFixed(4).padStart(10)}    0.0000 ${each.padEnd(3)} 0  0`,
    ),
    '  1  2  1  0',
    '  2  3  1  0',
    'M  END',
    '> <ID>',
    '1',
    '',
    '$$$$',
    '',
  ].join('\n');

async function openSmiles(app: App): Promise<void> {
  await app.chooseFile(text('drugs.smi', lines(500)));
  const data = app.page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('500 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText('never leaves this browser')).toBeVisible();
  await expect(app.page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
}

/** Opens a file with malformed lines and has them left out. */
async function leaveOutMalformed(app: App): Promise<void> {
  const { page } = app;
  await app.chooseFile(text('drugs.smi', malformed));
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText(/Line 21 .*Column \d+: /)).toBeVisible();
  const choice = data.getByRole('group', { name: 'Malformed lines' });
  await expect(choice.getByRole('radio', { name: 'Stop at the first' })).toBeChecked();
  await app.expectAccessible({ within: data });
  await choice.getByRole('radio', { name: 'Leave out and count' }).check();
  await expect(data.getByText('40 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText('2 malformed molecules left out')).toBeVisible();
  const listed = data.getByRole('listitem').filter({ hasText: /^line \d/ });
  await expect(listed.first()).toContainText(/^line 21/);
  await expect(listed.last()).toContainText(/^line 42.*aromatic/);
  await app.expectAccessible({ within: data });
  // The plan tells it, so that a run reads the file in the same way.
  expect(page.url()).toContain('malformed:skip');
}

async function stopAtTheFirstMalformed(page: Page): Promise<void> {
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await data.getByRole('radio', { name: 'Stop at the first' }).check();
  await expect(data.getByText(/Line 21 of drugs\.smi/)).toBeVisible();
}

async function openSdf(app: App): Promise<void> {
  const { page } = app;
  await app.chooseFile(
    text('three.sdf', molfile('ethanol', 'O') + molfile('nothing', 'Zz') + molfile('ethylamine', 'N')),
  );
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText(telling('three.sdf', 'Line 21', 'atom 3', '“Zz”'))).toBeVisible();
  await data
    .getByRole('group', { name: 'Malformed molecules' })
    .getByRole('radio', { name: 'Leave out and count' })
    .check();
  await expect(data.getByText('2 molecules, drawn')).toBeVisible();
  await expect(data.getByText(/^.*data items/)).toBeVisible();
  await expect(data.getByText('1 malformed molecule left out')).toBeVisible();
}

async function openTableOfMolecules(app: App): Promise<void> {
  const { page } = app;
  const rows = Array.from(
    { length: 30 },
    (_, row) => `CHEMBL${row}\t${smiles[row % smiles.length]}\tInChI=1S/${row}\n`,
  ).join('');
  await app.chooseFile(text('chembl_chemreps.txt', `chembl_id\tcanonical_smiles\tstandard_inchi\n${rows}`));
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText(telling('“canonical_smiles”', 'text')).first()).toBeVisible();
  await data.getByLabel('Read as').selectOption({ label: 'SMILES' });
  await expect(data.getByText('30 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText(telling('column 2 (canonical_smiles)', 'column 1 (chembl_id)')).first()).toBeVisible();
  await app.expectAccessible({ within: data });
}

async function openPackedCxsmiles(app: App): Promise<void> {
  const { page } = app;
  await app.chooseFile({
    name: 'drugs.smi.gz',
    mimeType: 'application/gzip',
    buffer: gzipSync('CCO |$;;$| ethanol\nCC ethane\n'),
  });
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('2 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText(telling('gzip', '29 bytes')).first()).toBeVisible();
  await expect(data.getByText(telling('(|…|)')).first()).toBeVisible();
}

const otherThanNamed = [
  ['table.sdf', 'a,b\n1,2\n3,4\n', telling('table.sdf', 'SDF', 'CSV')],
  ['table.smi', '[{"a": 1}]', telling('table.smi', 'SMILES', 'JSON')],
] as const;

test('molecules of SMILES, which are never sent, malformed ones, coordinates, tables of molecules, packed ones, and what is something else', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await app.open();
  const change = () => page.getByRole('button', { name: /^Change the file / }).click();
  await test.step('a file of SMILES', async () => {
    await openSmiles(app);
    await change();
  });
  await test.step('malformed lines end the reading, or are left out and counted', async () => {
    await leaveOutMalformed(app);
    await stopAtTheFirstMalformed(page);
    await change();
  });
  await test.step('an SDF file gives titles and coordinates, and names what is wrong by its line', async () => {
    await openSdf(app);
    await change();
  });
  await test.step('a table with the identifier first is read as SMILES, and says which columns it took', async () => {
    await openTableOfMolecules(app);
    await change();
  });
  await test.step('a packed file of CXSMILES is unpacked, and its extensions are told to be left out', async () => {
    await openPackedCxsmiles(app);
    await change();
  });
  for (const [name, content, says] of otherThanNamed)
    await test.step(`${name}, which is something else, is refused`, async () => {
      await app.chooseFile(text(name, content));
      await expect(page.getByRole('region', { name: 'Data', exact: true }).getByText(says).first()).toBeVisible();
      await change();
    });
  expect(found).toEqual([]);
});
