import type { Plan } from '../../workers/model/plan';
import { connectCoordinator } from '../state/coordinator';
import { saveFile } from '../ui/save-file';

/** One cell's encoded file, made anew and given to the user. Rejects with what went wrong. */
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
