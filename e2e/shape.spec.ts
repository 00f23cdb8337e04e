import { expect, test } from './counted-work';
import { App, collectPageErrors } from './app';
import { telling } from '../workers/model/testing/telling';

/** Opens the parameters of a workload of a few items. */
async function openParameters(app: App, workload: RegExp, size: number): Promise<void> {
  await app.open();
  await app.chooseWorkload(workload);
  await app.chooseSize(size);
  await app.page.getByText('Parameters', { exact: true }).click();
}

const list = 'Or a list of values';

test('a parameter is swept over a range or a list, and the link keeps it', { tag: '@full' }, async ({ page }) => {
  const app = new App(page);
  await openParameters(app, /^Table/, 1_000);
  await page.getByRole('button', { name: /^Sweep .*: Share of nulls$/ }).click();
  const fields = page.getByRole('group', { name: /^Sweep of .*nulls$/ });
  await expect(fields.getByRole('textbox', { name: list })).toHaveValue('0, 0.25, 0.5, 0.75, 1');
  await fields.getByRole('textbox', { name: 'To', exact: true }).fill('0.5');
  await expect(fields.getByRole('textbox', { name: list })).toHaveValue('0, 0.125, 0.25, 0.375, 0.5');
  await fields.getByRole('textbox', { name: list }).fill('0, 2');
  await expect(fields.getByRole('alert')).toHaveText(telling('“2”', 0, 1));
  await fields.getByRole('textbox', { name: list }).fill('0; 5 %; 0.5');
  await expect(fields.getByRole('alert')).toBeHidden();
  await expect(fields.getByText('each of the 3 values: 0 %, 5 %, 50 %')).toBeVisible();
  await app.expectAccessible({ within: fields });
  await page.reload();
  await app.drawer('data');
  await page.getByText('Parameters', { exact: true }).click();
  await expect(fields.getByRole('textbox', { name: list })).toHaveValue('0, 0.05, 0.5');
  await fields.getByRole('button', { name: 'End the sweep' }).click();
  await expect(page.getByRole('slider', { name: /^Share of nulls/ })).toHaveValue('0.05');
  await expect(fields).toBeHidden();
  await test.step('choices are swept by ticking them, and a size sweep takes the place of a sweep', () =>
    sweepChoices(app));
});

async function sweepChoices(app: App): Promise<void> {
  const { page } = app;
  await app.chooseVectors(40);
  await page.getByRole('button', { name: /^Sweep .*: Distribution/ }).click();
  const fields = page.getByRole('group', { name: /^Sweep of Distribution/ });
  await fields.getByRole('checkbox', { name: 'quantised' }).uncheck();
  await expect(fields.getByText(/3 values: uniform, normal,/)).toBeVisible();
  await app.drawer('data');
  await page.getByRole('radio', { name: '3 sizes' }).check();
  await expect(fields).toBeHidden();
  await expect(page.getByText('10, 20, 40 vectors.')).toBeVisible();
}

test('the results of a sweep are small multiples, a table and where the winner changes', {
  tag: ['@full', '@measures'],
}, async ({ page }) => {
  const errors = collectPageErrors(page);
  const app = new App(page);
  await openParameters(app, /^Table/, 300);
  await page.getByRole('button', { name: /^Sweep .*: Share of nulls$/ }).click();
  await page.getByRole('textbox', { name: list }).fill('0, 0.5, 1');
  await app.keepCandidates(/^(Parquet, zstd 1|CSV|Arrow IPC)$/);
  await app.pressRun();
  await app.finish();
  await app.openTab('Compare');
  const section = app.results.getByRole('region', { name: 'Sweep: share of nulls', exact: true });
  await expect(section.getByTestId('sweep-winners')).toContainText(/Smallest file: .*\. */);
  await expect(section.getByTestId('sweep-winners')).toContainText('Measured at 0 %, 50 %, 100 %');
  await expect(section.getByTestId('sweep-winners')).toContainText(/too few/);
  // The ratio and the time of each of the four operations of a table.
  await expect(section.getByRole('figure')).toHaveCount(5);
  const ratio = section.getByRole('figure', { name: /ratio/ });
  await expect(ratio.getByRole('img', { name: /^Share of nulls 50 %: Parquet/ }).first()).toBeVisible();

  const parquet = section
    .getByRole('list', { name: 'Candidates' })
    .getByRole('button', { name: /^Parquet/ })
    .first();
  await parquet.click();
  await expect(parquet).toHaveAttribute('aria-pressed', 'true');
  await section.getByText('Table of the sweep').click();
  const table = section.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Candidate', '0 %', '50 %', '100 %']);
  const cells = table
    .getByRole('row', { name: /^Parquet/ })
    .first()
    .getByRole('cell');
  await expect(cells).toHaveText([/^\d/, /^\d/, /^\d/]);
  await section.getByRole('radio', { name: 'Encode time' }).check();
  await expect(cells.first()).toHaveText(/s( \(best\))?$/);
  await app.expectAccessible({ within: section });

  // The other figures are of one value, which the reader chooses.
  await app.results.getByRole('radio', { name: '100 %', exact: true }).check();
  await app.openTab('Details');
  await expect(app.results.getByText(/Share of nulls: 1(,|$)/).first()).toBeAttached();
  expect(errors).toEqual([]);
});
