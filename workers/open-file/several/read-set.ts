import type { Table } from '../../model/dataset';
import type { OwnFileType } from '../../model/plan';
import type { FilesFound } from '../../model/protocol/coordinator';
import type { FileSet } from '../../model/user-data';
import type { ImportResult, ReadOptions } from '../../own-file/imported';
import { plural } from '../../model/plural';
import type { OwnFileOptions } from '../own-file-options';
import { packingLabels } from '../../own-file/packed/packings';
import { unreadableFileError } from '../../own-file/refusal';
import { type OwnFileResult, reportOn } from '../report';
import { phraseOf } from '../sniff';
import { hivePathsOf, partitionColumns } from './hive-paths';
import { textTypes } from './join-texts';
import type { JoinedTable } from './joined-table';
import { joinedSettings } from './joined-settings';
import { checkFileCount, checkSet, type Member, membersOf } from './members';
import { readTables } from './read-tables';
import { readTexts } from './read-texts';
import { numberedInSet, sampleSet, setSampleInfo, unopened, type UnopenedSet } from './sample-set';

/**
 * Reads several files of one schema as one table, one after the other. Types of text files are found over all files. Of a large set, a sample of the files
 * is read, if `options` ask for one.
 * @throws FormatlabError that lists the files that differ from the largest group of files that agree
 */
export async function readFileSet(set: FileSet, options: OwnFileOptions): Promise<OwnFileResult> {
  return (await readSampledSet(unopened(set), options)) ?? readWholeSet(set, options, (result) => result);
}

/** As `readFileSet`, but null if the set is not large, or no sample of it is wanted. Only the chosen files are opened. */
export async function readSampledSet(whole: UnopenedSet, options: OwnFileOptions): Promise<OwnFileResult | null> {
  checkFileCount(whole.files.length);
  const sampled = options.sample ? await sampleSet(whole, options.type, options.sample) : null;
  if (sampled === null) return null;
  const asSample = (result: OwnFileResult, rowCounts: readonly number[] | null): OwnFileResult => {
    const info = setSampleInfo(sampled, whole, result.report.itemCount, rowCounts);
    return { ...result, fileCount: whole.files.length, sample: { info, file: sampled.set } };
  };
  try {
    return await readWholeSet(sampled.set, options, asSample);
  } catch (thrown) {
    throw numberedInSet(thrown, sampled);
  }
}

