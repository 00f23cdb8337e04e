import { expect, it } from 'vitest';
import { unpackTexts } from '../../model/canonical';
import { readTestFile, caughtErrorRecord } from '../testing/test-files';
import { told } from '../testing/told';
import { telling } from '../../model/testing/telling';

async function gzip(content: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  );
}

const smiles = 'CC(=O)O acetic acid\nc1ccccc1 benzene\nCCO ethanol\n';

it.each([
  ['drugs.smi.gz', null],
  ['DRUGS.SMI.GZ', null],
  ['drugs.txt.gz', null],
  ['drugs.gz', null],
  ['drugs.smi.gz', 'smiles'],
  ['drugs.gzip', 'smiles'],
] as const)('%s, to be read as %s, is unpacked', async (fileName, type) => {
  const { dataset, report } = await readTestFile(await gzip(smiles), fileName, type === null ? {} : { type });
  expect(dataset.kind === 'molecules' && unpackTexts(dataset.titles)).toEqual(['acetic acid', 'benzene', 'ethanol']);
  expect(report).toMatchObject({
    type: 'smiles',
    notes: [told('gzip', `${smiles.length} bytes`)],
  });
});

it('SDF, JSON and arrays are unpacked, too', async () => {
  expect((await readTestFile(await gzip('{"a": 1}\n{"a": 2}\n'), 'rows.ndjson.gz')).report).toMatchObject({
    type: 'ndjson',
    itemCount: 2,
  });
  const molfile = [
    'one',
    '  Test              2D',
    '',
    '  1  0  0  0  0  0  0  0  0  0999 V2000',
    '    0.0000    0.0000    0.0000 C   0  0',
    'M  END',
    '$$$$',
    '',
  ].join('\n');
  expect((await readTestFile(await gzip(molfile), 'one.sdf.gz')).report).toMatchObject({ type: 'sdf', itemCount: 1 });
});

it('what is unknown, or wanted as bytes, stays as it is', async () => {
  for (const [content, fileName, type] of [
    ['\0\x01\x02\xff', 'unknown.gz', null],
    ['Some words\nand others\n', 'words.txt.gz', null],
    [smiles, 'drugs.smi.gz', 'bytes'],
  ] as const) {
    const packed = await gzip(content);
    const { dataset, report } = await readTestFile(packed, fileName, type === null ? {} : { type });
    expect(dataset.kind === 'bytes' && dataset.bytes).toEqual(packed);
    expect(report.notes).toEqual(type === null ? [told('gzip', 'table', 'bytes')] : []);
  }
  // Some browsers unpack what they fetch and leave the name.
  expect((await readTestFile(smiles, 'drugs.smi.gz')).report).toMatchObject({ type: 'smiles', notes: [] });
});

it('what is damaged, empty or contradicts its name is refused', async () => {
  const packed = await gzip(smiles.repeat(1_000));
  const damaged = packed.slice();
  damaged.fill(0xff, 12, 40);
  for (const content of [damaged, packed.slice(0, packed.length - 12), new Uint8Array([...packed, 1, 2, 3])]) {
    const record = await caughtErrorRecord(content, 'drugs.smi.gz');
    expect(record).toMatchObject({
      tag: 'malformedInput',
      message: told('drugs.smi.gz', 'gzip', 'damaged'),
      remedy: expect.stringMatching(/unpack/u),
    });
  }
  expect((await caughtErrorRecord(await gzip(''), 'drugs.smi.gz', { type: 'smiles' })).message).toMatch(
    telling('drugs.smi.gz', 'empty gzip'),
  );
  expect((await caughtErrorRecord(await gzip('[1, 2]'), 'a.smi.gz')).message).toMatch(
    telling('a.smi', 'file of SMILES', 'JSON file'),
  );
  const garbage = new Uint8Array([1, 2, 0, 255]);
  expect((await caughtErrorRecord(garbage, 'drugs.smi.gz')).message).toMatch(telling('drugs.smi.gz', 'gzip', 'begin'));
  // The content tells, not the name.
  expect((await readTestFile(packed, 'drugs.smi')).report.type).toBe('smiles');
});

it('ends when more comes out than a file of its type may have', async () => {
  const record = await caughtErrorRecord(await gzip('CC(=O)O acetic acid\n'.repeat(3_500_000)), 'bomb.smi.gz');
  expect(record).toMatchObject({
    tag: 'tooLarge',
    message: told('bomb.smi.gz', '64 MiB', 'SMILES'),
  });
});
