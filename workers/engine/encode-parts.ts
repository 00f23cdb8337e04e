import type { Dataset } from '../model/dataset';
import { datasetRanges } from './dataset-rows';
import { itemCount } from '../model/dataset';
import type { Candidate } from '../model/plan';
import type { DatasetSample, WholeBytes } from '../model/result';
import { remotePartsOf } from '../open-file/remote-parts';
import { brokenUnits, needsOrder, partRanges } from '../model/statistics/sample-parts';
import { type CandidateSession, openCandidate, runAtStage } from './candidate-session';
import type { TrialContext } from './trial-context';
import { DictionaryFiles } from './whole-file-size';

type File = Uint8Array<ArrayBuffer>;

export interface EncodedParts {
  readonly partsBytes: number[];
  /** The size of the sample's file if each unit is broken in two: what neighbouring rows save. */
  readonly brokenBytes?: number;
  /** Of a format whose columns may have dictionaries. */
  readonly wholeBytes?: WholeBytes;
}

/**
 * Encodes parts of a sample, each alone, outside every clock: the whole file's size is predicted from theirs. The worker reports before each call, so
 * that each has the time limit of a call to itself.
 * @param file the sample's file
 */
export async function encodeParts(
  session: CandidateSession,
  { dataset, dataBytes }: { readonly dataset: Dataset; readonly dataBytes: number },
  sample: DatasetSample,
  file: File,
  { registry, clock, onStage }: TrialContext,
): Promise<EncodedParts> {
  const { candidate, fileCodec } = session;
  const encode = async (by: CandidateSession, data: Dataset): Promise<File> => {
    onStage('encode');
    return runAtStage('encode', candidate, () => by.encode(data));
  };
  const ranges = partRanges(sample.unitItems, itemCount(dataset));
  const dictionaryParts = fileCodec === null ? remotePartsOf(candidate.format)?.dictionaryParts : undefined;
  const sampled = dictionaryParts === undefined ? null : new DictionaryFiles(file, dictionaryParts);
  const dictionaryFiles = sampled?.hasDictionaries === true ? sampled : null;
  const partsBytes: number[] = [];
  for (const range of ranges) {
    const part = await encode(session, datasetRanges(dataset, [range]));
    partsBytes.push(part.length);
    dictionaryFiles?.addPart(part);
  }
  const broken = needsOrder(dataset.kind, candidate) ? null : brokenUnits(sample.unitItems, itemCount(dataset));
  const brokenBytes =
    broken === null ? {} : { brokenBytes: (await encode(session, datasetRanges(dataset, broken))).length };
  if (dictionaryFiles === null) return { partsBytes, ...brokenBytes };
  const withoutDictionaries = async (): Promise<File> => {
    const without = { ...candidate, options: optionsWithoutDictionaries(candidate) };
    const other = await openCandidate(registry, without, session.context.schema, dataBytes, clock);
    try {
      return await encode(other, dataset);
    } finally {
      other.close();
    }
  };
  const wholeBytes = await dictionaryFiles.wholeBytes(dataset, sample, ranges, candidate, withoutDictionaries);
  return { partsBytes, ...brokenBytes, wholeBytes };
}

/**
 * The options of a file whose dictionaries exceed their limit at once, so that the writer stores columns as it does after that. A library without an
 * option for the limit stores them plain.
 */
function optionsWithoutDictionaries({ options }: Candidate): Candidate['options'] {
  return 'dictionaryKiB' in options ? { ...options, dictionaryKiB: 1 } : { ...options, encoding: 'PLAIN' };
}
