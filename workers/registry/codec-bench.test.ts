import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { benchBlocks, benchData, codecBenchSchema } from '../model/codec-bench';
import { codecs } from './metadata';

// Not imported as JSON: the compiler would take long over the type of so many cells.
const [file] = Object.values(
  import.meta.glob<unknown>('../../fixtures/codec-bench/codec-bench.json', { import: 'default', eager: true }),
);
const bench = v.parse(codecBenchSchema, file);
const keyOf = (cell: (typeof bench.cells)[number]) => `${cell.codec}/${cell.implementation}`;
const all = [...codecs.values()].flatMap(({ id, implementations }) =>
  implementations.map((implementation) => ({ key: `${id}/${implementation.id}`, implementation })),
);
const ours = new Map(
  all
    .filter(({ implementation }) => implementation.wasm === true && implementation.library.package === 'formatlab')
    .map((each) => [each.key, each.implementation]),
);

describe('the committed codec benchmark', () => {
  test.each([...ours.keys()])('%s is measured on all data in all blocks', (key) => {
    const places = new Set(
      bench.cells.filter((cell) => keyOf(cell) === key).map(({ data, block }) => `${data} ${block}`),
    );
    expect([...places].sort()).toEqual(
      benchData.flatMap((data) => benchBlocks.map((block) => `${data} ${block}`)).sort(),
    );
  });

  test('was taken beside the versions that are shipped', () => {
    for (const [key, { library }] of ours) expect(bench.native[key]?.split(',')[0], key).toBe(library.contains);
  });

  test('has our sizes equal to the native library’s, or says why not', () => {
    const unexplained = bench.cells.filter(
      (cell) =>
        ours.has(keyOf(cell)) &&
        cell.browserBytes !== cell.nativeBytes &&
        bench.sizeReasons?.[keyOf(cell)] === undefined,
    );
    expect(unexplained).toEqual([]);
  });
});
