import type { Coordinator } from '../../workers/client/coordinator';

/** Creates a coordinator, which the caller must dispose of. The client's code loads on first use. */
export async function connectCoordinator(): Promise<Coordinator> {
  const { startCoordinator } = await import('../../workers/client/coordinator');
  return startCoordinator();
}

export type { Coordinator };
