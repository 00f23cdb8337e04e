import { expect, test } from 'vitest';
import { BondPairs } from './bond-pairs';

test('two atoms are bound once, in either direction, and of each molecule anew', () => {
  const pairs = new BondPairs();
  expect([pairs.add(0, 1), pairs.add(1, 2), pairs.add(2, 0), pairs.add(200, 1)]).toEqual([true, true, true, true]);
  expect([pairs.add(0, 1), pairs.add(2, 1), pairs.add(0, 2), pairs.add(1, 200)]).toEqual([false, false, false, false]);
  pairs.clear();
  expect([pairs.add(1, 200), pairs.add(1, 0), pairs.add(200, 1)]).toEqual([true, true, false]);
});

test('an atom bound to all others is no longer searched than they', () => {
  const pairs = new BondPairs();
  const count = 65_534;
  for (let atom = 1; atom < count; atom += 1) if (!pairs.add(0, atom)) throw new Error(`${atom} was not bound.`);
  let again = 0;
  for (let atom = 1; atom < count; atom += 1) if (!pairs.add(atom, 0)) again += 1;
  expect(again).toBe(count - 1);
});

test('agrees with a set of all pairs', () => {
  const pairs = new BondPairs();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let molecule = 0; molecule < 50; molecule += 1) {
    pairs.clear();
    const known = new Set<string>();
    for (let bond = 0; bond < 400; bond += 1) {
      const [begin, end] = [random(40), 40 + random(40)];
      const key = `${begin} ${end}`;
      const added = bond % 2 === 0 ? pairs.add(begin, end) : pairs.add(end, begin);
      if (added === known.has(key)) throw new Error(`${key} in molecule ${molecule}`);
      known.add(key);
    }
    expect(known.size).toBeLessThan(400);
  }
});
