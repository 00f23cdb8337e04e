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

const vortexSample = readFileSync(new URL('../formats/vortex/testing/sample.vortex', import.meta.url));

it('maps each byte of a Vortex file by its layouts, with the encodings inside encodings', async () => {
  const { format, fileBytes, parts, columns, findings } = await readByteMap(new Blob([vortexSample]));
  expect(format).toBe('Vortex');
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(fileBytes);
  const kinds = bytesByKind(parts);
  expect(kinds.has('unknown')).toBe(false);
  // 400 indices of 3 cities in 2 bits each come in blocks of 1,024; the dictionary has 2 texts of 4 bytes.
  expect(kinds.get('indices')).toBe(256);
  expect(columns.map(({ name, type, values }) => [name, type, values])).toEqual([
    ['id', 'i64', 400],
    ['price', 'f64', 400],
    ['city', 'utf8', 400],
    ['text', 'utf8', 400],
    ['flag', 'bool', 400],
    ['at', 'vortex.timestamp (i64)', 400],
    ['tags', 'list of i32', 400],
    ['place', 'struct', 400],
    ['cost', 'decimal(10, 2)', 400],
  ]);
  const encodings = Object.fromEntries(
    columns.map((column) => [column.name, column.encodings.map(({ name }) => name)]),
  );
  expect(encodings).toMatchObject({
    price: ['alp(fastlanes.bitpacked)'],
    tags: ['list(fastlanes.bitpacked, primitive)'],
    place: ['constant', 'alp(sequence)', 'fastlanes.bitpacked(bool)'],
    cost: ['decimal_byte_parts(sequence)'],
  });
  expect(findings.map(({ text }) => text)).toEqual([
    expect.stringMatching(telling('core2026.08.3')),
    expect.stringMatching(telling('2.64 kB', '14 %')),
  ]);
});

it('refuses another version of the Vortex file format by its number', async () => {
  const other = Uint8Array.from(vortexSample);
  other[other.length - 8] = 2;
  await expect(readByteMap(new Blob([other]))).rejects.toMatchObject({
    record: { tag: 'unsupported', message: expect.stringMatching(telling('version 2', 'version 1')) },
  });
});

it('names what a Vortex file has of a newer edition', async () => {
  const name = latin1('vortex.zigzag');
  const at = Buffer.from(vortexSample).lastIndexOf(name);
  const newer = Uint8Array.from(vortexSample);
  newer.set(latin1('vortex.newest'), at);
  const { findings } = await readByteMap(new Blob([newer]));
  expect(findings[0]?.text).toMatch(telling('core2026.08.3', 'vortex.newest'));
});
