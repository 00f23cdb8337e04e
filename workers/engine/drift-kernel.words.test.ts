import { expect, it } from 'vitest';
import { describeDrift } from './drift-kernel';

it('says in which rounds the machine was faster or slower', () => {
  const round = (index: number, afterMs: number) => ({ round: index, beforeMs: 10, afterMs });
  expect([describeDrift([round(0, 12), round(1, 10), round(2, 7)]), describeDrift([round(1, 15)])]).toEqual([
    'The machine’s own speed changed by more than 10 % during rounds 1, 3 (up to 30 % faster): something else was running.',
    'The machine’s own speed changed by more than 10 % during round 2 (up to 50 % slower): something else was running.',
  ]);
});
