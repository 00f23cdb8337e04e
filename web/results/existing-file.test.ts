import { expect, test } from 'vitest';
import { againstExisting, againstExistingInFull, existingFile } from './existing-file';
import { candidate, makeRun } from './test-results';

const run = makeRun({ cells: [{ candidate: candidate('pickle'), ms: { encode: 5 } }], dataBytes: [10_000_000] });
const ofOwnFile = (fileSizeBytes: number) => ({
  ...run,
  plan: {
    ...run.plan,
    datasets: [
      {
        source: 'ownFile' as const,
        type: 'parquet' as const,
        fileName: null,
        fileSizeBytes,
        sha256: null,
        columnTypes: null,
      },
    ],
  },
});

test('the file that the user has stands beside the run of its data, and beside no other', () => {
  expect(existingFile(run, 0)).toBeNull();
  expect(existingFile(ofOwnFile(2_500_000), 0)).toEqual({ sizeBytes: 2_500_000, ratio: 4 });
  expect(existingFile(ofOwnFile(0), 0)).toBeNull();
  expect(existingFile({ ...ofOwnFile(5), datasets: [{ status: 'pending' }] }, 0)).toEqual({
    sizeBytes: 5,
    ratio: null,
  });
  expect(existingFile(ofOwnFile(5), 1)).toBeNull();
});

test.each([
  [500, '50 % smaller than your file'],
  [999, '0.10 % smaller than your file'],
  [1_000, 'as large as your file'],
  [1_001, '0.10 % larger than your file'],
  [1_500, '50 % larger than your file'],
  [2_000, '2.0× the size of your file'],
  [13_900, '14× the size of your file'],
])('%d bytes beside a file of 1,000', (sizeBytes, words) =>
  expect(againstExisting(sizeBytes, { sizeBytes: 1_000, ratio: null })).toBe(words),
);

test('the sentence tells the size of the file', () =>
  expect(againstExistingInFull(13_770_000, { sizeBytes: 13_500_000, ratio: 8 })).toBe(
    '2.0 % larger than your file of 13.5 MB',
  ));
