import type { Operation } from '../../workers/model/plan';

/** What the sentence and the open charts speak of where it was measured; the others are told on demand. */
export const mainOperations: readonly Operation[] = ['encode', 'decode', 'project', 'lookup'];
