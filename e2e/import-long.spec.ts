import { expect, test } from '@playwright/test';
import { collectPageErrors } from './app';
import { pasteBox, importedCard, keepButton, openPublished, importPanel } from './import-box';

const jmh = `"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: codec"
"org.example.CodecBench.compress","avgt",1,25,2.425,0.019,"ms/op","zstd"
"org.example.CodecBench.compress","avgt",1,25,10513.000,42.000,"us/op","deflate"
"org.example.CodecBench.decompress","avgt",1,25,0.810,0.004,"ms/op","zstd"
"org.example.CodecBench.decompress","avgt",1,25,2.950,0.011,"ms/op","deflate"
`;

test('JMH’s CSV is charts at once, a named metric is read otherwise when told, and the set is kept', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = await openPublished(page);
  await pasteBox(page).fill(jmh);
  await expect(
    page.getByRole('img', { name: /^compress, write or encode time.*zstd 2\.43 ms, deflate 10\.5 ms$/ }),
  ).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Benchmark is' })).toHaveValue('metricName');
  await expect(page.getByRole('combobox', { name: 'Score is' })).toHaveValue('value');
  await app.expectAccessible({ within: importPanel(page) });
  await page.getByRole('combobox', { name: '“decompress” is', exact: true }).selectOption('time');
  await expect(page.getByRole('img', { name: /^decompress, other time/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Harness');
  await keepButton(page).click();
  await expect(
    importedCard(page, 'Harness').getByRole('img', { name: /^compress, write or encode time/ }),
  ).toBeVisible();
  expect(found).toEqual([]);
});

test('numbers that repeat are told with what to do, and are a median once they are said to be repeats', {
  tag: '@full',
}, async ({ page }) => {
  await openPublished(page);
  await pasteBox(page).fill(
    'codec,metric,run,value (ms)\nzstd,encode,1,12\nzstd,encode,2,15\nzstd,encode,3,11\nlz4,encode,1,4\n',
  );
  await expect(
    page.getByText('3 numbers are given for “zstd”, “encode” (rows 2, 3, 4); none of them is used'),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Several numbers of one system' }).selectOption('median');
  await expect(page.getByRole('img', { name: /^encode.*zstd 12\.0 ms/ })).toBeVisible();
});
