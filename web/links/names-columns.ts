import type { OptionDescriptor } from '../../workers/model/options';
import type { Candidate } from '../../workers/model/plan';
import { findFormatImplementation } from '../../workers/registry/metadata';

type TextOption = Extract<OptionDescriptor, { type: 'text' }>;

const namingOptions = ({ format, implementation }: Candidate): readonly TextOption[] =>
  (findFormatImplementation(format, implementation)?.implementation.options ?? []).filter(
    (option): option is TextOption => option.type === 'text' && option.renamed !== undefined,
  );

/** True if a candidate's options name columns of the table: settings for single columns, or the columns by which it is sorted. */
export const namesColumns = (candidate: Candidate): boolean =>
  namingOptions(candidate).some(({ id }) => (candidate.options[id] ?? '') !== '');

/** What stands in an option that does not follow its notation, so that its names are not known. */
const unreadable = 'left out';

/** The candidate with other names of columns in its options. */
export function withColumnNames(candidate: Candidate, rename: (column: string) => string): Candidate {
  if (!namesColumns(candidate)) return candidate;
  const renamed = namingOptions(candidate).flatMap(({ id, renamed }) => {
    const text = candidate.options[id];
    return typeof text === 'string' && text !== '' ? [[id, renamed?.(text, rename) ?? unreadable] as const] : [];
  });
  return { ...candidate, options: { ...candidate.options, ...Object.fromEntries(renamed) } };
}
