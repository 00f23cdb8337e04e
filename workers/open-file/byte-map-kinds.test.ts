import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readByteMap } from './read-byte-map';
import { bytesByKind } from '../model/byte-map';
import { mapFolderOf } from '../registry/file-types';
import { telling } from '../model/testing/telling';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['(dp0\nVa\np1\nI1\ns.', 'pickle'],
  ['(lp0\nI1\naI2\na.', 'pickle'],
  [']q\0(K\x01K\x02e.', 'pickle'],
  ['ccopy_reg\n_reconstructor\np0\n', 'pickle'],
  ['cpandas.core.frame\nDataFrame\np0\n', 'pickle'],
  ['\x80\x04\x95', 'pickle'],
  ['city\nOslo\nRome\n', null],
  ['(a,b)\n(1,2)\n', null],
  [`${'\0'.repeat(4_096)}\x89HDF\r\n\x1a\n`, 'hdf5'],
] as const)('tells by the first bytes of %j whether a file has a map', async (head, format) => {
  expect(await mapFolderOf(new Blob([latin1(head)]))).toBe(format);
});

it.each([512, 32_768, 65_536, 1_048_576])('finds HDF5 behind a user block of %i bytes', async (blockBytes) => {
  const signature = '\x89HDF\r\n\x1a\n';
  expect(await mapFolderOf(new Blob([latin1(`${'a'.repeat(blockBytes)}${signature}`)]))).toBe('hdf5');
  expect(await mapFolderOf(new Blob([latin1(`${'a'.repeat(blockBytes + 1)}${signature}`)]))).toBeNull();
});

it.each([
  '(dp0\nVa\np1\nI1\nsVb\np2\nI2\ns.',
  ']q\0(K\x01K\x02e.',
  // Two that follow each other.
  '(lp0\nI1\na.(lp0\nI2\na.',
])('maps each byte of %j, pickled by protocol 0 or 1', async (pickled) => {
  const { fileBytes, parts } = await readByteMap(new Blob([latin1(pickled)]));
  expect(fileBytes).toBe(pickled.length);
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(fileBytes);
  expect(parts.map(({ name }) => name)).not.toContain('After the pickles');
});

it('maps each byte of a skip database that Tkrzw wrote', async () => {
  const file = readFileSync(new URL('../formats/tkrzw/testing/sample.tks', import.meta.url));
  const { format, fileBytes, parts, columns, findings } = await readByteMap(new Blob([file]));
  expect(format).toBe('Tkrzw skip database');
  // 20 records; the first has 14 places of 4 bytes, the 5th, 9th and 13th have one, and the 17th has two.
  expect(columns).toMatchObject([{ name: 'Records', values: 20, compressedBytes: 102 }]);
  expect(fileBytes).toBe(366);
  expect(Object.fromEntries(bytesByKind(parts))).toEqual({
    metadata: 128,
    tree: 4 * (14 + 3 + 2),
    recordHeader: 20 * 3,
    recordKeys: 51,
    values: 51,
  });
  expect(findings.map(({ text }) => text)).toEqual([expect.stringMatching(telling('76 bytes', '21 %', '4th', 14))]);
});
