import type { RunProgress } from '../../workers/model/protocol/coordinator';
import type { RunResult } from '../../workers/model/result';

/** The origin of the results on the page, which the page always shows. */
export type RunOrigin =
  | { readonly kind: 'example' }
  | { readonly kind: 'here' }
  /** Stored by this browser before a reload. */
  | { readonly kind: 'stored' }
  | { readonly kind: 'link' }
  /** The test of a published source's claims, run on this page. */
  | { readonly kind: 'test'; readonly source: string }
  | { readonly kind: 'import'; readonly fileName: string };

/** The run whose results are shown. While it is in progress, `result` contains the results so far. */
export interface ShownRun {
  readonly origin: RunOrigin;
  readonly result: RunResult;
  readonly running: boolean;
}

export type { RunProgress };
