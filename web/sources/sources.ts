import { parseWithSchema } from '../../workers/model/parse';
import { type PublishedSource, publishedSourceSchema } from '../../workers/model/published';

const files = import.meta.glob<unknown>('../../fixtures/published/*.json', { import: 'default' });

/** Loads every published source, sorted by id. Rejects if a file does not match its schema. */
export async function loadPublishedSources(): Promise<PublishedSource[]> {
  const sources = await Promise.all(
    Object.entries(files).map(async ([path, load]) =>
      parseWithSchema(publishedSourceSchema, await load(), `published source ${path.split('/').at(-1) ?? path}`),
    ),
  );
  return sources.sort((a, b) => a.id.localeCompare(b.id));
}
