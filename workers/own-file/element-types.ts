import type { Column, NumericType } from '../model/column';

/** The byte positions of a column's values. */
export interface Places {
  readonly count: number;
  readonly at: (index: number) => number;
  /** True if the values are contiguous from the first byte on. */
  readonly isDense: boolean;
}

/** What is said of the elements while they are read, and of the file that they are in. */
export interface ElementContext {
  readonly notes: string[];
  readonly format: string;
  /** How to write the file again if it is damaged. */
  readonly remedy: string;
}

/** An element type of numpy. */
export type NpyDtype =
  | {
      readonly kind: 'number';
      readonly type: NumericType;
      readonly bool: boolean;
      readonly littleEndian: boolean;
      readonly itemBytes: number;
    }
  | { readonly kind: 'half'; readonly littleEndian: boolean; readonly itemBytes: 2 }
  | { readonly kind: 'text'; readonly littleEndian: boolean; readonly itemBytes: number }
  /** `S`: bytes, padded with zeros at the end; of other formats than NumPy's, also with spaces, or they end at the first zero. `isText` if the file says that they are text. */
  | {
      readonly kind: 'bytes';
      readonly itemBytes: number;
      readonly padding?: 'zeros' | 'spaces' | 'terminated';
      readonly isText?: boolean;
    }
  /** `V`: raw bytes without padding. */
  | { readonly kind: 'raw'; readonly itemBytes: number }
  /** datetime64 and timedelta64: int64 ticks of `step` units each. The smallest int64 means “not a time”. */
  | {
      readonly kind: 'time';
      readonly isDuration: boolean;
      readonly unit: NpyTimeUnit;
      readonly step: number;
      readonly littleEndian: boolean;
      readonly itemBytes: 8;
    }
  | { readonly kind: 'structured'; readonly fields: readonly NpyField[]; readonly itemBytes: number }
  /** The type of a field: an array of fixed shape in every row, in C order. */
  | {
      readonly kind: 'array';
      readonly item: NpyDtype;
      readonly shape: readonly number[];
      readonly itemBytes: number;
    }
  /** A type that NumPy does not have, of another format, whose reader knows how to read its elements. */
  | {
      readonly kind: 'foreign';
      readonly description: string;
      readonly itemBytes: number;
      readonly readColumn: (
        data: Uint8Array<ArrayBuffer>,
        name: string,
        places: Places,
        path: string,
        context: ElementContext,
      ) => Column;
    }
  | { readonly kind: 'other'; readonly description: string; readonly itemBytes: number };

export interface NpyField {
  readonly name: string;
  readonly dtype: NpyDtype;
  readonly offset: number;
}

/** numpy's units of time. `generic` means no unit. */
export const npyTimeUnits = ['Y', 'M', 'W', 'D', 'h', 'm', 's', 'ms', 'us', 'ns', 'ps', 'fs', 'as', 'generic'] as const;
export type NpyTimeUnit = (typeof npyTimeUnits)[number];
