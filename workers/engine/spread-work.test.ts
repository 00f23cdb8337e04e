import { describe, expect, it } from 'vitest';
import { spreadWork } from './spread-work';

const never = () => false;

/** Which worker did which items, in the order in which they began. */
async function spread(
  items: readonly string[],
  options: Partial<Parameters<typeof spreadWork<string, string>>[3]> = {},
) {
  const begun: string[] = [];
  const left = await spreadWork(
    ['one', 'two'],
    items,
    async (worker, item) => {
      begun.push(`${worker} ${item}`);
      await Promise.resolve();
    },
    { isOver: never, ...options },
  );
  return { begun, left };
}

describe('work that is spread over workers', () => {
  it('is done in its order, one item at a time by each worker', async () =>
    expect(await spread(['a', 'b', 'c', 'd'])).toEqual({ begun: ['one a', 'two b', 'one c', 'two d'], left: 0 }));

  it('goes to the worker that has what it needs, as far as that worker may look ahead', async () => {
    const needsOf = (item: string) => item[0];
    expect((await spread(['a1', 'b1', 'b2', 'a2'], { needsOf, lookAhead: 2 })).begun).toEqual([
      'one a1',
      'two b1',
      'one a2',
      'two b2',
    ]);
    expect((await spread(['a1', 'b1', 'b2', 'b3', 'a2'], { needsOf, lookAhead: 1 })).begun).toEqual([
      'one a1',
      'two b1',
      'one b2',
      'two b3',
      'one a2',
    ]);
  });

  it('ends when its time is over, but begins as many items as it must', async () => {
    expect(await spread(['a', 'b', 'c', 'd'], { isOver: () => true, least: 3 })).toEqual({
      begun: ['one a', 'two b', 'one c'],
      left: 1,
    });
  });

  it('leaves out what does not fit into the time that is left, but not what must be begun', async () => {
    const fits = (item: string) => item.length === 1;
    expect(await spread(['long', 'b', 'longer', 'd'], { fits, least: 1 })).toEqual({
      begun: ['one long', 'two b', 'one d'],
      left: 1,
    });
  });

  it('begins no later item that a worker prefers once its time is over', async () => {
    const asked: number[] = [];
    const { begun, left } = await spread(['a1', 'b1', 'b2', 'a2', 'a3'], {
      needsOf: (item) => item[0],
      lookAhead: 3,
      // The time is over when both workers have begun.
      isOver: () => asked.push(1) > 2,
      least: 3,
    });
    expect({ begun, left }).toEqual({ begun: ['one a1', 'two b1', 'one b2'], left: 2 });
  });

  it('fails as soon as one item fails, and begins no other', async () => {
    const begun: string[] = [];
    const work = async (worker: string, item: string) => {
      begun.push(`${worker} ${item}`);
      if (item === 'a') throw new Error('It failed.');
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    await expect(spreadWork(['one', 'two'], ['a', 'b', 'c'], work, { isOver: never })).rejects.toThrow('It failed.');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(begun).toEqual(['one a', 'two b']);
  });
});
