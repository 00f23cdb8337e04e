import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { runResultSchema } from '../../workers/model/result';
import { checkPlan } from '../../workers/registry/check-plan';
import { viewSchema } from '../view/view';
import { defaultsV1 } from './defaults-v1';
import { readFragment } from './fragment';

const folder = fileURLToPath(new URL('../../fixtures/links/', import.meta.url));
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -4));

// Fields of the view that came later have their defaults in an old link.
const expectedSchema = v.object({
  view: v.looseObject({ ...v.partial(viewSchema).entries, results: v.looseObject({}) }),
  result: v.nullable(runResultSchema),
});

test('there is a link of every form, each with what it should open as', () => {
  expect(names.length).toBeGreaterThanOrEqual(10);
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5)),
  ).toEqual(names);
});

test.each(names)('%s opens as it did when it was made', async (name) => {
  const expected = v.parse(expectedSchema, JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')));
  const { view, result, problem } = await readFragment(`#${readFileSync(`${folder}${name}.txt`, 'utf8').trim()}`, {
    ...defaultsV1,
    page: 'about',
  });
  expect(problem).toBeNull();
  // Options that came later are filled in with their defaults on both sides.
  expect(view).toMatchObject({ ...expected.view, plan: checkPlan(expected.view.plan) });
  expect(result).toEqual(expected.result);
});
