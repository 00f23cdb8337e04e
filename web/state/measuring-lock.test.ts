import { expect, test } from 'vitest';
import { holdIfFree, type Locks, lockMeasuring } from './measuring-lock';

/** The locks of one browser: a queue, of which the first holds the lock. */
function fakeLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  let held = 0;
  const request: Locks['request'] = async (name, options, callback) => {
    if (options.ifAvailable && held > 0) return callback(null);
    held += 1;
    const before = last;
    const mine = (async () => {
      await before;
      options.signal?.throwIfAborted();
      return callback({ name, mode: 'exclusive' });
    })().finally(() => {
      held -= 1;
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  return { request };
}

const never = new Promise<never>(() => undefined);
const signal = new AbortController().signal;

test('one tab measures at a time: the next is told, and begins when the first ends', async () => {
  const locks = fakeLocks();
  const said: string[] = [];
  const request = (name: string) => ({ signal, regardless: never, onWait: () => said.push(`${name} waits`) });
  const end = await lockMeasuring(request('first'), locks);
  const second = lockMeasuring(request('second'), locks).then((endSecond) => {
    said.push('second begins');
    return endSecond;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(said).toEqual(['second waits']);
  expect(await holdIfFree(locks)).toBeNull();
  end();
  (await second)();
  expect(said).toEqual(['second waits', 'second begins']);
});

test('who does not wait begins without the lock, and who stops does not begin', async () => {
  const locks = fakeLocks();
  const end = await lockMeasuring({ signal, regardless: never, onWait: () => expect.unreachable() }, locks);
  let waits = 0;
  const onWait = () => {
    waits += 1;
  };
  await lockMeasuring({ signal, regardless: Promise.resolve(), onWait }, locks);
  const stopped = AbortSignal.abort();
  const refused = expect(lockMeasuring({ signal: stopped, regardless: never, onWait }, locks)).rejects.toThrow();
  end();
  await refused;
  expect(waits).toBe(2);
});

test('without locks nothing waits', async () => {
  await lockMeasuring({ signal, regardless: never, onWait: () => expect.unreachable() }, null);
  expect(await holdIfFree(null)).not.toBeNull();
});

test('a lock that is granted just after somebody began without it is not held', async () => {
  let granted: ((lock: Lock | null) => unknown) | null = null;
  const locks: Locks = {
    request: async (name, options, callback) => {
      if (options.ifAvailable) return callback(null);
      granted = () => callback({ name, mode: 'exclusive' });
      return never;
    },
  };
  await lockMeasuring({ signal, regardless: Promise.resolve(), onWait: () => undefined }, locks);
  // What the callback returns is how long the lock is held: a promise would hold it.
  expect((granted as (() => unknown) | null)?.()).toBeUndefined();
});
