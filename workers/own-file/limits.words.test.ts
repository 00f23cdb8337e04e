import { expect, it } from 'vitest';
import { checkDecodedSize, checkFileSize, checkUnpackedSize, checkWorkbookPart } from './limits';

const gibibyte = 1_024 ** 3;
const reason = 'Measuring holds about four copies of the data in this tab, whose libraries address at most 4 GiB.';

it.each([
  [
    () => checkFileSize('a.bin', 2 * gibibyte, null),
    `a.bin has 2,048 MiB; at most 512 MiB of a file can be read. ${reason}`,
  ],
  [
    () => checkUnpackedSize('a.smi', gibibyte, 'smiles'),
    `a.smi is larger than 64 MiB when it is unpacked, the limit for a smiles file. ${reason}`,
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
