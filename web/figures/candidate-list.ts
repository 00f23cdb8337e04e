import { plural } from '../../workers/model/plural';

/** Candidates in a sentence. Semicolons separate them if a name contains a comma: “CSV, gzip 6; Parquet, zstd 1; and Pickle”. */
export function candidateList(labels: readonly string[]): string {
  const [first = '', second = ''] = labels;
  if (labels.length < 2) return first;
  if (labels.length === 2) return `${first} and ${second}`;
  const withCommas = labels.some((label) => label.includes(','));
  return withCommas
    ? `${labels.slice(0, -1).join('; ')}; and ${labels.at(-1)}`
    : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}

const maxNames = 6;

/** The same with at most six names: “…, and 3 others” stands for the rest. */
export function listedNames(names: readonly string[]): string {
  const shown =
    names.length > maxNames ? [...names.slice(0, maxNames - 1), plural(names.length - maxNames + 1, 'other')] : names;
  return candidateList(shown);
}
