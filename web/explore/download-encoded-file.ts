import type { ByteMap } from '../../workers/model/byte-map';
import type { Plan } from '../../workers/model/plan';
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
