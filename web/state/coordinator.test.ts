import { expect, it, vi } from 'vitest';
import { withCoordinator } from './coordinator';

const dispose = vi.fn();
vi.mock('../../workers/client/coordinator', () => ({ startCoordinator: () => ({ dispose }) }));

/** A call that a busy worker never answers: only the end of the worker rejects it. */
const unanswered = () =>
  new Promise<never>((_, reject) => dispose.mockImplementation(() => reject(new Error('The worker was terminated.'))));

it('ends the workers at an abort, without an answer of theirs', async () => {
  const abort = new AbortController();
  const work = withCoordinator(unanswered, abort.signal);
  const rejected = expect(work).rejects.toThrow('The worker was terminated.');
  await vi.waitFor(() => expect(dispose.getMockImplementation()).toBeDefined());
  expect(dispose).not.toHaveBeenCalled();
  abort.abort();
  expect(dispose).toHaveBeenCalledOnce();
  await rejected;
});
