import { FormatlabError } from '../errors';

/**
 * Whether the work throws an error of ours. Any other error goes on, since a reader must meet damaged data with one of its own. For loops over many
 * damaged files: an assertion for each would take longer than the reading.
 */
export function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return true;
    throw thrown;
  }
}
