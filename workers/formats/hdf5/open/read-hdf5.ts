import { FileBytes, type ReadableBytes } from '../../../byte-map/file-bytes';
import { RangeBytes, rangesOfBlob } from '../../../byte-map/range-bytes';
import { hdf5 } from '../file-type';
import { ChunkFilters } from '../file/chunk-filters';
import type { Column } from '../../../model/column';
import type { Dataset, KeyedVectors } from '../../../model/dataset';
import { FormatlabError, type RefusedColumn } from '../../../model/errors';
import type { ElementContext, NpyDtype } from '../../../own-file/element-types';
import { columnOfElements, datasetOfElements } from '../../../own-file/elements';
import { distinctNames } from '../../../own-file/column-builders';
import { type ImportResult, importResult, type ReadOptions } from '../../../own-file/imported';
import { checkDecodedSize, checkPartReadWhole } from '../../../own-file/limits';
import { shortList } from '../../../own-file/notes';
import { choosePart, type PartNouns } from '../../../own-file/parts';
import { unreadableFileError } from '../../../own-file/refusal';
import { refusedColumn } from '../../../own-file/refused-columns';
import { annDataOf, inSparseMatrix, partOfFrame, readFrame } from './anndata/frames';
import {
  type FoundLink,
  type Hdf5Dataset,
  type OpenHdf5,
  openHdf5,
  type ReadRows,
  remedy,
  truncationNotes,
} from './objects';
import { floatTypeOf, type Hdf5Part, type NamedDataset, partsOf } from './parts-of-file';
import { partOfGroup, readPandasGroup } from './pandas/frames';
import { pandasGroupsOf } from './pandas/groups-of-file';
import { rowsIn, samplePart } from './sample-part';
import { readValues, sizeBytesOf, storageOf } from './values';

const nouns: PartNouns = { one: 'dataset', several: 'datasets' };

/**
 * Reads datasets of an HDF5 file with the types that h5py gives them. The one-dimensional datasets of a group that have one length are a table, as
 * are compound datasets; an array of numbers is an array. What pandas wrote with `to_hdf` is one table.
 * @throws FormatlabError if the file is damaged, if the user must choose what to read, or if a type is not read
 */
export async function readHdf5(file: Blob, options: ReadOptions): Promise<ImportResult> {
  const isHeld = (options.sample ?? null) === null || file.size <= mostHeldBytes;
  return readHdf5Bytes(
    isHeld ? new FileBytes(new Uint8Array(await file.arrayBuffer())) : new RangeBytes(file.size, rangesOfBlob(file)),
    options,
  );
}

/** Reads an HDF5 file of which a sample is wanted by ranges, if it is larger. */
const mostHeldBytes = 64 * 1_048_576;

/** As `readHdf5`, from bytes that are read where they are wanted. */
export async function readHdf5Bytes(
  content: ReadableBytes,
  { reading, sample = null }: Pick<ReadOptions, 'reading' | 'sample'>,
): Promise<ImportResult> {
  const filters = await ChunkFilters.load();
  let truncation: readonly string[] = [];
  try {
    truncation = truncationNotes(content);
    const open = openHdf5(content);
    const { groups, others } = pandasGroupsOf(open, filters);
    const encoded = annDataOf(open, others);
    const parts: Hdf5Part[] = [
      ...groups.map((group): Hdf5Part => ({ kind: 'pandas', group, part: partOfGroup(group) })),
      ...encoded.frames.map((frame): Hdf5Part => ({ kind: 'anndata', frame, part: partOfFrame(frame) })),
      ...partsOf(encoded.others).map((part) => ({ ...part, part: inSparseMatrix(part.part, encoded.sparse) })),
    ];
    const linkNotes = notesOnLinks(open.pathLinks);
    if (parts.length === 0 && linkNotes.length > 0)
      throw unreadableFileError(
        `It holds no dataset. ${linkNotes.join(' ')}`,
        'Choose the file that the links lead to, or copy the data with h5py.',
        { tag: 'unsupported', format: 'hdf5' },
      );
    const chosen = choosePart(
      parts.map(({ part }) => part),
      reading,
      encoded.file === null ? nouns : { ...nouns, file: `an ${encoded.file} file` },
      'hdf5',
    );
    const whole = parts[chosen.chosen];
    if (whole === undefined) throw new Error('The chosen dataset is none of the file’s.');
    const { part, rows, whyWhole, decodedBytes } =
      sample === null
        ? { part: whole, rows: null, whyWhole: null, decodedBytes: 0 }
        : samplePart(whole, open, sample, content.sizeBytes);
    if (whyWhole !== null) checkPartReadWhole(part.part.name, decodedBytes, whyWhole, hdf5);
    const read = readPart(new PartReader(open, filters), part);
    const facts = factsOf(open, part);
    return {
      ...read,
      notes: [
        ...truncation,
        ...read.notes,
        ...linkNotes,
        ...(whyWhole === null ? [] : [`All of its rows were read to take a sample of them, since ${whyWhole}.`]),
      ],
      ...(rows === null ? {} : { cut: cutOfRows(rows) }),
      found: { parts: chosen },
      facts: encoded.file === null ? facts : [{ name: 'Content', value: encoded.file }, ...facts],
    };
  } catch (thrown) {
    const told = withRemedy(thrown);
    if (truncation.length === 0 || !(told instanceof FormatlabError)) throw told;
    const message = [told.record.message, ...truncation].join(' ').slice(0, 2_000);
    throw new FormatlabError({ ...told.record, message }, { cause: told });
  }
}

