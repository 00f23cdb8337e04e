import { createContext, type ReactNode } from 'react';
import type { DatasetSchema } from '../../workers/model/dataset';
import type { Candidate } from '../../workers/model/plan';
import type { RewriteRecipe } from '../../workers/model/rewrite';
import type { FoundFile } from '../../workers/model/search-choice';
import type { SnippetChoice } from '../../workers/snippets/snippet';
import type { ResultRow } from '../figures/rows';

/** A candidate whose code can be had, with its figures if it was measured. */
export interface CodeChoice extends SnippetChoice {
  readonly row?: ResultRow;
}

/** What the search's file was measured on. */
export interface SearchedData {
  readonly name: string | null;
  readonly rows: number;
  readonly measuredRows: number;
  readonly fileBytes: number | null;
  readonly sha256: string | null;
}

/** What a recipe is made of: a candidate, with its figures if it was measured, or a file that a search found. */
export type RecipeSource =
  | {
      readonly kind: 'candidate';
      readonly schema: DatasetSchema;
      readonly candidate: Candidate;
      readonly row: ResultRow | null;
      readonly fileName: string | null;
    }
  | {
      readonly kind: 'found';
      readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
      readonly rewrite: RewriteRecipe;
      readonly found: FoundFile;
      readonly data: SearchedData;
    };

/** What the page puts below the code of a candidate and of a rewrite. Null: nothing. */
export const BesideCodeContext = createContext<((source: RecipeSource) => ReactNode) | null>(null);
