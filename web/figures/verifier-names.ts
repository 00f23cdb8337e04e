import type { CandidateNames, Registry } from './candidate-names';

/** The labels of the implementations that accepted or rejected a file. Results contain their ids, joined with ', '. An id that the registry no longer has is returned unchanged. */
export function verifierNames(
  ids: string,
  { codecId, formatId }: Pick<CandidateNames, 'codecId' | 'formatId'>,
  { codecs, formats }: Registry,
): string {
  const known = [...(codecs.get(codecId)?.implementations ?? []), ...(formats.get(formatId)?.implementations ?? [])];
  return ids
    .split(', ')
    .map((id) => known.find((implementation) => implementation.id === id)?.label ?? id)
    .join(', ');
}
