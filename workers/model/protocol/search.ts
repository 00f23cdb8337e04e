import type { SearchEvent, SearchPermissions, SearchResult } from '../column-search';

/** The calls from the coordinator to a search worker, which has measuring workers of its own. It makes one search and is then terminated. */
export interface SearchCalls {
  /** Tries the Parquet settings of each column of a table. */
  searchColumns: {
    in: { dataset: Blob; budgetMs: number; permissions: SearchPermissions };
    out: SearchResult;
    progress: SearchEvent;
  };
}
