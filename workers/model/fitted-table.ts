/** The parameters of the workload “Table” that are estimated from a user's table. */
const fittedParameters = [
  'distinctShare',
  'sortedness',
  'runLength',
  'nullShare',
  'decimalDigits',
  'textRepetition',
  'regularity',
  'duplicateShare',
] as const;
export type FittedParameterId = (typeof fittedParameters)[number];

/** An estimate. Not estimated if no column of the table shows the parameter. */
export type FittedParameter = { readonly isEstimated: true; readonly value: number } | { readonly isEstimated: false };

/** Parameters of the workload “Table” that make a table like the user's. They hold no value and no name of it. */
export interface FittedTable {
  /** The rows of the look-alike. */
  readonly rows: number;
  /** The rows from which the parameters were estimated. */
  readonly fittedRows: number;
  readonly parameters: Readonly<Record<FittedParameterId, FittedParameter>>;
}
