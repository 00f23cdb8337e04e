import { createElement } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FormatlabError } from '../../workers/model/errors';
import type { ImportedSet } from '../../workers/model/imported-set';
import { candidateKey } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import example from '../../fixtures/imported/example.json';
import { browserReaders } from '../published/import/readers/browser-readers';
import { ImportedCard } from '../published/import/components/ImportedCard';
import { recogniseImport } from '../published/import/readers/recognise';
import { dataOfRun } from '../sources/imported/same-data';
import { defaultResultsView } from '../view/results-view';
import { candidate, codec, makeRun } from '../results/testing/test-results';
import { mutateJson } from './mutate';
import { mulberry } from '../../workers/model/testing/mulberry';
import { createRenderStage, type RenderStage } from './stage';

/** Mutated imported sets, opened as a file is, and drawn on the Published page and as marks among a run's on Explore. */

const candidates = [candidate('raw'), candidate('parquet', codec('zstd', 3)), candidate('arrow', codec('lz4', null))];
const run: RunResult = makeRun({
  cells: candidates.map((each, index) => ({
    candidate: each,
    sizeBytes: 8_000_000 / (index + 1),
    ms: { encode: 5 * (index + 1), decode: 3 },
  })),
  dataBytes: [10_000_000, 5_000_000],
  rounds: 3,
  jitter: 0.1,
});
/** The committed set as a user says that it is of the run's data and candidates. */
const mapped = {
  ...example,
  baseline: example.systems[0]?.id ?? null,
  datasets: example.datasets.map((dataset) => ({ ...dataset, itemCount: 1_000, sameAs: dataOfRun(run, 0) })),
  systems: example.systems.map((system, index) => {
    const here = candidates[index];
    return { ...system, candidate: here === undefined ? null : candidateKey(here) };
  }),
};

let stage: RenderStage;
beforeAll(() => {
  stage = createRenderStage();
});
afterAll(() => stage.close());

async function open(value: unknown): Promise<ImportedSet> {
  const arrival = await recogniseImport(JSON.stringify(value), 'mutated.json', browserReaders);
  if (arrival.kind !== 'set') throw new Error(`It was taken for ${arrival.kind}.`);
  return arrival.set;
}

async function wrongIn(set: ImportedSet, turn: number): Promise<string[]> {
  const shown = { origin: { kind: 'here' }, result: run, running: false } as const;
  const card = await stage.draw(
    createElement(ImportedCard, {
      key: turn,
      set,
      shown,
      dataset: 0,
      onSet: () => undefined,
      onRemove: () => undefined,
    }),
    (host) => host.querySelector('article') !== null,
  );
  const explore = await stage.drawRun(run, {
    view: { ...defaultResultsView, operation: turn % 2 === 0 ? 'encode' : 'decode' },
    imported: [set],
  });
  return [...card, ...explore];
}

async function tryAll(from: number, to: number): Promise<void> {
  let drawn = 0;
  const wrong: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const { value, changes } = mutateJson(mapped, mulberry(seed));
    let set: ImportedSet;
    try {
      set = await open(value);
    } catch (error) {
      expect(error, changes.join('; ')).toBeInstanceOf(FormatlabError);
      continue;
    }
    drawn++;
    const found = await wrongIn(set, seed);
    if (found.length > 0) wrong.push(`${seed} (${changes.join('; ')}): ${found.slice(0, 3).join(' | ')}`);
  }
  expect(wrong.join('\n')).toBe('');
  expect(drawn).toBeGreaterThan((to - from) / 10);
  expect(drawn).toBeLessThan(to - from);
}

it('draws the set as it is', async () => {
  const set = await open(mapped);
  expect(await wrongIn(set, 0)).toEqual([]);
});

it('draws or refuses 30 mutated sets', { tags: ['full'], timeout: 600_000 }, () => tryAll(0, 30));