/** What is known of the rows that were read. */
const cutOfRows = ({ ranges, rowCount }: ReadRows): Required<ImportResult>['cut'] => ({
  unitKind: 'rows',
  unitItems: ranges.map(({ from, to }) => to - from),
  unitCount: Math.max(ranges.length, Math.floor((rowCount * ranges.length) / rowsIn(ranges))),
  totalItems: rowCount,
  isTotalEstimated: false,
  isFirstPart: false,
});

/** What the links to other files are, and those inside the file. */
export function notesOnLinks(links: readonly FoundLink[]): string[] {
  const short = (text: string) => `“${text.slice(0, 100)}”`;
  const list = (found: readonly FoundLink[], words: (link: FoundLink) => string, before: string) =>
    found.length === 0 ? [] : [`${before}: ${shortList(found.map(words), 10)}.`];
  const leadsTo = ({ at, path }: FoundLink) => `${short(at)} to ${short(path)}`;
  return [
    ...list(
      links.filter(({ file }) => file !== null),
      ({ at, path, file }) => `${short(at)} to ${short(path)} of ${short(file ?? '')}`,
      'Links to other files are not followed',
    ),
    ...list(
      links.filter(({ file, isFound }) => file === null && isFound),
      leadsTo,
      'What links inside the file lead to is read at its own place',
    ),
    ...list(
      links.filter(({ file, isFound }) => file === null && !isFound),
      leadsTo,
      'Links lead to places that the file does not have',
    ),
  ];
}

/** The readers that it is made of know what is wrong, but not what the user can do. */
function withRemedy(thrown: unknown): unknown {
  if (thrown instanceof RangeError && !/allocation|Array buffer/iu.test(thrown.message))
    return unreadableFileError('The HDF5 file refers to bytes beyond its end: it is truncated or damaged.', remedy, {
      format: 'hdf5',
      cause: thrown,
    });
  if (!(thrown instanceof FormatlabError) || thrown.record.remedy !== undefined) return thrown;
  const { tag, message } = thrown.record;
  return unreadableFileError(message, remedy, { tag, format: 'hdf5', cause: thrown });
}

class PartReader {
  readonly open: OpenHdf5;
  readonly notes: string[] = [];
  readonly context: ElementContext = { notes: this.notes, format: 'hdf5', remedy };
  readonly #filters: ChunkFilters;

  constructor(open: OpenHdf5, filters: ChunkFilters) {
    this.open = open;
    this.#filters = filters;
  }

