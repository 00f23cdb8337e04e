/**
 * A cell or row that should hold a figure but could not be read. `row` and `column` refer to the table as it was
 * imported.
 */
export interface CellProblem {
  readonly row: number;
  readonly column: string;
  readonly says: string;
}
