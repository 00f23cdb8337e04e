import { describe, expect, it } from 'vitest';
import { fakeClock } from './testing/fake-clock';
import { timeCalls } from './timed-calls';

describe('timeCalls', () => {
  it('times synchronous calls without a promise', () => {
    const clock = fakeClock();
    let made = 0;
    const timing = timeCalls(
      clock,
      () => {
        clock.advance(2);
        made += 1;
        return made;
      },
      5,
    );
    expect(timing).toEqual({ elapsedMs: 10, last: 5 });
  });

  it('awaits asynchronous calls one after the other', async () => {
    const clock = fakeClock();
    let running = 0;
    let together = 0;
    const timing = timeCalls(
      clock,
      async () => {
        running += 1;
        together = Math.max(together, running);
        await Promise.resolve();
        clock.advance(3);
        running -= 1;
        return 'made';
      },
      4,
    );
    expect(timing).toBeInstanceOf(Promise);
    expect(await timing).toEqual({ elapsedMs: 12, last: 'made' });
    expect(together).toBe(1);
  });

  it('passes a failure on, synchronous or not', async () => {
    const clock = fakeClock();
    expect(() =>
      timeCalls(
        clock,
        () => {
          throw new Error('no');
        },
        1,
      ),
    ).toThrow('no');
    await expect(timeCalls(clock, () => Promise.reject(new Error('later')), 2)).rejects.toThrow('later');
  });
});
