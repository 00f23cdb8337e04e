import type { TypeEffect } from '../../../../model/protocol/coordinator';
import type { ValueCounts } from './facts';
import { type JsonType, timestampUnitOf } from './types';

/** Equal effects are one object, since a message holds each object once. */
const none: TypeEffect = { leftOut: 0, altered: 0 };

export type TypeEffects = Readonly<Partial<Record<JsonType, TypeEffect>>>;

/**
 * The effect of each possible type on the values of all records. `alteredSingle` counts the floats that float32 alters; `harmless` keeps the effects of
 * columns that no type changes.
 */
export function typeEffectsOfColumns(
  seen: ValueCounts,
  possible: readonly JsonType[],
  {
    alteredSingle,
    harmless,
  }: { readonly alteredSingle: () => number; readonly harmless: Map<readonly JsonType[], TypeEffects> },
): TypeEffects {
  const effects: Partial<Record<JsonType, TypeEffect>> = {};
  let total = 0;
  for (const type of possible) {
    const altered = alteredBy(seen, type, alteredSingle);
    const leftOut = leftOutBy(seen, type);
    total += altered + leftOut;
    effects[type] = altered + leftOut === 0 ? none : { leftOut, altered };
  }
  if (total > 0) return effects;
  const known = harmless.get(possible);
  if (known !== undefined) return known;
  harmless.set(possible, effects);
  return effects;
}

function alteredBy(
  { ofTexts, altered = 0, alteredSingle: long = 0 }: ValueCounts,
  type: JsonType,
  count: () => number,
): number {
  if (type === 'float64') return ofTexts?.altered ?? altered;
  return type === 'float32' ? long + count() : 0;
}

/** Other types than those of texts are only possible if they hold all values. */
function leftOutBy({ ofTexts }: ValueCounts, type: JsonType): number {
  if (ofTexts === undefined) return 0;
  switch (type) {
    case 'timestamp':
      return (ofTexts.timestamp ?? 0) + (timestampUnitOf(ofTexts) === 'ns' ? (ofTexts.beyond ?? 0) : 0);
    case 'date':
    case 'int64':
    case 'float64':
    case 'bool':
      return ofTexts[type] ?? 0;
    default:
      return 0;
  }
}
