import { toCanonical } from '../model/canonical';
import { type Dataset, itemCount, kindNames, schemaOf } from '../model/dataset';
import { FormatlabError, toErrorRecord } from '../model/errors';
import type { Molecules } from '../model/molecules/molecules';
import { pickMolecules } from '../model/molecules/pick';
import type { DatasetSpec } from '../model/plan';
import { isMoleculeFile } from '../registry/file-types';
import type { MadeDataset } from '../model/protocol/read-file';
import { noteLimit, sentenceLimit } from '../model/result';
import type { UserData } from '../model/user-data';
import { leftOutNote } from '../own-file/notes';
import type { OwnFileResult } from '../open-file/report';
import { loadWorkload } from '../registry/modules';
import { performanceClock } from './clock';
import { type OwnFileSpec, readOwn } from './read-own';
import { sha256Of } from './sha256';
import { userFileReaders } from './user-file-decoder';

/**
 * Makes the dataset of a plan: generates it, or reads the user's file. The Blob holds the canonical form, and the SHA-256 is of the whole
 * Blob.
 */
export async function makeDataset(
  spec: DatasetSpec,
  ownFile: UserData | null,
  onFraction: (fraction: number) => void,
): Promise<MadeDataset> {
  const start = performanceClock.now();
  if (spec.source === 'ownFile') {
    const read = await readOwn(spec, given(ownFile));
    const made = await madeOfFile(read, performanceClock.now() - start);
    if (spec.sha256 !== null && spec.sha256 !== made.info.sha256) {
      throw new FormatlabError({
        tag: 'malformedInput',
        stage: 'import',
        message: 'This is not the file of the plan: its data has another SHA-256.',
        remedy: 'Choose the file that the plan was made with, or make the plan again with this one.',
      });
    }
    return made;
  }
  const dataset = await generate(spec, onFraction);
  return { ...(await inCanonicalForm(dataset, performanceClock.now() - start)), fileReaders: [] };
}

/** The dataset of a user's file that was read in `readMs`, with what the result says of it. */
export async function madeOfFile(
  { dataset, report, packing, fileCount, sample }: OwnFileResult,
  readMs: number,
): Promise<MadeDataset> {
  const { blob, info } = await inCanonicalForm(dataset, readMs);
  const { dialect, settings, badRowCount, type } = report;
  const notes = [...report.notes, ...(badRowCount === 0 ? [] : [leftOutNote(badRowCount, isMoleculeFile(type))])];
  return {
    blob,
    fileReaders: userFileReaders(
      // No candidate decodes several files, nor a part of one that the reader took itself.
      {
        type,
        packing,
        isOneFile: fileCount === null && sample?.file !== null,
        isSampleFile: sample !== null && sample.file !== null,
      },
      report.candidate,
    ),
    ...(sample === null || sample.file === null ? {} : { sampleFile: sample.file }),
    info: {
      ...info,
      ...(sample === null ? {} : { sample: sample.info }),
      ...(dialect === null ? {} : { readAs: dialect.slice(0, sentenceLimit) }),
      ...(notes.length === 0 ? {} : { notes: notes.slice(0, noteLimit).map((note) => note.slice(0, sentenceLimit)) }),
      ...(settings === null ? {} : { fileSettings: settings }),
    },
  };
}

async function inCanonicalForm(dataset: Dataset, generateMs: number): Promise<Pick<MadeDataset, 'blob' | 'info'>> {
  try {
    const { parts, dataBytes } = toCanonical(dataset);
    return {
      blob: new Blob([...parts]),
      info: {
        status: 'ready',
        schema: schemaOf(dataset),
        itemCount: itemCount(dataset),
        dataBytes,
        sha256: await sha256Of(parts),
        generateMs,
      },
    };
  } catch (thrown) {
    throw new FormatlabError(toErrorRecord(thrown, { tag: 'internal', stage: 'generate' }), { cause: thrown });
  }
}

/**
 * Returns molecules `from` to `to` of a plan's dataset as a dataset of their own.
 * @throws `unsupported` if the dataset does not hold molecules.
 */
type ReadMolecules = (spec: DatasetSpec, ownFile: Blob | null, from: number, to: number) => Promise<Molecules>;

/**
 * A workload generates each slice alone. A file must be read as a whole; it is kept for the next slice of the same file, so that paging
 * through it reads it once.
 */
export function createMoleculeReader(): ReadMolecules {
  let read: { readonly key: string; readonly molecules: Promise<Molecules> } | null = null;

  function wholeFile(spec: OwnFileSpec, ownFile: Blob | null): Promise<Molecules> {
    const key = fileKey(spec, ownFile);
    if (read?.key === key) return read.molecules;
    const molecules = readOwn(spec, given(ownFile)).then(({ dataset }) => asMolecules(dataset));
    const mine = { key, molecules };
    read = mine;
    // After a failure, the next request tries again.
    molecules.catch(() => {
      if (read === mine) read = null;
    });
    return molecules;
  }

  return async (spec, ownFile, from, to) => {
    if (spec.source === 'workload')
      return asMolecules(
        (await loadWorkload(spec.workload)).generate({
          parameters: spec.knobs,
          seed: spec.seed,
          from,
          to: Math.min(to, spec.size),
        }),
      );
    const molecules = await wholeFile(spec, ownFile);
    const end = Math.min(to, molecules.moleculeCount);
    return pickMolecules(
      molecules,
      Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index),
    );
  };
}

/** Identifies a file by its reading options, name, size and date, since a file in a message is a new object every time. */
function fileKey(spec: DatasetSpec, ownFile: Blob | null): string {
  return JSON.stringify([
    spec,
    ownFile?.size ?? null,
    ownFile instanceof File ? [ownFile.name, ownFile.lastModified] : null,
  ]);
}

function asMolecules(dataset: Dataset): Molecules {
  if (dataset.kind !== 'molecules')
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'generate',
      message: `There are no molecules in ${kindNames[dataset.kind]}.`,
    });
  return dataset;
}

async function generate(
  spec: Extract<DatasetSpec, { source: 'workload' }>,
  onFraction: (fraction: number) => void,
): Promise<Dataset> {
  const workload = await loadWorkload(spec.workload);
  try {
    return workload.generate({
      parameters: spec.knobs,
      seed: spec.seed,
      from: 0,
      to: spec.size,
      onProgress: (done) => onFraction(spec.size === 0 ? 1 : done / spec.size),
    });
  } catch (thrown) {
    throw new FormatlabError(toErrorRecord(thrown, { tag: 'internal', stage: 'generate' }), { cause: thrown });
  }
}

function given<T extends UserData>(ownFile: T | null): T {
  if (ownFile !== null) return ownFile;
  throw new FormatlabError({
    tag: 'malformedInput',
    stage: 'import',
    message: 'The plan needs your file, which is not open.',
    remedy: 'Choose the file again. It never leaves the browser, so links and results do not contain it.',
  });
}
