import { expect, test } from 'vitest';
import { defaultPlan } from '../../../workers/registry/default-plan';
import { daskScriptOf, pythonScriptOf } from './native-script';

test.each([
  [
    'Python',
    pythonScriptOf(defaultPlan(), null),
    'Each trial of a cell is a fresh process, in rounds of shuffled order,',
  ],
  ['Dask', daskScriptOf(defaultPlan()), 'The rows are generated chunk by chunk and written as one file a chunk,'],
])('the introduction of the script of %s', (_which, script, words) => {
  expect(script).toContain(`\n\n${words}`);
  expect(script).toContain(
    '\n\nIt is self-contained: what is not installed is told in the result, with the reason, and the rest is measured.\n',
  );
  expect(script).toContain('"This script needs Python 3.10 or newer."');
});
