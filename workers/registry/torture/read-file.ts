import { changedValues } from '../../model/changed-values';
import { columnTypeText } from '../../model/column-type-text';
import { columnSchemaOf } from '../../model/column-schema';
import type { Dataset, Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { TortureOutcome } from '../../model/torture';
import { areDatasetsEqual } from './run-case';

/** The maximum number of column types that a message names; it counts the others. */
const namedTypes = 3;

/** The outcome of opening a file that another library wrote. `read` returns the dataset and the notes that the page shows. */
export async function readerOutcome(
  table: Table,
  read: () => Promise<{
    readonly dataset: Dataset;
    readonly notes: readonly string[];
    readonly badRowCount: number;
  }>,
): Promise<TortureOutcome> {
  try {
    const { dataset, notes, badRowCount } = await read();
    if (await areDatasetsEqual(dataset, table)) return { outcome: 'kept' };
    const what = [
      ...typeChanges(table, dataset),
      ...(badRowCount === 0 ? [] : [`Rows that could not be read, and are listed: ${badRowCount}.`]),
      ...notes.map((note) => note.slice(0, 1_000)),
    ];
    const changed = changedValues(table, dataset)?.changed ?? null;
    return { outcome: 'changed', what: what.length === 0 ? ['Values.'] : what, changedValues: changed };
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return { outcome: 'refused', reason: thrown.record.message.slice(0, 1_000) };
    throw thrown;
  }
}

function typeChanges(before: Table, after: Dataset): string[] {
  if (after.kind !== 'table') return [`It is read as ${after.kind}.`];
  const changes = before.columns.flatMap((column, index) => {
    const found = after.columns[index];
    if (found === undefined) return [];
    const [was, is] = [column, found].map((each) => columnTypeText(columnSchemaOf(each))) as [string, string];
    return was === is ? [] : [`${column.name}: ${is} where ${was} was written.`];
  });
  const rest = changes.length - namedTypes;
  return rest > 0 ? [...changes.slice(0, namedTypes), `And so of ${rest.toLocaleString('en')} more columns.`] : changes;
}
