import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { App, collectPageErrors } from './app';

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
  await app.open();
  await app.chooseFile(text('drugs.smi', lines(500)));
  const data = app.page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('500 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText('never leaves this browser')).toBeVisible();
}

test('a file of SMILES becomes molecules, and is never sent', async ({ page }) => {
  const found = collectPageErrors(page);
  await openSmiles(new App(page));
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
  expect(found).toEqual([]);
});

test('a file of SMILES becomes molecules, is measured and never sent', { tag: ['@full', '@measures'] }, async ({
  page,
}) => {
  const found = collectPageErrors(page);
  const app = new App(page);
  await openSmiles(app);
  await app.pressRun();
  await app.finish();
  await expect(app.measuredRows().filter({ hasText: /^SDF/ }).first()).toBeVisible();
  expect(found).toEqual([]);
});

/** Opens a file with malformed lines and has them left out. */
async function leaveOutMalformed(app: App): Promise<void> {
  const { page } = app;
  await app.open();
  await app.chooseFile(text('drugs.smi', malformed));
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText(/Line 21 of drugs\.smi is not a SMILES that can be read\. Column \d+: /)).toBeVisible();
  const choice = data.getByRole('group', { name: 'Malformed lines' });
  await expect(choice.getByRole('radio', { name: 'Stop at the first' })).toBeChecked();
  await app.expectAccessible({ within: data });
  await choice.getByRole('radio', { name: 'Leave out and count' }).check();
  await expect(data.getByText('40 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText('2 malformed molecules left out')).toBeVisible();
  const listed = data.getByRole('listitem').filter({ hasText: /^line \d/ });
  await expect(listed.first()).toContainText(/^line 21/);
  await expect(listed.last()).toContainText(/^line 42.*aromatic bonds can't be made single and double/);
  await app.expectAccessible({ within: data });
  // The plan tells it, so that a run reads the file in the same way.
  expect(page.url()).toContain('malformed:skip');
}

async function stopAtTheFirstMalformed({ page }: App): Promise<void> {
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await data.getByRole('radio', { name: 'Stop at the first' }).check();
  await expect(data.getByText(/Line 21 of drugs\.smi/)).toBeVisible();
}

test('malformed lines end the reading, or are left out and counted', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await leaveOutMalformed(app);
  await stopAtTheFirstMalformed(app);
});

test('malformed lines end the reading, or are left out and counted, as the user says', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const app = new App(page);
  await leaveOutMalformed(app);
  await app.pressRun();
  await app.finish();
  await expect(app.measuredRows().filter({ hasText: /^SDF/ }).first()).toBeVisible();
  await stopAtTheFirstMalformed(app);
});

test('an SDF file gives titles and coordinates, and names what is wrong by its line', { tag: '@full' }, async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile(
    text('three.sdf', molfile('ethanol', 'O') + molfile('nothing', 'Zz') + molfile('ethylamine', 'N')),
  );
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(
    data.getByText(/A molecule of three\.sdf cannot be read\. Line 21: atom 3 has the unknown symbol “Zz”/),
  ).toBeVisible();
  await data
    .getByRole('group', { name: 'Malformed molecules' })
    .getByRole('radio', { name: 'Leave out and count' })
    .check();
  await expect(data.getByText('2 molecules, drawn')).toBeVisible();
  await expect(data.getByText(/data items .* are left out/)).toBeVisible();
  await expect(data.getByText('1 malformed molecule left out')).toBeVisible();
});

test('a table of molecules with the identifier first is read as SMILES when it is told to be, and says which columns it took', {
  tag: '@full',
}, async ({ page }) => {
  const app = new App(page);
  await app.open();
  const rows = Array.from(
    { length: 30 },
    (_, row) => `CHEMBL${row}\t${smiles[row % smiles.length]}\tInChI=1S/${row}\n`,
  ).join('');
  await app.chooseFile(text('chembl_chemreps.txt', `chembl_id\tcanonical_smiles\tstandard_inchi\n${rows}`));
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText(/Column “canonical_smiles” is kept as text\./)).toBeVisible();
  await data.getByLabel('Read as').selectOption({ label: 'SMILES' });
  await expect(data.getByText('30 molecules, without coordinates')).toBeVisible();
  await expect(
    data.getByText(
      'the SMILES are read from column 2 (canonical_smiles) and the titles from column 1 (chembl_id); the other column is left out.',
    ),
  ).toBeVisible();
  await app.expectAccessible({ within: data });
});

test('a packed file of CXSMILES is unpacked, and its extensions are told to be left out', { tag: '@full' }, async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.chooseFile({
    name: 'drugs.smi.gz',
    mimeType: 'application/gzip',
    buffer: gzipSync('CCO |$;;$| ethanol\nCC ethane\n'),
  });
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('2 molecules, without coordinates')).toBeVisible();
  await expect(data.getByText('The file is gzip; it was unpacked to 29 bytes.')).toBeVisible();
  await expect(data.getByText(/^The extension \(\|…\|\) of one SMILES is left out/)).toBeVisible();
});

for (const [name, content, says] of [
  ['table.sdf', 'a,b\n1,2\n3,4\n', /called an SDF file, but its content is a CSV/],
  ['table.smi', '[{"a": 1}]', /called a file of SMILES, but its content is a JSON/],
] as const) {
  test(`${name}, which is something else, is refused`, { tag: '@full' }, async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.chooseFile(text(name, content));
    await expect(page.getByRole('region', { name: 'Data', exact: true }).getByText(says)).toBeVisible();
  });
}
