import { describe, expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import { zipKindOf } from '../own-file/other-kinds';
import { openFile, startOf } from './open-file';
import { isMoleculeFile } from '../registry/file-types';
import { contentOfZip, decideType, detectContent } from './sniff';
import { told } from './testing/told';
import { telling } from '../model/testing/telling';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const decide = (name: string, content: string, chosen: Parameters<typeof decideType>[1] = null) =>
  decideType(name, chosen, detectContent(bytesOf(content), true));

function refusalOf(call: () => unknown) {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record;
    throw thrown;
  }
  throw new Error('Nothing was refused.');
}

describe('a file of a kind that can’t be opened', () => {
  it.each([
    ['table.csv.zst', '\x28\xb5\x2f\xfd....', 'Zstandard'],
    ['table.xz', '\xfd7zXZ\0....', 'compressed with xz'],
    ['table.bz2', 'BZh91AY&SY\0\0', 'bzip2'],
    ['table.7z', '7z\xbc\xaf\x27\x1c\0\x04', '7z archive'],
    ['table.rar', 'Rar!\x1a\x07\x01\0', 'RAR archive'],
    ['old.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0', 'Microsoft Office 97–2003'],
    ['model.gguf', 'GGUF\x03\0\0\0', 'GGUF'],
    ['orders.vortex', 'VTXF\0\0\0\0', 'Vortex'],
    ['model.safetensors', '\x10\0\0\0\0\0\0\0{"a":{}}', 'safetensors file'],
    ['old.dta', '\x72\x02\x01\0\x03\0', 'Stata'],
    ['table.csv', '%PDF-1.7\nall of it text', 'PDF'],
    ['text.csv.br', '\x01\x02\x03\0', 'Brotli'],
  ])('%s is named, and bytes are offered', (name, content, fact) => {
    expect(refusalOf(() => decide(name, content))).toMatchObject({
      tag: 'unsupported',
      message: told(name, fact),
      remedy: told('bytes'),
    });
    expect(decide(name, content, 'bytes')).toBe('bytes');
  });

  it('is not one whose text only begins as one', () => {
    for (const name of ['ORC', 'PAR1', 'GGUF', 'ARROW1', 'root', 'Rar!'])
      expect(decide('table.csv', `${name},b\n1,2\n3,4\n`)).toBe('csv');
  });

  it.each([
    [['[Content_Types].xml', 'xl/workbook.bin'], '.xlsb'],
    [['mimetype', 'content.xml'], 'OpenDocument'],
    [['a.csv'], 'Zip archive of one file'],
    [[], 'Zip archive'],
  ])('a Zip archive of %s: %s', (names, fact) => {
    expect(zipKindOf(names).says).toMatch(telling(fact));
  });
});

it('recognises pickles, and HDF5 also behind a user block', () => {
  const signature = '\x89HDF\r\n\x1a\n....';
  expect(decide('data.h5', signature)).toBe('hdf5');
  expect(decide('data.nc', `${'\0'.repeat(512)}${signature}`)).toBe('hdf5');
  expect(decide('data.h5', `${'\0'.repeat(4_096)}${signature}`)).toBe('hdf5');
  expect(() => decide('data.tar', `data.h5${'\0'.repeat(250)}ustar${'\0'.repeat(250)}${signature}`)).toThrow(
    'tar archive',
  );
  expect(decide('frame.bin', '\x80\x04\x95\x10\0')).toBe('pickle');
  expect(decide('data.mat', `MATLAB 7.3 MAT-file${' '.repeat(493)}${signature}`)).toBe('hdf5');
});

it('recognises Arrow streams of before version 0.15, which begin with a length, and nothing that only begins so', () => {
  const schema = atob(
    'pAAAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAAAgAAAEAAAAAEAAAA2P///wAAAQUQAAAAGAAAAAQAAAAAAAAAAQAAAHMAAAAEAAQABAAAABAAFAAIAAYABwAMAAAAEAAQAAAAAAABAhAAAAAcAAAABAAAAAAAAAABAAAAbgAAAAgADAAIAAcACAAAAAAAAAFAAAAA',
  );
  expect(decide('generated.stream', schema)).toBe('arrow');
  expect(detectContent(bytesOf(schema), true).description).toBe('an Arrow IPC stream');
  // Of long schemas only the beginning is looked at.
  expect(decide('generated.stream', schema.slice(0, 80))).toBe('arrow');
  const changed = (at: number, byte: string) => schema.slice(0, at) + byte + schema.slice(at + 1);
  for (const other of [
    schema.slice(0, 15),
    changed(0, '\xa1'),
    changed(3, '\x70'),
    changed(4, '\x40'),
    changed(21, '\x03'),
  ])
    expect(decide('other.bin', other)).toBe('bytes');
});

