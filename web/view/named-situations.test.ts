import { describe, expect, it } from 'vitest';
import { createOwnSituations, longestOwnName, mostOwnSituations } from '../state/own-situations';
import { namedSituationIds, namedSituationOf, namedSituations } from './named-situations';

const message = namedSituations.message.situation;

describe('the named situations', () => {
  it('are recognised by their values', () => {
    for (const id of namedSituationIds) {
      expect(namedSituationOf(namedSituations[id].situation)).toBe(id);
      expect(namedSituationOf({ ...namedSituations[id].situation, timesOf: 'native' })).toBe(id);
      expect(namedSituationOf({ ...namedSituations[id].situation, amountBytes: 5e11 })).toBe(id);
    }
    expect(namedSituationOf({ ...message, reads: 17 })).toBeNull();
  });
});

describe('the situations that the user saves', () => {
  const storageOf = (kept: string | null = null) => {
    let text = kept;
    return {
      getItem: () => text,
      setItem: (_: string, next: string) => {
        text = next;
      },
      text: () => text,
    };
  };

  it('are kept by their names, and read again', () => {
    const storage = storageOf();
    const own = createOwnSituations(() => storage);
    expect([own.save(' Backup ', message), own.save('Backup', { ...message, reads: 3 })]).toEqual([null, null]);
    expect(own.save('Other', message)).toBeNull();
    const again = createOwnSituations(() => storage);
    expect(again.get()).toEqual([
      { name: 'Backup', situation: { ...message, reads: 3 } },
      { name: 'Other', situation: message },
    ]);
    again.remove('Backup');
    expect(
      createOwnSituations(() => storage)
        .get()
        .map(({ name }) => name),
    ).toEqual(['Other']);
  });
  it('have a name, are at most as many as a list shows, and last without storage as long as the page', () => {
    const own = createOwnSituations(() => storageOf());
    expect([own.save('  ', message), own.save('x'.repeat(longestOwnName + 1), message)]).toEqual(['noName', 'noName']);
    for (let count = 0; count < mostOwnSituations; count += 1) expect(own.save(`${count}`, message)).toBeNull();
    expect([own.save('more', message), own.save('3', message)]).toEqual(['tooMany', null]);
    const forbidden = createOwnSituations(() => {
      throw new Error('forbidden');
    });
    expect([forbidden.save('Here', message), forbidden.get()]).toEqual([
      'noStorage',
      [{ name: 'Here', situation: message }],
    ]);
  });
  it('are not read from storage that is damaged', () => {
    for (const kept of [
      '{',
      '{}',
      '[{"name":"x"}]',
      JSON.stringify([{ name: 'x', situation: { ...message, reads: -1 } }]),
    ])
      expect(createOwnSituations(() => storageOf(kept)).get()).toEqual([]);
  });
});
