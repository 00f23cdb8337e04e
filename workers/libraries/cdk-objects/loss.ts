import type { DatasetSchema } from '../../model/dataset';
import type { Molecules } from '../../model/molecules/molecules';
import { withoutStereo, withoutTitles } from '../molecules/losses';

/** The properties of molecules that the objects of `objects.ts` do not store, as texts for the page. */
export function lossOfCdkObjects(schema: DatasetSchema): readonly string[] {
  if (schema.kind !== 'molecules') return [];
  return [
    'Stereochemistry: CDK’s classes of it are not serializable, and the source’s code takes it away before it writes.',
    ...(schema.titles ? ['Titles: CDK’s parser of SMILES leaves them out.'] : []),
  ];
}

/** The molecules without the properties that {@link lossOfCdkObjects} lists. */
export function withoutCdkLosses(molecules: Molecules): Molecules {
  return withoutTitles(withoutStereo(molecules));
}
