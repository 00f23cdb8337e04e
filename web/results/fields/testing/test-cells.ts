import type { Registry } from '../../../figures/candidate-names';
import { resultRows } from '../../../figures/rows';
import { namedSituations } from '../../../view/named-situations';
import { type MadeRun, makeRun } from '../../testing/test-results';
import type { Field } from '../field';
import { fieldsOf } from '../field-list';
import { measuredCells } from '../measured-cells';

const registry: Registry = { formats: new Map(), codecs: new Map() };
export const situation = namedSituations.download.situation;

/** A made run as cells and fields, as the chart reads them. */
export function cellsAndFields(made: MadeRun) {
  const result = makeRun(made);
  const rows = resultRows(result, false, registry);
  const fields = fieldsOf({
    operations: result.plan.operations,
    operation: 'encode',
    subjects: {},
    situation,
    candidates: result.plan.candidates,
    datasets: result.plan.datasets,
  });
  const field = (id: string): Field => {
    const found = fields.find((each) => each.id === id);
    if (found === undefined) throw new Error(`There is no field ${id}.`);
    return found;
  };
  return { result, rows, fields, field, cells: measuredCells(rows, result, situation) };
}
