import type { NumericValues } from '../../../model/column';
import type { LeafType } from './leaf-types';

/** A flat branch of a tree that is written, with one leaf of its own name. */
export type BranchDefinition =
  /** One value an entry, or `length` of them. */
  | { readonly kind: 'fixed'; readonly name: string; readonly type: LeafType; readonly length?: number }
  /** As many as the branch `count` says: `name[count]`. A branch `count` of int32 that is not defined is made. */
  | { readonly kind: 'variable'; readonly name: string; readonly type: LeafType; readonly count: string }
  /** A C string an entry (TLeafC). */
  | { readonly kind: 'text'; readonly name: string };

/** Some entries of a branch: values, `length` an entry; or rows + 1 offsets into values (elements), or into bytes of text. */
export type BranchValues = NumericValues | { readonly offsets: Int32Array; readonly values: NumericValues };
