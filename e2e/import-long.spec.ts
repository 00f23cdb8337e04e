import { expect, test } from './counted-work';
import { collectPageErrors } from './app';
import { pasteBox, importedCard, keepButton, openPublished, importPanel } from './import-box';
import { telling } from '../workers/model/testing/telling';

const jmh = `"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: codec"
"org.example.CodecBench.compress","avgt",1,25,2.425,0.019,"ms/op","zstd"
"org.example.CodecBench.compress","avgt",1,25,10513.000,42.000,"us/op","deflate"
"org.example.CodecBench.decompress","avgt",1,25,0.810,0.004,"ms/op","zstd"
"org.example.CodecBench.decompress","avgt",1,25,2.950,0.011,"ms/op","deflate"
`;

test('long tables: JMH’s CSV is charts at once, a metric is read otherwise when told, and repeats are a median once they are said to be repeats', {
  tag: '@full',
}, async ({ page }) => {
  const found = collectPageErrors(page);
  const app = await openPublished(page);
  await pasteBox(page).fill(jmh);
  await expect(page.getByRole('img', { name: /^compress, .*zstd 2\.43 ms.*10\.5 ms$/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Benchmark is' })).toHaveValue('metricName');
  await expect(page.getByRole('combobox', { name: 'Score is' })).toHaveValue('value');
  await app.expectAccessible({ within: importPanel(page) });
  await page.getByRole('combobox', { name: '“decompress” is', exact: true }).selectOption('time');
  await expect(page.getByRole('img', { name: /^decompress, other time/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Harness');
  await keepButton(page).click();
  await expect(importedCard(page, 'Harness').getByRole('img', { name: /^compress, .* time/ })).toBeVisible();
  await pasteBox(page).fill(
    'codec,metric,run,value (ms)\nzstd,encode,1,12\nzstd,encode,2,15\nzstd,encode,3,11\nlz4,encode,1,4\n',
  );
  await expect(page.getByText(telling(3, '“zstd”', '“encode”', '2, 3, 4')).first()).toBeVisible();
  await page.getByRole('combobox', { name: /^Several numbers/ }).selectOption('median');
  await expect(page.getByRole('img', { name: /^encode.*zstd 12\.0 ms/ })).toBeVisible();
  expect(found).toEqual([]);
});
