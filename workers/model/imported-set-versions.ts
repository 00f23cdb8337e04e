import * as v from 'valibot';
import {
  type ImportedSet,
  importedLimits,
  importedMetricSchema,
  importedScopeSchema,
  importedSetSchema,
  isClocked,
} from './imported-set';
import { parse } from './parse';

const { format, id, title, importedAt, provenance, datasets, systems, figures, baseline, table } =
  importedSetSchema.pipe[0].entries;
const metric = importedMetricSchema.pipe[0].entries;

/** Version 1: one scope for every clock of the set. What its parts must agree in is checked as of the version that it becomes. */
export const importedSetV1Schema = v.strictObject({
  format,
  version: v.literal(1),
  id,
  title,
  importedAt,
  provenance,
  scope: importedScopeSchema,
  datasets,
  systems,
  metrics: v.pipe(
    v.array(v.strictObject({ id: metric.id, label: metric.label, quantity: metric.quantity, unit: metric.unit })),
    v.minLength(1),
    v.maxLength(importedLimits.metrics),
  ),
  figures,
  baseline,
  table,
});

/** An imported set from a file or from storage, of any version so far, as one of the newest. Throws `malformedInput` with the place where it is of none. */
export function readImportedSet(value: unknown, what: string): ImportedSet {
  const isFirst = typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
  return parse(importedSetSchema, isFirst ? fromVersion1(parse(importedSetV1Schema, value, what)) : value, what);
}

/** The set's scope is that of each of its clocks. */
function fromVersion1({ scope, metrics, ...rest }: v.InferOutput<typeof importedSetV1Schema>): object {
  return {
    ...rest,
    version: 2,
    metrics: metrics.map((each) => ({ ...each, scope: isClocked(each.quantity) ? scope : null })),
  };
}
