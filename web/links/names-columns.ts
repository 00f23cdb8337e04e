import type { Candidate } from '../../workers/model/plan';
import { findFormatImplementation } from '../../workers/registry/metadata';

/** True if a candidate's options name columns of the table: settings for single columns, or the columns by which it is sorted. */
export function namesColumns({ format, implementation, options }: Candidate): boolean {
  const descriptors = findFormatImplementation(format, implementation)?.implementation.options ?? [];
  return descriptors.some(({ type, id }) => type === 'text' && options[id] !== undefined && options[id] !== '');
}
