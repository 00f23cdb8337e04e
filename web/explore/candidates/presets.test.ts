import { describe, expect, it } from 'vitest';
import { candidateKey } from '../../../workers/model/plan';
import { checkCandidate } from '../../../workers/registry/check-plan';
import { defaultPlan } from '../../../workers/registry/default-plan';
import { workloads } from '../../../workers/registry/metadata';
import { whyUnsupported } from './make-candidates';
import { candidatePresets } from './presets';

const schemaOf = (id: string) => schemas[[...workloads.keys()].indexOf(id)] ?? null;
const schemas = [...workloads.values()].map((workload) => workload.schema(Object.fromEntries(workload.knobs.map((knob) => [knob.id, knob.default])), workload.size.default));
const preset = (id: string, workload: string) => candidatePresets.find((each) => each.id === id)?.candidates(schemaOf(workload)) ?? [];

describe.each(candidatePresets)('the preset “$label”', ({ id, candidates }) => {
  it.each(schemas)('has candidates that the registry takes, each once, for $kind', (schema) => {
    const chosen = candidates(schema);
    expect(chosen.length).toBeGreaterThanOrEqual(2);
    expect(chosen.map(checkCandidate)).toEqual(chosen);
    expect(new Set(chosen.map(candidateKey)).size).toBe(chosen.length);
    if (id !== 'source000') expect(chosen.map((candidate) => whyUnsupported(candidate, schema))).toEqual(chosen.map(() => null));
  });
});

it('source 000 compares what the source compared, beside the baseline', () => {
  expect(preset('source000', 'keyedVectors').map(({ format, options, codec }) => [format, options.layout ?? null, codec?.level ?? null])).toEqual([
    ['raw', null, null],
    ['pickle', null, null],
    ['hdf5', 'each', null],
    ['hdf5', 'bulk', null],
    ['hdf5', 'bulk', 4],
  ]);
});

it('source 004 has none and every codec of Parquet', () => {
  const families = new Set(preset('source004', 'events').map(({ codec }) => codec?.id ?? 'none'));
  for (const id of ['none', 'snappy', 'zstd']) expect(families).toContain(id);
  expect(families.size).toBeGreaterThanOrEqual(6);
});

it('“Suggested” is what the page starts with', () =>
  expect(preset('suggested', 'keyedVectors').map(candidateKey)).toEqual(defaultPlan().candidates.map(candidateKey)));