async function readWholeSet(
  set: FileSet,
  options: OwnFileOptions,
  finished: (result: OwnFileResult, rowCounts: readonly number[] | null) => OwnFileResult,
): Promise<OwnFileResult> {
  const { reading = {} } = options;
  const onStage = throttled(options.onStage ?? (() => undefined));
  checkSet(set, options.type);
  const { type, members } = await membersOf(set, options.type, onStage);
  const paths = members.map(({ path }) => path);
  const hive = hivePathsOf(paths);
  const isPartitioned = reading.partitionColumns === true;
  if (isPartitioned && (hive === null || 'problem' in hive))
    throw unreadableFileError(
      hive === null ? 'No folder is named like “year=2024”, so none gives a column.' : hive.problem,
      'Read the files without such columns, or choose the folder that holds those folders.',
      { tag: 'invalidPlan' },
    );
  const columnNames = hive !== null && 'names' in hive ? hive.names : [];
  const chosenTypes = options.columnTypes;
  const readOptions: ReadOptions = {
    fileName: options.fileName,
    columnTypes: chosenTypes === null || !isPartitioned ? chosenTypes : chosenTypes.slice(0, -columnNames.length),
    malformed: options.malformed ?? 'fatal',
    reading,
    countsEffects: options.countsEffects ?? true,
    onStage,
    onRead: async () => undefined,
  };
  let early: OwnFileResult | null = null;
  /** The report on the joined table, which is the same before and after the effects of other choices are counted. */
  const resultOf = async ({ read, rowCounts }: JoinedTable): Promise<OwnFileResult> => {
    const notes = [...setNotes(members, type), ...read.notes];
    const whole = read.dataset as Table;
    const columns =
      isPartitioned && hive !== null && 'names' in hive
        ? partitionColumns(hive, requireRows(rowCounts, read), notes)
        : [];
    const taken = columns.find(({ name }) => whole.columns.some((column) => column.name === name));
    if (taken !== undefined)
      throw unreadableFileError(
        `The files have a column “${taken.name.slice(0, 60)}” of their own, so the folders’ names can’t give one.`,
        'Read the files without the columns of the folders.',
        { tag: 'unsupported' },
      );
    const dataset: Table = { ...whole, columns: [...whole.columns, ...columns] };
    const files: FilesFound = {
      files: members.map(({ path }, index) => ({ name: path.slice(0, 200), holds: holds(set, index, rowCounts) })),
      leftOut: set.leftOut,
      partitions:
        hive === null
          ? null
          : { names: columnNames, areRead: isPartitioned, problem: 'problem' in hive ? hive.problem : null },
    };
    const { onlyData = false } = options;
    const writing = onlyData ? null : await joinedSettings(members, type, read);
    const found = { ...read.found, files };
    const reported = reportOn(
      { ...read, dataset, notes, found },
      { type, writing, firstNotes: [], reading, rowCounts, onlyData },
    );
    return finished({ ...reported, packing: null, fileCount: members.length, sample: null }, rowCounts);
  };
  const joined = textTypes.has(type)
    ? await readTexts(members, type, readOptions, async (first) => {
        early = await resultOf(first);
        await options.onRead?.(early);
      })
    : await readTables(members, type, readOptions);
  const result: OwnFileResult = early ?? (await resultOf(joined));
  const { files } = result.report.found;
  const found = { ...joined.read.found, ...(files === undefined ? {} : { files }) };
  return { ...result, report: { ...result.report, possibleTypes: joined.read.possibleTypes, found } };
}

/** At most one stage each 100 ms, since a set may have thousands of small files. */
function throttled(onStage: (stage: string) => void): (stage: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (stage) => {
    const now = performance.now();
    const isFile = /^Looking at|^Reading file|^Joining/u.test(stage);
    if (isFile && now - last < 100) return;
    last = now;
    onStage(stage);
  };
}

function requireRows(rowCounts: readonly number[] | null, { badRowCount }: ImportResult): readonly number[] {
  if (rowCounts !== null) return rowCounts;
  throw unreadableFileError(
    badRowCount === 0
      ? 'From which file each row comes can’t be told, so the folders’ names give no columns.'
      : `${plural(badRowCount, 'row')} can’t be read, so from which file the others come can’t be told, and the folders’ names give no columns.`,
    'Read the files without the columns of the folders, or correct the rows that are left out.',
    { tag: 'unsupported' },
  );
}

/** What was done with the files, without their names, since results contain these sentences. */
function setNotes(members: readonly Member[], type: OwnFileType): string[] {
  const packings = new Map<string, number>();
  for (const { packed } of members)
    if (packed !== null) {
      const label = packingLabels[packed.packing];
      packings.set(label, (packings.get(label) ?? 0) + 1);
    }
  return [
    members.length === 1
      ? `One file was read as a table, as ${phraseOf(type)}.`
      : `${plural(members.length, 'file')} were read as one table, in the order of their names, each as ${phraseOf(type)}.`,
    ...[...packings].map(
      ([label, count]) => `${plural(count, 'file')} compressed with ${label} ${count === 1 ? 'was' : 'were'} unpacked.`,
    ),
  ];
}

function holds({ files }: FileSet, index: number, rowCounts: readonly number[] | null): string {
  const bytes = `${(files[index]?.file.size ?? 0).toLocaleString('en')} bytes`;
  return rowCounts === null ? bytes : `${plural(rowCounts[index] ?? 0, 'row')}, ${bytes}`;
}
