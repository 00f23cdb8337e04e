import { lazyPart } from '../ui/part-of-page';

/** Parts of the Explore page that the first screen does not need. */

export const RemoteTablePanel = lazyPart(async () => ({
  default: (await import('./address/RemoteTablePanel')).RemoteTablePanel,
}));
export const UnfinishedRunNotices = lazyPart(async () => ({
  default: (await import('./UnfinishedRunNotices')).UnfinishedRunNotices,
}));
export const FitTable = lazyPart(async () => ({ default: (await import('./fit/FitTable')).FitTable }));
export const ColumnSearch = lazyPart(async () => ({
  default: (await import('../column-search/ColumnSearch')).ColumnSearch,
}));
