/** Thrown for a column whose values no type can hold. The reason completes a sentence that starts with the column’s name. */
export class RefusedType extends Error {
  override readonly name = 'RefusedType';
}
