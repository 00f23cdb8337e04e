import type { CandidateNames, Registry } from './candidate-names';

/** Who read a file, or refused it, by the names that the page has for them: results hold ids, joined with ', '. What the registry no longer knows keeps its id. */
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
