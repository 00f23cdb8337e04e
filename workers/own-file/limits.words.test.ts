import { expect, it } from 'vitest';
import { FormatlabError } from '../model/errors';
import { findFileType } from '../registry/file-types';
import {
  checkArchiveSize,
  checkDecodedSize,
  checkFileSize,
  checkPartReadWhole,
  checkUnpackedSize,
  checkWholeJson,
  checkWorkbookPart,
} from './limits';

const gibibyte = 1_024 ** 3;
const reason = 'Measuring holds about four copies of the data in this tab, whose libraries address at most 4 GiB.';

it.each([
  [
    () => checkFileSize('a.bin', 2 * gibibyte, null),
    `a.bin has 2,048 MiB; at most 512 MiB of a file can be read. ${reason}`,
  ],
  [
    () => checkUnpackedSize('a.smi', gibibyte, findFileType('smiles')),
    'a.smi is larger than 64 MiB when it is unpacked, the limit for a SMILES file. Molecules are objects in this tab, which take about ten times their text.',
  ],
  [
    () => checkUnpackedSize('The array x.npy', gibibyte, findFileType('npz')),
    `The array x.npy is larger than 512 MiB when it is unpacked, the limit for an array of an npz file. ${reason}`,
  ],
  [
    () => checkUnpackedSize('a.zip', gibibyte, findFileType('bytes')),
    `a.zip is larger than 512 MiB when it is unpacked, the limit for any file. ${reason}`,
  ],
  [
    () => checkFileSize('a.json', gibibyte, findFileType('json')),
    `a.json has 1,024 MiB; at most 512 MiB of a JSON file can be read. ${reason}`,
  ],
  [
    () => checkWholeJson(gibibyte),
    'It has 1,024 MiB of JSON that is read as a whole; at most 128 MiB can be, since it becomes objects of about ten times its size.',
  ],
  [
    () => checkFileSize('a.xlsx', gibibyte, findFileType('xlsx')),
    `a.xlsx has 1,024 MiB; at most 128 MiB of a workbook can be read. ${reason}`,
  ],
  [
    () => checkArchiveSize('a.zip', gibibyte, 12),
    `The 12 files in a.zip take 1,024 MiB when they are unpacked; at most 512 MiB of an archive can be read. ${reason}`,
  ],
  [
    () => checkUnpackedSize('a.zip', gibibyte, null),
    `a.zip is larger than 512 MiB when it is unpacked, the limit for any file. ${reason}`,
  ],
  [
    () => checkWorkbookPart('xl/sheet1.xml', gibibyte),
    `Its part xl/sheet1.xml takes 1,024 MiB when it is unpacked; at most 512 MiB of a part of a workbook can be read. ${reason}`,
  ],
  [
    () => checkDecodedSize(2 * gibibyte, 'csv'),
    `Its content would take 2,048 MiB in memory; at most 1,024 MiB can be held. ${reason}`,
  ],
])('a size beyond the limit is refused in words: %#', (check, words) => expect(check).toThrow(words));

it.each<[type: string, remedy: string, check?: () => void]>([
  ['csv', 'Measure a sample of it, or use a part of it: fewer rows, columns or molecules.'],
  [
    'xlsx',
    'Here no part of it is read alone. Save the table as Parquet or CSV, of which a sample is measured, whatever its size.',
  ],
  [
    'a part without samples',
    'Choose another part, or save this one as Parquet or CSV, of which a sample is measured, whatever its size.',
    () => checkPartReadWhole('a', gibibyte, 'b', findFileType('hdf5')),
  ],
  [
    'a packed parquet',
    'Unpack it first and choose its content, of which a sample is measured, whatever its size.',
    () => checkUnpackedSize('a', gibibyte, findFileType('parquet')),
  ],
  [
    'an archive',
    'Unpack it and choose the folder of its files, of which a sample is measured, whatever their size.',
    () => checkArchiveSize('a', gibibyte, 12),
  ],
])(
  'what helps against the size of %s is told',
  (type, remedy, check = () => checkFileSize('a', gibibyte, findFileType(type))) => {
    const record = (() => {
      try {
        check();
        return null;
      } catch (thrown) {
        return thrown instanceof FormatlabError ? thrown.record : null;
      }
    })();
    expect(record?.remedy).toBe(remedy);
  },
);