  elements(dataset: Hdf5Dataset, dtype: NpyDtype = dataset.dtype) {
    const data = readValues(this.open.hdf5, dataset, this.#filters);
    return { data, dtype, shape: dataset.shape ?? [], fortranOrder: false };
  }

  noteAttributes(datasets: readonly Hdf5Dataset[]): void {
    const names = [...new Set(datasets.flatMap(({ attributes }) => attributes))];
    if (names.length > 0)
      this.notes.push(
        `The attributes of what is read are left out: ${shortList(
          names.map((name) => `“${name.slice(0, 60)}”`),
          10,
        )}.`,
      );
  }
}

function readPart(reader: PartReader, part: Hdf5Part): ImportResult {
  switch (part.kind) {
    case 'refused':
      throw unreadableFileError(`The object ${part.part.name.slice(0, 200)} can’t be read: ${part.reason}`, remedy, {
        format: 'hdf5',
      });
    case 'pandas': {
      const { table, refused } = readPandasGroup(part.group, reader.open.source, reader.context);
      return { ...importResult(table, reader.notes), refusedColumns: refused };
    }
    case 'anndata': {
      const { table, refused } = readFrame(part.frame, (dataset) => reader.elements(dataset), reader.context);
      return { ...importResult(table, reader.notes), refusedColumns: refused };
    }
    case 'columns':
      return readColumns(reader, part.columns, part.rowCount);
    case 'vectors':
      return readVectors(reader, part.columns, part.rowCount);
    case 'single':
      return readSingle(reader, part.name, part.dataset);
  }
}

/** Why no column can hold a type; null if one can. */
function refusalOf(dtype: NpyDtype): string | null {
  switch (dtype.kind) {
    case 'other':
      return `it holds ${dtype.description}`;
    case 'array':
      return refusalOf(dtype.item);
    case 'structured':
      return dtype.fields.map((field) => refusalOf(field.dtype)).find((reason) => reason !== null) ?? null;
    default:
      return null;
  }
}

function readColumns(reader: PartReader, columns: readonly NamedDataset[], rowCount: number): ImportResult {
  const { notes, context } = reader;
  checkDecodedSize(
    columns.reduce((sum, { dataset }) => sum + sizeBytesOf(dataset), 0),
    'hdf5',
  );
  const names = distinctNames(
    columns.map(({ name }) => name),
    notes,
  );
  const read: Column[] = [];
  const refused: RefusedColumn[] = [];
  for (const [index, { dataset }] of columns.entries()) {
    const name = names[index] ?? '';
    const reason = refusalOf(dataset.dtype);
    if (reason === null) read.push(columnOfElements(reader.elements(dataset), name, context));
    else refused.push(refusedColumn(index, name, reason));
  }
  reader.noteAttributes(columns.map(({ dataset }) => dataset));
  return { ...importResult({ kind: 'table', rowCount, columns: read }, notes), refusedColumns: refused };
}

function readVectors(reader: PartReader, columns: readonly NamedDataset[], dimension: number): ImportResult {
  const elementType = floatTypeOf(columns[0]?.dataset.dtype ?? { kind: 'raw', itemBytes: 0 });
  if (elementType === null) throw new Error('The vectors are not floats.');
  const names = distinctNames(
    columns.map(({ name }) => name),
    reader.notes,
  );
  const entries = new Map<string, Float32Array | Float64Array>();
  for (const [index, { dataset }] of columns.entries()) {
    const vector = datasetOfElements(reader.elements(dataset), reader.context);
    if (vector.kind === 'array') entries.set(names[index] ?? '', vector.values as Float32Array | Float64Array);
  }
  reader.noteAttributes(columns.map(({ dataset }) => dataset));
  const dataset = { kind: 'keyedVectors', elementType, dimension, entries } as KeyedVectors;
  return importResult(dataset, reader.notes);
}

function readSingle(reader: PartReader, name: string, dataset: Hdf5Dataset): ImportResult {
  const { dtype } = dataset;
  const { context, notes } = reader;
  const withNotes = (read: Dataset, refused: readonly RefusedColumn[] = []): ImportResult => {
    reader.noteAttributes([dataset]);
    return { ...importResult(read, notes), refusedColumns: refused };
  };
  if (dtype.kind === 'structured' && dataset.shape?.length === 1) {
    const refused = dtype.fields.flatMap((field, index) => {
      const reason = refusalOf(field.dtype);
      return reason === null ? [] : [refusedColumn(index, field.name, reason)];
    });
    const fields = dtype.fields.filter((field) => refusalOf(field.dtype) === null);
    return withNotes(datasetOfElements(reader.elements(dataset, { ...dtype, fields }), context), refused);
  }
  const reason = refusalOf(dtype);
  if (reason !== null)
    throw unreadableFileError(
      `The dataset ${name.slice(0, 200)} can’t be read: ${reason}, for which Formatlab has no type.`,
      'Save it as numbers or text, or choose another dataset.',
      { tag: 'unsupported', format: 'hdf5' },
    );
  if (dtype.kind === 'number' || dtype.kind === 'structured')
    return withNotes(datasetOfElements(reader.elements(dataset), context));
  const [rowCount = 1, ...inner] = dataset.shape ?? [];
  if (inner.length > 0) notes.push(`It has ${inner.length + 1} dimensions: each row is a list.`);
  const [columnName = name] = distinctNames([name], notes);
  return withNotes({
    kind: 'table',
    rowCount,
    columns: [columnOfElements(reader.elements(dataset), columnName, context)],
  });
}

function factsOf(open: OpenHdf5, part: Hdf5Part) {
  const dataset = part.kind === 'single' ? part.dataset : 'columns' in part ? part.columns[0]?.dataset : undefined;
  const version = open.hdf5.file.u8(8);
  const facts = [{ name: 'Superblock', value: `version ${version}` }];
  if (dataset === undefined) return facts;
  const { layout, filters } = storageOf(open.hdf5, dataset);
  return [...facts, { name: 'Layout', value: layout }, { name: 'Filters', value: filters }];
}
