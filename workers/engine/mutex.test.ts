import { describe, expect, it } from 'vitest';
import { createMutex } from './mutex';

describe('createMutex', () => {
  it('does one thing at a time, in order, also after a failure', async () => {
    const mutex = createMutex();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const results = await Promise.allSettled([mutex.run(work('a')), mutex.run(work('b')), mutex.run(work('c'))]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('gives up waiting at once where the signal comes, and never does the work', async () => {
    const mutex = createMutex();
    let release = () => {};
    const first = mutex.run(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const controller = new AbortController();
    let done = false;
    const second = mutex.run(async () => {
      done = true;
    }, controller.signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ record: { tag: 'cancelled' } });
    release();
    await first;
    await mutex.run(async () => undefined);
    expect(done).toBe(false);
  });
});
