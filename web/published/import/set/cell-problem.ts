/** A cell or a row that gives no figure though it looks as if it should. `row` and `column` are as the table was given. */
export interface CellProblem {
  readonly row: number;
  readonly column: string;
  readonly says: string;
}
