import type { RunProgress } from '../../workers/model/protocol/coordinator';
import type { RunResult } from '../../workers/model/result';

/** Where the results on the page come from; the page always says so. */
export type RunOrigin =
  | { readonly kind: 'example' }
  | { readonly kind: 'here' }
  /** Kept by this browser from before a reload. */
  | { readonly kind: 'stored' }
  | { readonly kind: 'link' }
  /** A source was put to the test here. */
  | { readonly kind: 'test'; readonly source: string }
  | { readonly kind: 'import'; readonly fileName: string };

/** The run that the results side shows. While it is running, `result` holds what has arrived. */
export interface ShownRun {
  readonly origin: RunOrigin;
  readonly result: RunResult;
  readonly running: boolean;
}

export type { RunProgress };
