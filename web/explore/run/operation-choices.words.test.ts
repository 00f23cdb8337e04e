import { expect, test } from 'vitest';
import type { DatasetKind } from '../../../workers/model/dataset';
import { defaultPlan } from '../../../workers/registry/default-plan';
import { lookupProblem, parseLookupText } from './operation-choices';

test.each<[string, DatasetKind, string]>([
  ['', 'table', 'Write row numbers, such as 0, 17, 30-39.'],
  ['', 'records', 'Write at least one key.'],
  ['x', 'table', '“x” is not a row number. Write numbers from 0, such as 0, 17, 30-39.'],
  ['k'.repeat(1_001), 'records', 'A key has 1001 characters. The limit is 1000.'],
  ['9-3', 'table', '“9-3” is not a range. Write the lower number first.'],
  ['0-999999999999', 'table', 'Write at most 256 rows or keys.'],
])('“%.20s” as keys of a %s', (text, kind, problem) => expect(parseLookupText(text, kind)).toEqual({ problem }));

test('a key that is no number, of data whose keys are numbers', () => {
  const plan = {
    ...defaultPlan(),
    operations: ['lookup' as const],
    lookupKeys: { choice: 'given' as const, keys: ['x'] },
  };
  expect(lookupProblem(plan, { kind: 'dict', keyType: 'int64', valueType: 'int64' }, 10)).toBe(
    '“x” is not a key of this data. Its keys are whole numbers.',
  );
});
