import type { Coordinator } from '../../workers/client/coordinator';

/** A coordinator of its own for the caller, who disposes of it. The client's code is fetched when it is first asked for. */
export async function connectCoordinator(): Promise<Coordinator> {
  const { startCoordinator } = await import('../../workers/client/coordinator');
  return startCoordinator();
}

export type { Coordinator };
