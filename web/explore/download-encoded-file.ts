import type { Plan } from '../../workers/model/plan';
import { connectCoordinator } from '../app/coordinator';

/** One cell's encoded file, made anew and given to the user. Rejects with what went wrong. */
export async function downloadEncodedFile(plan: Plan, dataset: number, candidate: number, ownFile: File | null): Promise<void> {
  const coordinator = await connectCoordinator();
  try {
    const { file, fileName } = await coordinator.encodedFile({ plan, dataset, candidate }, { ownFile });
    const url = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    // Firefox reads the address after the click has returned.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } finally {
    coordinator.dispose();
  }
}
