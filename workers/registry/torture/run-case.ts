import { changedValues } from '../../model/changed-values';
import { toCanonical } from '../../model/canonical';
import { type Dataset, schemaOf, type Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import { moduleWithOptions } from '../../model/entry';
import type { TortureOutcome } from '../../model/torture';
import { formatContextOf, type FormatCase, caseUnsupportedReason } from '../testing/contract-cases';
import { loadFormat } from '../modules';

/** A value changed although the format had declared no loss: a bug in the format here. */
class UndeclaredChange extends Error {
  override readonly name = 'SilentChange';
}

/**
 * The outcome of a table's round trip through a format with default options.
 * @throws {@link UndeclaredChange} if the format changed a value without declaring it.
 */
export async function formatOutcome(test: FormatCase, table: Table): Promise<TortureOutcome> {
  const schema = schemaOf(table);
  const reason = caseUnsupportedReason(test, 'encode', schema) ?? caseUnsupportedReason(test, 'decode', schema);
  if (reason !== null) return { outcome: 'refused', reason };
  const module = moduleWithOptions(await loadFormat(test.format.id, test.implementation.id), test.options);
  const session = await module.open(formatContextOf(test, table));
  try {
    const decoded = await roundTrip(session, table);
    if (decoded instanceof FormatlabError) return { outcome: 'refused', reason: decoded.record.message };
    if (await areDatasetsEqual(decoded, table)) return { outcome: 'kept' };
    const kept = (dataset: Dataset) => module.forget?.(dataset) ?? dataset;
    const losses = test.implementation.loss(schema, test.options);
    if (losses.length === 0 || !(await areDatasetsEqual(kept(decoded), kept(table))))
      throw new UndeclaredChange(
        `${test.name} gives back something else than it was given, and declares no such loss.`,
      );
    return { outcome: 'changed', what: [...losses], changedValues: changedValues(table, decoded)?.changed ?? null };
  } finally {
    session.close?.();
  }
}

type Session = Awaited<ReturnType<Awaited<ReturnType<typeof loadFormat>>['open']>>;

/** The decoded dataset, or the error if the format refuses these values although it supports the schema. */
async function roundTrip(session: Session, table: Table): Promise<Dataset | FormatlabError> {
  try {
    if (session.encode === undefined || session.decode === undefined)
      throw new Error('It says that it encodes and decodes, and does not.');
    return await session.decode(await session.encode(table));
  } catch (thrown) {
    if (thrown instanceof FormatlabError && thrown.record.tag === 'unsupported') return thrown;
    throw thrown;
  }
}

const bytesOf = async (dataset: Dataset) =>
  new Uint8Array(await new Blob([...toCanonical(dataset).parts]).arrayBuffer());

/** True if two datasets have the same canonical form. */
export async function areDatasetsEqual(left: Dataset, right: Dataset): Promise<boolean> {
  const [a, b] = [await bytesOf(left), await bytesOf(right)];
  if (a.length !== b.length) return false;
  // One cell has 16 MB, for which a call for each byte would take long.
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
