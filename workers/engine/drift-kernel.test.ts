import { describe, expect, it } from 'vitest';
import { describeDrift } from './drift-kernel';
import { telling } from '../model/testing/telling';

describe('describeDrift', () => {
  it('is silent within 10 %', () => {
    expect(
      describeDrift([
        { round: 0, beforeMs: 10, afterMs: 10.9 },
        { round: 1, beforeMs: 10, afterMs: 9.1 },
      ]),
    ).toBeNull();
    expect(describeDrift([])).toBeNull();
  });
  it('names the rounds, counted from 1, and the largest change', () => {
    expect(
      describeDrift([
        { round: 0, beforeMs: 10, afterMs: 12 },
        { round: 1, beforeMs: 10, afterMs: 10 },
        { round: 2, beforeMs: 10, afterMs: 7 },
      ]),
    ).toMatch(telling('rounds 1, 3', '10 %', '30 % faster'));
  });
});
