import { describe, expect, it } from 'vitest';
import { checkCandidate } from '../../../workers/registry/check-plan';
import { codecs, formats } from '../../../workers/registry/metadata';
import { codecEntries, emptyDraft, implementationLabel, noCodec, preferredFirst, resolveDraft } from './codec-draft';
import { makeCandidate } from './make-candidates';

const format = formats.get('parquet') ?? fail();
const implementation = format.implementations[0] ?? fail();
const resolve = (change: Partial<typeof emptyDraft>) => resolveDraft({ ...emptyDraft, ...change }, implementation);

function fail(): never {
  throw new Error('The registry has no Parquet.');
}

describe('a codec being chosen', () => {
  it('lists each codec once, however many implementations it has', () => {
    const { inside, over } = codecEntries(implementation);
    expect(inside.length).toBeGreaterThan(3);
    expect(over.map(({ value }) => value).sort()).toEqual([...codecs.keys()].sort());
    expect(new Set([...inside, ...over].map(({ value }) => value)).size).toBe(inside.length + over.length);
    expect(over.find(({ value }) => value === 'gzip')?.choices.length).toBeGreaterThan(2);
  });

  it('takes first what others can read', () => {
    for (const { choices } of codecEntries(implementation).over) {
      const [conforming, others] = [true, false].map((wanted) => choices.filter(({ conforms }) => conforms === wanted));
      expect(choices).toEqual([...(conforming ?? []), ...(others ?? [])]);
      // The metadata may list them in any order.
      const turned = choices.toReversed();
      expect(preferredFirst(turned)).toEqual([...(conforming ?? []).toReversed(), ...(others ?? []).toReversed()]);
    }
    const [, ...others] = codecEntries(implementation).over.find(({ value }) => value === 'lz4')?.choices ?? [];
    expect(others.map(implementationLabel)).toContain('lz4js (not conforming)');
  });

  it('is complete whatever was chosen before', () => {
    expect(resolve({ codec: noCodec })).toBeNull();
    expect(resolve({ codec: 'gone' })).toBeNull();
    const { inside, over } = codecEntries(implementation);
    for (const { value, choices } of [...inside, ...over]) {
      for (const choice of choices) {
        for (const granularity of ['file', 'page', 'record'] as const) {
          const resolved = resolve({
            codec: value,
            implementation: choice.implementation,
            granularity,
            level: 99_999,
            options: { nothing: 1, dictionaryKiB: 16 },
          });
          const candidate = makeCandidate(format, implementation, resolved?.codec ?? null);
          expect(checkCandidate(candidate)).toEqual(candidate);
        }
      }
    }
  });

  it('offers a dictionary only for blocks', () => {
    expect(resolve({ codec: 'zstd' })?.blockOptions).toEqual([]);
    const record = resolve({ codec: 'zstd', granularity: 'record', options: { dictionaryKiB: 32 } });
    expect(record?.blockOptions.map(({ id }) => id)).toEqual(['dictionaryKiB']);
    expect(record?.codec.options).toMatchObject({ dictionaryKiB: 32 });
    expect(record?.commonOptions).toEqual(resolve({ codec: 'zstd' })?.commonOptions);
  });

  it('keeps a level that the next implementation has, too', () => {
    expect(resolve({ codec: 'zstd', implementation: 'bokuweb', level: 19 })?.codec).toMatchObject({
      implementation: 'bokuweb',
      level: 19,
    });
    expect(resolve({ codec: 'zstd', implementation: 'bokuweb', level: -5 })?.codec.level).toBe(3);
  });
});
