import { expect, test } from 'vitest';
import { makeRun } from '../results/testing/test-results';
import { resultLink } from '../links/result-link';
import { redactEverything } from '../links/redact-plan';
import { startView } from '../view/start-view';
import { createComparedRunStore } from './compared-run';

const result = { ...makeRun({ cells: [] }), plan: { ...startView().plan, datasets: [] } };
const run = makeRun({
  cells: startView().plan.candidates.map((candidate) => ({ candidate, ms: { encode: 5, decode: 4 } })),
});
const store = (finished: () => Promise<readonly (typeof run)[]> = async () => [run]) =>
  createComparedRunStore({ finished });

test('a file is opened, and named as the origin', async () => {
  const compared = store();
  await compared.openFile(new File([JSON.stringify(run)], 'theirs.json'));
  expect(compared.get()).toEqual({ open: { result: run, from: 'theirs.json' }, problem: null, isOpening: false });
  compared.close();
  expect(compared.get().open).toBeNull();
});

test('a damaged file is refused with its name and reason, and the open run stays', async () => {
  const compared = store();
  compared.openStored(run);
  await compared.openFile(new File([JSON.stringify(result)], 'bad.json'));
  expect(compared.get().problem).toMatch(/^bad\.json: .{20}/);
  expect(compared.get().open?.result).toBe(run);
  await compared.openFile(new File(['{"format":'], 'cut.json'));
  expect(compared.get().problem).toMatch(/^cut\.json .*JSON/);
});

test('a link with results is opened, wherever it points', async () => {
  const { url } = await resultLink(run, startView(), redactEverything, 'https://example.org/lab');
  const compared = store();
  await compared.openLink(` ${url}\n`);
  expect(compared.get().problem).toBeNull();
  expect(compared.get().open?.result.cells).toHaveLength(run.cells.length);
});

test.each([
  ['no link at all', /has no “#”/],
  ['https://example.org/#v1.AAAAA&page=about', /damaged/],
  ['https://example.org/#explore', /a plan but no results/],
  ['#'.repeat(4_200_000), /too long/],
])('“%.40s” is refused with the reason', async (text, reason) => {
  const compared = store();
  await compared.openLink(text);
  expect(compared.get()).toMatchObject({ open: null, problem: expect.stringMatching(reason), isOpening: false });
});

test('the last opening wins', async () => {
  const compared = store();
  const slow = compared.openFile(new File([JSON.stringify(run)], 'slow.json'));
  compared.openStored(run);
  await slow;
  expect(compared.get().open?.from).toBe('this browser');
});

test('stored runs are listed, and a storage that can’t be read is told', async () => {
  expect(await store().stored()).toEqual([run]);
  const broken = store(async () => {
    throw new Error('denied');
  });
  expect(await broken.stored()).toEqual([]);
  expect(broken.get().problem).toContain('denied');
});
