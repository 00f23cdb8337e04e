import { describe, expect, it } from 'vitest';
import { createTurns } from './turns';

describe('createTurns', () => {
  it('does one thing at a time, in order, also after a failure', async () => {
    const turns = createTurns();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const results = await Promise.allSettled([turns.take(work('a')), turns.take(work('b')), turns.take(work('c'))]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('gives up waiting at once where the signal comes, and never does the work', async () => {
    const turns = createTurns();
    let release = () => {};
    const first = turns.take(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const controller = new AbortController();
    let done = false;
    const second = turns.take(async () => {
      done = true;
    }, controller.signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ record: { tag: 'cancelled' } });
    release();
    await first;
    await turns.take(async () => undefined);
    expect(done).toBe(false);
  });
});
