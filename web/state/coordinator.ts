import type { Coordinator } from '../../workers/client/coordinator';

/** Creates a coordinator, which the caller must dispose of. The client's code loads on first use. */
export async function connectCoordinator(): Promise<Coordinator> {
  const { startCoordinator } = await import('../../workers/client/coordinator');
  return startCoordinator();
}

/**
 * Does some work with a coordinator of its own, which ends with the work. An abort ends the workers at once and rejects the calls that wait for them,
 * since a busy worker would not get the message.
 */
export async function withCoordinator<T>(
  work: (coordinator: Coordinator) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const coordinator = await connectCoordinator();
  signal?.addEventListener('abort', coordinator.dispose);
  try {
    signal?.throwIfAborted();
    return await work(coordinator);
  } finally {
    coordinator.dispose();
  }
}

export type { Coordinator };
