import type { DatasetSchema } from '../../model/dataset';
import type { Molecules } from '../../model/molecules/molecules';
import { withoutStereo, withoutTitles } from '../molecules/losses';

/** The properties of molecules that the objects of `objects.ts` do not store, as texts for the page. */
export function lossOfCdkObjects(schema: DatasetSchema): readonly string[] {
  if (schema.kind !== 'molecules') return [];
  return [
    'Stereochemistry: CDK’s classes for it are not serializable, so the source’s code removes it before writing.',
    ...(schema.titles ? ['Titles: CDK’s SMILES parser drops them.'] : []),
  ];
}

/** The molecules without the properties that {@link lossOfCdkObjects} lists. */
export function withoutCdkLosses(molecules: Molecules): Molecules {
  return withoutTitles(withoutStereo(molecules));
}
