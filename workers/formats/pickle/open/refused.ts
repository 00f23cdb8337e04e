import type { Column } from '../../../model/column';
import type { RefusedColumn } from '../../../model/errors';
import { distinctNames } from '../../../own-file/column-builders';
import type { ElementContext } from '../../../own-file/element-types';
import { refusedColumn } from '../../../own-file/refused-columns';
import type { NamedReader } from './indexes';
import { UnreadColumn } from './values';

/** What is said of a pickle while it is read, and the columns of its table that are not read. */
export interface PickleContext extends ElementContext {
  readonly refused: RefusedColumn[];
}

/** The columns with distinct names. Those whose values no column holds are added to the refused ones. */
export function columnsOf(readers: readonly NamedReader[], context: PickleContext): Column[] {
  const names = distinctNames(
    readers.map(({ name }) => name),
    context.notes,
  );
  return readers.flatMap(({ read }, index) => {
    const name = names[index] ?? '';
    // Notes on a column that is not read would say what is kept of it.
    const notes: string[] = [];
    try {
      const column = read(name, { ...context, notes });
      context.notes.push(...notes);
      return [{ ...column, name }];
    } catch (thrown) {
      if (!(thrown instanceof UnreadColumn)) throw thrown;
      context.refused.push(refusedColumn(index, name, thrown.reason));
      return [];
    }
  });
}
