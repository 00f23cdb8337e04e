import { parse } from '../../workers/model/parse';
import { type PublishedSource, publishedSourceSchema } from '../../workers/model/published';

const files = import.meta.glob<unknown>('../../fixtures/published/*.json', { import: 'default' });

/** Every published source, by id, checked as it is loaded. Rejects where a file is not as its schema says. */
export async function loadPublishedSources(): Promise<PublishedSource[]> {
  const sources = await Promise.all(
    Object.entries(files).map(async ([path, load]) =>
      parse(publishedSourceSchema, await load(), `published source ${path.split('/').at(-1) ?? path}`),
    ),
  );
  return sources.sort((a, b) => a.id.localeCompare(b.id));
}
