import type { Coordinator } from '../../workers/client/coordinator';

/** Creates a coordinator, which the caller must dispose of. The client's code loads on first use. */
export async function connectCoordinator(): Promise<Coordinator> {
  const { startCoordinator } = await import('../../workers/client/coordinator');
  return startCoordinator();
}

/** Does some work with a coordinator of its own, which ends with the work, or at once if the signal aborts. */
export async function withCoordinator<T>(
  work: (coordinator: Coordinator) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { workWithCoordinator } = await import('../../workers/client/coordinator');
  return workWithCoordinator(work, signal);
}

export type { Coordinator };
