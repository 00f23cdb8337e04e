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
export const DataSection = lazyPart(async () => ({ default: (await import('./data/DataSection')).DataSection }));
export const SituationFields = lazyPart(() => import('./situation/SituationFields'));
export const CandidatesSection = lazyPart(async () => ({
  default: (await import('./candidates/CandidatesSection')).CandidatesSection,
}));
export const RunSection = lazyPart(async () => ({ default: (await import('./run/RunSection')).RunSection }));
export const StartExample = lazyPart(async () => ({ default: (await import('./StartExample')).StartExample }));
export const LastRun = lazyPart(async () => ({ default: (await import('./LastRun')).LastRun }));
export const CommandLine = lazyPart(async () => ({ default: (await import('./command/CommandLine')).CommandLine }));
export const SharePanel = lazyPart(async () => ({ default: (await import('../share/SharePanel')).SharePanel }));
