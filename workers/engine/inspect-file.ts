import type { CoordinatorCalls, InspectedFile } from '../model/protocol/coordinator';
import { datasetKey, keptDatasetLimitBytes } from '../model/protocol/read-file';
import type { OwnFileResult } from '../open-file/report';
import { performanceClock } from './clock';
import { madeOfFile } from './make-dataset';
import { wholeInBrowser } from './whole-in-browser';

type Inspect = CoordinatorCalls['inspectFile'];

/**
 * Reads a user's file for the page: the report, and the dataset for the runs that follow. `onProgress` gets both before the effects of other choices
 * are counted.
 */
export async function inspectFile(
  { file, fileName, type, columnTypes, malformed, reading, sample }: Inspect['in'],
  onProgress: (progress: Inspect['progress']) => void,
): Promise<InspectedFile> {
  const { readOwnFile } = await import('../open-file/read');
  const start = performanceClock.now();
  const inspected = async (result: OwnFileResult): Promise<InspectedFile> => {
    const made = await madeOfFile(result, performanceClock.now() - start);
    const { dataBytes, sha256 } = made.info;
    const report = { ...result.report, dataBytes, sha256, sample: made.info.sample ?? null };
    if (made.blob.size > keptDatasetLimitBytes) return { report, read: null };
    const key = datasetKey({
      source: 'ownFile',
      type: report.type,
      sha256,
      columnTypes,
      malformed,
      reading,
      ...(result.fileCount === null ? {} : { fileCount: result.fileCount }),
      ...(sample === null || result.sample === null ? {} : { sample }),
    });
    await wholeInBrowser(made.blob);
    if (made.sampleFile !== undefined) await wholeInBrowser(made.sampleFile);
    return { report, read: key === null ? null : { key, made } };
  };
  let early: Promise<InspectedFile> | null = null;
  const result = await readOwnFile(file, {
    fileName,
    type,
    columnTypes,
    malformed,
    reading,
    sample,
    onStage: (stage, share) => onProgress(share === undefined ? { stage } : { stage, share }),
    onRead: async (read) => {
      early = inspected(read);
      onProgress(await early);
    },
  });
  const { possibleTypes, found } = result.report;
  const { report, read } = await (early ?? inspected(result));
  return { report: { ...report, possibleTypes, found }, read };
}
