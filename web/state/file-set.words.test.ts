import { expect, it } from 'vitest';
import { ownFileOf } from './file-set';

/** What is said of a folder without data. `file-set.test.ts` tests which files are data. */

const file = (path: string) => Object.defineProperty(new File(['x'], path), 'webkitRelativePath', { value: path });

it.each<[string, readonly string[]]>([
  ['The folder is empty.', []],
  [
    'The folder holds no data: its only file is one that programs keep beside the data, such as “d/_SUCCESS”.',
    ['d/_SUCCESS'],
  ],
  [
    'The folder holds no data: each of its 2 files is one that programs keep beside the data, such as “d/_SUCCESS”.',
    ['d/_SUCCESS', 'd/a.crc'],
  ],
])('%s', async (words, paths) => expect(await ownFileOf(paths.map(file))).toBe(words));
