import { type ComponentType, lazy } from 'react';

/** Parts that are still to come: replaced by plain imports when they land. */
const published = import.meta.glob<{ default: ComponentType }>('../published/PublishedPage.tsx');

export const PublishedPage = lazy(async () => {
  const [load] = Object.values(published);
  return load === undefined ? { default: () => <p style={{ padding: 32 }}>The published results are not in this build.</p> } : load();
});
