import { expect, test } from 'vitest';
import { defaultResultsView } from '../../view/results-view';
import { candidate } from '../testing/test-results';
import { chosenFields } from './chosen-fields';
import { cellsAndFields } from './testing/test-cells';

const { fields } = cellsAndFields({ cells: [{ candidate: candidate('plain'), ms: { encode: 5 } }] });

test.each([
  ['This run has no field “option.gone” for the x axis. “Throughput” is shown instead.', 'xField'],
  ['This run has no field “option.gone” for the panels, so the chart is not divided.', 'facetField'],
])('%s', (words, choice) =>
  expect(chosenFields(fields, { ...defaultResultsView, [choice]: 'option.gone' }).problems).toEqual([words]),
);
