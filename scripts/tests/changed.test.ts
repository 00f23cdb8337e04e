import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFolder } from '../install.mjs';
import { relatedOf, specsOf } from './changed.mjs';
import { importersOf } from './import-graph.mjs';

const importers = importersOf();

it('knows specs that exist', () => {
  const specs = specsOf.flatMap(([, names]) => names).map((name) => `e2e/${name}.spec.ts`);
  expect(specs.filter((spec) => !existsSync(join(repositoryFolder, spec)))).toEqual([]);
});

it('runs the contract tests and the written files of a codec, and of no other', () => {
  const related = relatedOf(['workers/codecs/zstd/native.ts'], importers);
  expect(related.layers).toEqual(expect.arrayContaining(['lint', 'types', 'browser', 'interop']));
  expect(related.browser).toContain('workers/registry/codecs.contract.browser.test.ts');
  expect(related.interop).toEqual(['--only', 'zstd']);
  expect(related.env.FORMATLAB_ENTRIES).toBe('codecs/zstd');
});

it('runs the own contract file of a format that has one', () => {
  const { browser } = relatedOf(['workers/formats/parquet/implementations/arrow-rs.ts'], importers);
  expect(browser).toContain('workers/registry/formats-parquet.contract.browser.test.ts');
});

it('runs the tests beside a file of the page, and the specs of its folder', () => {
  const related = relatedOf(['web/decide/answer.ts'], importers);
  expect(related.unit).toContain('web/decide/answer.test.ts');
  expect(related.e2e).toContain('e2e/decision.spec.ts');
  expect(related.interop).toEqual([]);
});

it('names what it leaves out of a change that all of the workers import', () => {
  const { browser, leftOut } = relatedOf(['workers/model/errors.ts'], importers);
  expect(browser.length).toBeLessThan(10);
  expect(leftOut.length).toBeGreaterThan(0);
});

it('runs a spec that has changed, and no browser test for it', () => {
  const related = relatedOf(['e2e/share.spec.ts'], importers);
  expect(related.e2e).toEqual(['e2e/share.spec.ts']);
  expect(related.layers).not.toContain('browser');
});