it('takes content that nothing is known of as bytes', () => {
  expect(decide('unknown.bin', '\x01\x02\x03\x00')).toBe('bytes');
  expect(decide('notes.txt', 'Just a sentence.')).toBe('bytes');
});

it('reads JSON values a line as such also where the name says JSON, unless the user chose JSON', () => {
  const lines = '{"a":1}\n{"a":2}\n';
  expect([decide('a.json', lines), decide('a.json', lines, 'json')]).toEqual(['ndjson', 'json']);
  expect(decide('a.json', '[\n{"a":1},\n{"a":2}\n]')).toBe('json');
});

it('takes columns that are aligned by spaces, and UTF-16 without a byte order mark, as text', () => {
  expect(decide('climate.txt', 'year   mm   temp\n1990    1   2.5\n1990   10  13.5\n')).toBe('csv');
  const utf16 = Array.from('a,b\n1,2\n3,4\n', (letter) => `${letter}\0`).join('');
  expect(decide('table.txt', utf16)).toBe('csv');
});

it('takes a table behind comments as one, and no other text that begins with them', () => {
  const vcf = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\n1\t100\t.\n';
  for (const name of ['calls.vcf', 'calls.txt', 'calls'])
    expect([name, decide(name, vcf), decide(name, vcf.replace('##fileformat=VCFv4.2', '# made by hand'))]).toEqual([
      name,
      'csv',
      'csv',
    ]);
  for (const text of [
    '# Title\n\nOne line, with a comma.\n',
    '#!/bin/sh\n# a script\necho a, b\nexit\n',
    '# a\n# b\nx, y\nx, y, z\n',
    'BEGIN:VCARD\nVERSION:3.0\nN:Doe;Ana\nEND:VCARD\n',
  ])
    expect([text, decide('notes.vcf', text)]).toEqual([text, 'bytes']);
});

it('reads a CSV file that has zero bytes in it, and no other type of text', () => {
  const text = 'id,name\n1,a\0b\n2,c\0\0\0\n';
  expect(decide('table.csv', text)).toBe('csv');
  expect(decide('table.txt', text)).toBe('bytes');
  expect(refusalOf(() => decide('table.json', text)).message).toMatch(
    telling('table.json', 'JSON file', 'text', 'zero bytes'),
  );
  for (const binary of [`${text}\x01`, '\0\xff\xfe\x01\x02'])
    expect(refusalOf(() => decide('table.csv', binary)).message).toMatch(telling('table.csv', 'binary data'));
});

it('reads a CSV file with few control characters in its text, and no binary data', () => {
  const text = `id,name\n${Array.from({ length: 60 }, (_, row) => `${row},name\n`).join('')}`;
  const pasted = text.replace('30,name', '30,na\x1cme');
  expect(decide('table.csv', pasted)).toBe('csv');
  expect(decide('table.txt', pasted)).toBe('bytes');
  expect(refusalOf(() => decide('table.csv', text.replaceAll('a', '\x1c'))).message).toContain('binary data');
});

it('finds an Excel workbook outside the folder that Excel writes it in', () => {
  expect(contentOfZip(['[Content_Types].xml', '_rels/.rels', 'workbook.xml', 'sheet1.xml']).type).toBe('xlsx');
  expect(contentOfZip(['a/workbook.xml', 'b.csv']).type).toBe(null);
});

it('knows which types of file hold molecules', () => {
  expect(['smiles', 'sdf', 'csv', 'bytes', null].map(isMoleculeFile)).toEqual([true, true, false, false, false]);
});

it('reads the start of a file once', async () => {
  const file = new Blob(['a,b\n1,2\n']);
  const starts: number[] = [];
  const slice = (start = 0, end = file.size) => {
    starts.push(start);
    return Blob.prototype.slice.call(file, start, end);
  };
  Object.defineProperty(file, 'slice', { value: slice });
  const { type, packed } = await openFile(await startOf(file, 'data.csv', null));
  expect({ type, packed, starts: starts.filter((start) => start === 0) }).toEqual({
    type: 'csv',
    packed: null,
    starts: [0],
  });
});
