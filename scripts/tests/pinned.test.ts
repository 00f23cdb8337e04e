import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryFolder } from '../install.mjs';
import { hashOfInputs, pinnedInputs } from './pinned.mjs';

it('hashes names and bytes of all inputs', () => {
  const folder = mkdtempSync(join(repositoryFolder, '.cache/pinned-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inputs = [relative(repositoryFolder, folder)];
  const hashes = [
    ['a', '1'],
    ['b', ''],
    ['b', '1'],
    ['c', ''],
  ].map(([name = '', content = '']) => {
    writeFileSync(join(folder, name), content);
    return hashOfInputs(inputs);
  });
  expect(new Set(hashes).size).toBe(4);
  expect(hashOfInputs([...inputs, ...inputs])).toBe(hashes[3]);
  expect(() => hashOfInputs(['no/such/input'])).toThrow('no/such/input');
});

it.each(Object.entries(pinnedInputs))('finds the inputs of the pinned tests of %s', (_, inputs) => {
  expect(hashOfInputs(inputs)).toMatch(/^[0-9a-f]{16}$/u);
});

it('knows every module that the pinned tests of Python import', () => {
  const folder = 'e2e/interop';
  const read = (name: string) => readFileSync(join(repositoryFolder, folder, name), 'utf8');
  const names = new Set(
    readdirSync(join(repositoryFolder, folder)).filter(
      (name) => name === 'conftest.py' || (/^test_\w+\.py$/u.test(name) && read(name).includes('pytest.mark.pinned')),
    ),
  );
  for (const name of names)
    for (const [, module = ''] of read(name).matchAll(/^\s*(?:from|import) (\w+)/gmu))
      if (existsSync(join(repositoryFolder, folder, `${module}.py`))) names.add(`${module}.py`);
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !pinnedInputs.interop.includes(`${folder}/${name}`))).toEqual([]);
});
