import { expect, test } from 'vitest';
import type { UserFile } from '../figures/user-file';
import { userFileLineSummary } from './user-file-line';

test('the sentence on the line of the user’s file', () =>
  expect(userFileLineSummary({ sizeBytes: 2_500_000, ratio: 4 } as UserFile)).toBe(
    ' A line at ratio 4.00 stands for your file of 2.50 MB.',
  ));
