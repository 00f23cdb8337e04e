import type { PublishedSource } from '../../workers/model/published';

/** The published sources, asked for once; a failure is asked again next time. */
let loading: Promise<readonly PublishedSource[]> | null = null;

export function publishedSources(): Promise<readonly PublishedSource[]> {
  loading ??= import('../sources/sources')
    .then(({ loadPublishedSources }) => loadPublishedSources())
    .catch((thrown) => {
      loading = null;
      throw thrown;
    });
  return loading;
}
