import type { ByteMap } from '../../workers/model/byte-map';
import type { Plan } from '../../workers/model/plan';
import { connectCoordinator } from '../state/coordinator';
import { saveFile } from '../ui/save-file';

/** Encodes the file of one cell again and offers it as a download. Rejects if the file can't be made. */
export async function downloadEncodedFile(
  plan: Plan,
  dataset: number,
  candidate: number,
  ownFile: File | null,
): Promise<void> {
  const coordinator = await connectCoordinator();
  try {
    const { file, fileName } = await coordinator.encodedFile({ plan, dataset, candidate }, { ownFile });
    saveFile(fileName, file);
  } finally {
    coordinator.dispose();
  }
}

/** Encodes the file of one cell again, and finds out what each of its bytes is for. */
export async function mapEncodedFile(
  plan: Plan,
  dataset: number,
  candidate: number,
  ownFile: File | null,
): Promise<ByteMap> {
  const coordinator = await connectCoordinator();
  try {
    const { file } = await coordinator.encodedFile({ plan, dataset, candidate }, { ownFile });
    return await coordinator.byteMap(file);
  } finally {
    coordinator.dispose();
  }
}
