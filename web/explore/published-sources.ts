import type { PublishedSource } from '../../workers/model/published';

/** The published sources, which are loaded once. After a failure, the next call tries again. */
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
