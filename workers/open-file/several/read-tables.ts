import { schemaOf, type Table } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { OwnFileType } from '../../model/plan';
import type { ImportResult, ReadOptions } from '../../own-file/imported';
import { checkDecodedSize } from '../../own-file/limits';
import { readAs } from '../read-as';
import { agreeing, type FileFinding } from './agreement';
import { countedNotes } from './counted-notes';
import { joinColumns } from './join-columns';
import { type JoinedTable, reorderedNote } from './joined-table';
import { type Member, problemOf } from './members';
import { namedType } from './schemas';
import { withCommonTypes } from './widen-types';

/** Reads files that state their own types, one after the other. */
export async function readTables(
  members: readonly Member[],
  type: OwnFileType,
  options: ReadOptions,
): Promise<JoinedTable> {
  const findings: FileFinding<ImportResult & { readonly dataset: Table }>[] = [];
  let totalBytes = 0;
  for (const [index, { path, content }] of members.entries()) {
    options.onStage(`Reading file ${(index + 1).toLocaleString('en')} of ${members.length.toLocaleString('en')}`);
    const finding = await readOne(path, content, type, options);
    if ('value' in finding) {
      totalBytes += bytesOf(finding.value.dataset);
      checkDecodedSize(totalBytes, type);
    }
    findings.push(finding);
  }
  const typeNotes: string[] = [];
  const reads = agreeing(
    members.map(({ path }) => path),
    inCommonTypes(findings, type, typeNotes),
    {
      shapeOf: ({ dataset, refusedColumns = [], found }) => ({
        columns: (schemaOf(dataset) as Extract<ReturnType<typeof schemaOf>, { kind: 'table' }>).columns.map(namedType),
        properties: {
          ...(refusedColumns.length === 0
            ? {}
            : {
                'the columns that can’t be read': refusedColumns
                  .map(({ name }) => name)
                  .join(', ')
                  .slice(0, 200),
              }),
          ...(found?.parts === undefined
            ? {}
            : { 'the part that is read': found.parts.parts[found.parts.chosen]?.name ?? '' }),
        },
      }),
    },
  );
  options.onStage('Joining the files');
  const [first] = reads;
  if (first === undefined) throw new Error('A set has at least one file.');
  const notes = [...countedNotes(reads.map((read) => read.notes)), ...typeNotes];
  const names = first.dataset.columns.map(({ name }) => name);
  const reordered = reads.filter(({ dataset }) => dataset.columns.some(({ name }, at) => name !== names[at])).length;
  if (reordered > 0) notes.push(reorderedNote(reordered, reads.length));
  const isUnique = new Set(names).size === names.length;
  const byName = reads.map(({ dataset }) => new Map(dataset.columns.map((column) => [column.name, column])));
  const columns = first.dataset.columns.map((column, at) =>
    joinColumns(
      reads.map(({ dataset }, file) => ({
        column: (isUnique ? byName[file]?.get(column.name) : dataset.columns[at]) ?? column,
        rowCount: dataset.rowCount,
      })),
      notes,
    ),
  );
  const rowCounts = reads.map(({ dataset }) => dataset.rowCount);
  const rowCount = rowCounts.reduce((sum, count) => sum + count, 0);
  // Each file states its types, so the user has no choice of others.
  const read = { ...first, dataset: { kind: 'table', rowCount, columns } as const, notes, possibleTypes: [] };
  return { read, rowCounts };
}

type Finding = FileFinding<ImportResult & { readonly dataset: Table }>;

/** The files with a column in one type, where their types differ and one holds all of their values exactly. */
function inCommonTypes(findings: readonly Finding[], type: OwnFileType, notes: string[]): readonly Finding[] {
  const read = findings.flatMap((finding) => ('value' in finding ? [finding.value] : []));
  // With a file that can't be read, nothing is joined.
  if (read.length < findings.length) return findings;
  const columns = withCommonTypes(
    read.map(({ dataset }) => dataset),
    notes,
  );
  checkDecodedSize(
    read.reduce((sum, { dataset }, file) => sum + bytesOf({ ...dataset, columns: columns[file] ?? [] }), 0),
    type,
  );
  return read.map((value, file) => ({
    value: { ...value, dataset: { ...value.dataset, columns: columns[file] ?? value.dataset.columns } },
  }));
}

async function readOne(
  path: string,
  content: Blob,
  type: OwnFileType,
  options: ReadOptions,
): Promise<FileFinding<ImportResult & { readonly dataset: Table }>> {
  const fileOptions = { ...options, fileName: path, columnTypes: null, countsEffects: false, onStage: () => undefined };
  try {
    const read = await readAs(type, content, fileOptions);
    const { dataset } = read;
    if (dataset.kind !== 'table') return { problem: 'it holds no table, and only tables are read from several files' };
    return { value: { ...read, dataset } };
  } catch (thrown) {
    // The user chooses the part for all files.
    if (thrown instanceof FormatlabError && thrown.record.parts !== undefined) throw thrown;
    return { problem: problemOf(thrown, path) };
  }
}

/** The bytes of all buffers of a table. */
function bytesOf({ columns }: Table): number {
  const sizeOf = (value: unknown): number =>
    ArrayBuffer.isView(value)
      ? value.byteLength
      : value instanceof Object
        ? Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0)
        : 0;
  return sizeOf(columns);
}
