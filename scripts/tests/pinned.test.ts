import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
