import { expect, it } from 'vitest';
import { toCanonical } from '../model/canonical';
import { readTestFile } from './testing/test-files';

/** The golden Parquet and Arrow files of every type (fixtures/golden), which pyarrow wrote, as files of a user. */

const folder = '../../fixtures/golden/';
const urls = import.meta.glob<string>(
  [
    '../../fixtures/golden/{arrow,parquet}/typed*',
    '../../fixtures/golden/arrow/rich.lz4.stream.arrow*',
    '../../fixtures/golden/parquet/rich.{plain.v1,delta.v2}.parquet*',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const fetched = async (path: string) => (await fetch(urls[path] ?? '')).blob();

const paths = Object.keys(urls).filter((path) => !path.endsWith('.sha256'));

it('has files of both formats', () => {
  expect(paths.filter((path) => path.endsWith('.arrow'))).toHaveLength(4);
  expect(paths.filter((path) => path.endsWith('.parquet'))).toHaveLength(5);
});

it.each(paths.map((path) => path.slice(folder.length)))('reads %s to the same values, bit by bit', async (name) => {
  const { dataset, report } = await readTestFile(await fetched(folder + name), name);
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([...toCanonical(dataset).parts]).arrayBuffer());
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(found).toBe((await (await fetched(`${folder}${name}.sha256`)).text()).trim());
  expect(report.notes).toEqual([]);
});
