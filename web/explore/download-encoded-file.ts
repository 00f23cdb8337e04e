import type { ByteMap } from '../../workers/model/byte-map';
import type { Candidate, Plan } from '../../workers/model/plan';
import { withCoordinator } from '../state/coordinator';
import { saveFile } from '../ui/save-file';
import type { OwnFile } from '../state/own-file';

/** Encodes the file of one cell again and offers it as a download. Rejects if the file can't be made. */
export async function downloadEncodedFile(
  plan: Plan,
  dataset: number,
  candidate: number,
  ownFile: OwnFile | null,
): Promise<void> {
  const { file, fileName } = await withCoordinator((coordinator) =>
    coordinator.encodedFile({ plan, dataset, candidate }, { ownFile }),
  );
  saveFile(fileName, file);
}

/** Encodes the file of one cell again, and finds out what each of its bytes is for. */
export function mapEncodedFile(
  plan: Plan,
  dataset: number,
  candidate: number,
  ownFile: OwnFile | null,
): Promise<ByteMap> {
  return withCoordinator(async (coordinator) => {
    const { file } = await coordinator.encodedFile({ plan, dataset, candidate }, { ownFile });
    return coordinator.byteMap(file);
  });
}

/** The data as an Arrow IPC stream, without compression. */
const arrowStream: Candidate = {
  format: 'arrow',
  implementation: 'apache-arrow',
  options: { container: 'stream' },
  codec: null,
};

/**
 * The data of a dataset as an Arrow IPC stream.
 * @throws FormatlabError if Arrow does not hold such data.
 */
export async function arrowOfDataset(
  plan: Plan,
  dataset: number,
  _candidate: number,
  ownFile: OwnFile | null,
): Promise<Blob> {
  const place = { plan: { ...plan, candidates: [arrowStream] }, dataset, candidate: 0 };
  const { file } = await withCoordinator((coordinator) => coordinator.encodedFile(place, { ownFile }));
  return file;
}
