import * as v from 'valibot';
import {
  type ImportedSet,
  importedLimits,
  importedMetricSchema,
  importedScopeSchema,
  importedSetSchema,
  isTimedQuantity,
} from './imported-set';
import { parseWithSchema } from './parse';

const { format, id, title, importedAt, provenance, datasets, systems, figures, baseline, table } =
  importedSetSchema.pipe[0].entries;
const metric = importedMetricSchema.pipe[0].entries;

/**
 * Version 1, in which one scope covers every clock of the set. Consistency between its parts is checked after the conversion to the newest
 * version.
 */
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

/**
 * Reads an imported set of any version, from a file or from storage, and converts it to the newest version.
 * @throws `malformedInput`, with the place of the fault, if the value is not a valid set of any version.
 */
export function readImportedSet(value: unknown, what: string): ImportedSet {
  const isFirst = typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
  return parseWithSchema(
    importedSetSchema,
    isFirst ? fromVersion1(parseWithSchema(importedSetV1Schema, value, what)) : value,
    what,
  );
}

/** Version 2 has a scope for each metric: the set's scope is copied to every metric that a clock measured. */
function fromVersion1({ scope, metrics, ...rest }: v.InferOutput<typeof importedSetV1Schema>): object {
  return {
    ...rest,
    version: 2,
    metrics: metrics.map((each) => ({ ...each, scope: isTimedQuantity(each.quantity) ? scope : null })),
  };
}
