import { describe, expect, it } from 'vitest';
import { namedSituationIds, namedSituationOf, namedSituations } from './named-situations';

const message = namedSituations.message.situation;

describe('the named situations', () => {
  it('are recognised by their values', () => {
    for (const id of namedSituationIds) {
      expect(namedSituationOf(namedSituations[id].situation)).toBe(id);
      expect(namedSituationOf({ ...namedSituations[id].situation, timesOf: 'native' })).toBe(id);
    }
    expect(namedSituationOf({ ...message, reads: 17 })).toBeNull();
  });
});
