import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { DatasetSchema } from '../../../workers/model/dataset';
import type { Plan } from '../../../workers/model/plan';
import { defaultPlan } from '../../../workers/registry/default-plan';
import { projectColumnIndex, columnProblem, lookupProblem, lookupText, parseLookupText } from './operation-choices';

const schema: DatasetSchema = {
  kind: 'table',
  columns: [
    { name: 'id', type: 'int64', nullable: false },
    { name: 'city', type: 'utf8', nullable: false },
  ],
};
const plan: Plan = { ...defaultPlan(), operations: ['project', 'lookup'] };

test('a column is chosen by its name or its place, and one that is not there is named beside those that are', () => {
  expect(projectColumnIndex(plan, schema)).toBe(0);
  expect(projectColumnIndex({ ...plan, projectColumn: 'city' }, schema)).toBe(1);
  expect(projectColumnIndex({ ...plan, projectColumn: 1 }, schema)).toBe(1);
  expect(columnProblem({ ...plan, projectColumn: 'city' }, schema)).toBeNull();
  expect(columnProblem({ ...plan, projectColumn: 'town' }, schema)).toMatch(telling('“town”', '“id”', '“city”'));
  expect(columnProblem({ ...plan, projectColumn: 'town', operations: ['encode'] }, schema)).toBeNull();
});

test.each([
  [[0, 17, 30, 31, 32, 5, 6], '0, 17, 30–32, 5, 6'],
  [[7, 7, 8, 9], '7, 7–9'],
  [['1', '2', '3'], '1, 2, 3'],
])('the keys %j stand in the field as “%s”, which gives them again', (keys, text) => {
  expect(lookupText({ choice: 'given', keys })).toBe(text);
  const kind = typeof keys[0] === 'number' ? 'table' : 'records';
  expect(parseLookupText(text, kind)).toEqual({ keys: { choice: 'given', keys } });
});

test.each([
  ['0, 17 3-5', 'table', [0, 17, 3, 4, 5]],
  ['zwei,  drei', 'records', ['zwei', 'drei']],
] as const)('“%s” are keys of %s', (text, kind, keys) =>
  expect(parseLookupText(text, kind)).toEqual({ keys: { choice: 'given', keys } }),
);

test.each([
  ['', telling('30-39')],
  ['x', telling('“x”', 0, '30-39')],
  ['9-3', telling('“9-3”')],
  ['0-999999999999', telling(256)],
])('“%s” is refused', (text, problem) =>
  expect(parseLookupText(text, 'table')).toEqual({ problem: expect.stringMatching(problem) }),
);

test('rows past the end of the smallest dataset are told', () => {
  const chosen: Plan = { ...plan, lookupKeys: { choice: 'given', keys: [3, 10] } };
  expect(lookupProblem(chosen, schema, 11)).toBeNull();
  expect(lookupProblem(chosen, schema, 10)).toMatch(telling('“10”', 0, 9));
});
