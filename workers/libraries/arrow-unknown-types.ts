/** Types that apache-arrow does not support, by their numbers in Schema.fbs. */
export const unknownTypes = { 22: 'run-end encoded', 25: 'list view', 26: 'large list view' } as const;

export type WideIntType = 'Int128' | 'Uint128';
export type UnknownType = (typeof unknownTypes)[keyof typeof unknownTypes] | WideIntType;

/** Integers of 128 bits, whose values no type here can hold. */
export const isWideInt = (type: UnknownType): type is WideIntType => type === 'Int128' || type === 'Uint128';

/** A field with a type that apache-arrow does not support. */
export interface UnknownField {
  /** The index of the column, then those of the fields below it. */
  readonly path: readonly number[];
  readonly type: UnknownType;
  /** The offset in the file of the byte that holds the type's number. */
  readonly typeAt: number;
  /** The offset in the file of an integer's number of bits, which is an int32; null for other types. */
  readonly bitWidthAt: number | null;
}

/** A column has a type that apache-arrow does not support. The column's name includes the columns around it. */
export class UnknownArrowType extends Error {
  override readonly name = 'UnknownArrowType';
  readonly column: string;
  readonly type: string;

  constructor(column: string, type: string) {
    super(`The column “${column}” has the Arrow type ${type}, which Formatlab does not support.`);
    this.column = column;
    this.type = type;
  }
}
