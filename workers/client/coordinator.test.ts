import { expect, it, vi } from 'vitest';
import { type Coordinator, workWithCoordinator } from './coordinator';

it('ends the workers at an abort, without an answer of theirs', async () => {
  const dispose = vi.fn<() => void>();
  /** A call that a busy worker never answers: only the end of the worker rejects it. */
  const unanswered = () =>
    new Promise<never>((_, reject) =>
      dispose.mockImplementation(() => reject(new Error('The worker was terminated.'))),
    );
  const abort = new AbortController();
  const work = workWithCoordinator(unanswered, abort.signal, { dispose } as Partial<Coordinator> as Coordinator);
  expect(dispose).not.toHaveBeenCalled();
  abort.abort();
  expect(dispose).toHaveBeenCalledOnce();
  await expect(work).rejects.toThrow('The worker was terminated.');
});
