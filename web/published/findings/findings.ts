import { type Finding, findingsSchema } from '../../../workers/model/finding';
import { parse } from '../../../workers/model/parse';

const files = import.meta.glob<unknown>('../../../fixtures/published/findings/*.json', { import: 'default' });

/** The claims of every source by its id, checked as they are loaded. Rejects where a file is not as its schema says. */
export async function loadFindings(): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const all = await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const { source, findings } = parse(findingsSchema, await load(), `findings ${path.split('/').at(-1) ?? path}`);
      return [source, findings] as const;
    }),
  );
  return new Map(all);
}
