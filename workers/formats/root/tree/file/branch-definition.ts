import type { NumericValues } from '../../../../model/column';
import type { LeafType } from './leaf-types';

/** A flat branch of a tree to be written, with one leaf of the same name. */
export type BranchDefinition =
  /** One value per entry, or `length` values. */
  | { readonly kind: 'fixed'; readonly name: string; readonly type: LeafType; readonly length?: number }
  /** As many values as the branch `count` says: `name[count]`. If the branch `count` is not defined, it is created with type int32. */
  | { readonly kind: 'variable'; readonly name: string; readonly type: LeafType; readonly count: string }
  /** A C string per entry (TLeafC). */
  | { readonly kind: 'text'; readonly name: string };

/** The values of some entries: `length` per entry, or rows + 1 offsets into the values (in elements) or into the text's bytes. */
export type BranchValues = NumericValues | { readonly offsets: Int32Array; readonly values: NumericValues };
