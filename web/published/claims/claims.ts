import { type Claim, claimsSchema } from '../../../workers/model/claim';
import { parseWithSchema } from '../../../workers/model/parse';

const files = import.meta.glob<unknown>('../../../fixtures/published/claims/*.json', { import: 'default' });

/** Loads the claims of all sources, keyed by source id. Rejects if a file does not match its schema. */
export async function loadClaims(): Promise<ReadonlyMap<string, readonly Claim[]>> {
  const all = await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const { source, claims } = parseWithSchema(
        claimsSchema,
        await load(),
        `claims ${path.split('/').at(-1) ?? path}`,
      );
      return [source, claims] as const;
    }),
  );
  return new Map(all);
}
