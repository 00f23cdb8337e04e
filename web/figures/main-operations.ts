import type { Operation } from '../../workers/model/plan';

/** The operations that the summary sentence and the open charts show if they were measured. The others are shown on demand. */
export const mainOperations: readonly Operation[] = ['encode', 'decode', 'project', 'lookup'];
