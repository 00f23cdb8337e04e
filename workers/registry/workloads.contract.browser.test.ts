import { describe, expect, it } from 'vitest';
import { packTexts, toCanonical, unpackTexts } from '../model/canonical';
import { numericConstructor } from '../model/column';
import { sliceRows } from '../model/column-rows';
import { type Dataset, type Dict, itemCount, type KeyedVectors, schemaOf, type Table } from '../model/dataset';
import type { WorkloadMeta } from '../model/entry';
import { MoleculesBuilder } from '../model/molecules/builder';
import { carrierSlots, type Molecules, type StereoKind } from '../model/molecules/molecules';
import type { OptionValues } from '../model/options';
import { extremeOptions } from './testing/contract-cases';
import { workloads } from './metadata';
import { loadWorkload } from './modules';

/** Holds for every workload, found through the registry: a new one is tested by being there. */

const size = 301;
const cuts = [0, 1, 2, 150, 299, size];

async function sha256(dataset: Dataset): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([...toCanonical(dataset).parts]).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const cases = [...workloads.values()].flatMap((meta) =>
  extremeOptions(meta.parameters, meta.label).map((parameters) => ({
    meta,
    parameters,
    name: `${meta.id} ${JSON.stringify(changed(meta, parameters))}`,
  })),
);

function changed(meta: WorkloadMeta, parameters: OptionValues): OptionValues {
  return Object.fromEntries(
    meta.parameters
      .filter(({ id, default: value }) => parameters[id] !== value)
      .map(({ id }) => [id, parameters[id] ?? '']),
  );
}

/** The slices one after the other, as one dataset. */
function joined(slices: readonly Dataset[]): Dataset {
  const [first] = slices;
  if (first === undefined) throw new Error('There is no slice.');
  if (first.kind === 'keyedVectors') {
    return {
      ...first,
      entries: new Map(
        slices.flatMap((slice): [string, Float64Array | Float32Array][] =>
          slice.kind === 'keyedVectors' ? [...slice.entries] : [],
        ),
      ),
    } as KeyedVectors;
  }
  switch (first.kind) {
    case 'array': {
      const parts = slices.flatMap((slice) => (slice.kind === 'array' ? [slice.values] : []));
      const values = new (numericConstructor(first.elementType))(parts.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of parts) {
        (values as Float64Array).set(part as Float64Array, at);
        at += part.length;
      }
      return { ...first, shape: [values.length], values };
    }
    case 'stringArray':
    case 'list':
      return {
        ...first,
        values: slices.flatMap((slice): unknown[] =>
          slice.kind === 'list' || slice.kind === 'stringArray' ? [...slice.values] : [],
        ),
      } as Dataset;
    case 'dict':
      return {
        ...first,
        entries: new Map(
          slices.flatMap((slice): [unknown, unknown][] => (slice.kind === 'dict' ? [...slice.entries] : [])),
        ),
      } as Dict;
  }
  if (first.kind === 'records') {
    const all = slices.flatMap((slice) => (slice.kind === 'records' ? [slice] : []));
    const recordCount = all.reduce((sum, slice) => sum + slice.recordCount, 0);
    const texts = (part: 'keys' | 'values') =>
      packTexts(
        all.flatMap((slice) => unpackTexts(slice[part])),
        recordCount,
      );
    return { kind: 'records', recordCount, keys: texts('keys'), values: texts('values') };
  }
  if (first.kind === 'molecules') return joinedMolecules(slices as readonly Molecules[]);
  throw new Error(`Slices of ${first.kind} are not joined here yet: say how.`);
}

const rowsOf = ({ columns }: Table, from: number, to: number): Table => ({
  kind: 'table',
  rowCount: to - from,
  columns: columns.map((column) => sliceRows(column, from, to)),
});

/** By what a builder is given, molecule by molecule. */
function joinedMolecules(slices: readonly Molecules[]): Molecules {
  const builder = new MoleculesBuilder({ coordinates: slices[0]?.coordinates !== null });
  for (const {
    moleculeCount,
    atomOffsets,
    bondOffsets,
    stereoOffsets,
    atoms,
    bonds,
    stereo,
    coordinates,
    titles,
  } of slices) {
    const range = (offsets: Int32Array, molecule: number) =>
      Array.from(
        { length: (offsets[molecule + 1] ?? 0) - (offsets[molecule] ?? 0) },
        (_, index) => (offsets[molecule] ?? 0) + index,
      );
    const value = (column: ArrayLike<number> | null, index: number) => column?.[index] ?? 0;
    unpackTexts(titles).forEach((title, molecule) => {
      for (const atom of range(atomOffsets, molecule)) {
        const [element, hydrogens, charge, isotope, aromatic, map] = [
          atoms.elements,
          atoms.hydrogens,
          atoms.charges,
          atoms.isotopes,
          atoms.aromatic,
          atoms.maps,
        ].map((column) => value(column, atom));
        builder.addAtom(
          element ?? 0,
          hydrogens,
          charge,
          isotope,
          aromatic,
          map,
          value(coordinates, 2 * atom),
          value(coordinates, 2 * atom + 1),
        );
      }
      for (const bond of range(bondOffsets, molecule))
        builder.addBond(
          value(bonds.begins, bond),
          value(bonds.ends, bond),
          value(bonds.orders, bond),
          value(bonds.aromatic, bond),
        );
      for (const element of range(stereoOffsets, molecule)) {
        const carriers = stereo.carriers.subarray(carrierSlots * element, carrierSlots * (element + 1));
        builder.addStereo(
          value(stereo.kinds, element) as StereoKind,
          value(stereo.centers, element),
          value(stereo.configurations, element),
          carriers,
        );
      }
      builder.endMolecule(title);
    });
    expect(titles.offsets).toHaveLength(moleculeCount + 1);
  }
  return builder.finish();
}

it('finds workloads to test', () => {
  expect([...workloads.keys()]).toEqual(
    expect.arrayContaining(['array', 'dict', 'events', 'keyedVectors', 'list', 'table']),
  );
});

describe.each([...workloads.values()])('$id', (meta) => {
  it('has sane metadata', () => {
    expect(meta.size.min).toBeLessThanOrEqual(meta.size.default);
    expect(meta.size.default).toBeLessThanOrEqual(meta.size.max);
    expect(meta.description.length).toBeGreaterThan(20);
    expect(meta.presets.length).toBeGreaterThan(0);
    for (const preset of meta.presets) {
      expect(preset.size).toBeGreaterThanOrEqual(meta.size.min);
      expect(preset.size).toBeLessThanOrEqual(meta.size.max);
    }
    expect(new Set(meta.parameters.map(({ id }) => id)).size).toBe(meta.parameters.length);
    const defaults = extremeOptions(meta.parameters, meta.label)[0] ?? {};
    expect(meta.dataBytes(defaults, meta.size.default), 'the first run is on 10 MB at most').toBeLessThanOrEqual(
      10_000_000,
    );
    expect(meta.schema(defaults, meta.size.default).kind).toBe(meta.kind);
  });

  it('gives other data for another seed, where anything is drawn', async () => {
    const { generate } = await loadWorkload(meta.id);
    const drawn = meta.parameters.some(({ id }) => id === 'duplicateShare') ? { duplicateShare: 0.5 } : {};
    const parameters = { ...extremeOptions(meta.parameters, meta.label)[0], ...drawn };
    const hashes = await Promise.all(
      [0, 1, 2, 2 ** 32 - 1].map((seed) => sha256(generate({ parameters, seed, from: 0, to: size }))),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

/** The quick suite makes slices of each workload with its defaults only. */
const tagsOf = (meta: WorkloadMeta, parameters: OptionValues): 'full'[] =>
  Object.keys(changed(meta, parameters)).length === 0 ? [] : ['full'];

describe.each(cases)('$name', ({ meta, parameters }) => {
  it('gives equal data for an equal seed, of the size and schema that it says beforehand', async () => {
    const { generate } = await loadWorkload(meta.id);
    const dataset = generate({ parameters, seed: 7, from: 0, to: size });
    expect(await sha256(generate({ parameters, seed: 7, from: 0, to: size }))).toBe(await sha256(dataset));
    expect(itemCount(dataset)).toBe(size);
    const { dataBytes } = toCanonical(dataset);
    if (meta.dataBytesApproximate === undefined) expect(dataBytes).toBe(meta.dataBytes(parameters, size));
    else {
      // So few items are only near what is expected of many.
      expect(Math.abs(meta.dataBytes(parameters, size) / dataBytes - 1)).toBeLessThan(0.25);
      const many = Math.min(10_000, meta.size.max);
      const manyBytes = toCanonical(generate({ parameters, seed: 7, from: 0, to: many })).dataBytes;
      expect(Math.abs(meta.dataBytes(parameters, many) / manyBytes - 1)).toBeLessThan(0.05);
    }
    expect(schemaOf(dataset)).toEqual(meta.schema(parameters, size));
  });

  it('gives slices that equal the whole, and reports its progress to the end', {
    tags: tagsOf(meta, parameters),
  }, async () => {
    const { generate } = await loadWorkload(meta.id);
    const slices = cuts.slice(1).map((to, index) => {
      const progress: number[] = [];
      const slice = generate({
        parameters,
        seed: 7,
        from: cuts[index] ?? 0,
        to,
        onProgress: (done) => progress.push(done),
      });
      expect(progress.at(-1)).toBe(to - (cuts[index] ?? 0));
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
      return slice;
    });
    const whole = generate({ parameters, seed: 7, from: 0, to: size });
    if (whole.kind === 'table')
      for (const [index, slice] of slices.entries())
        expect(await sha256(slice)).toBe(await sha256(rowsOf(whole, cuts[index] ?? 0, cuts[index + 1] ?? 0)));
    else expect(await sha256(joined(slices))).toBe(await sha256(whole));
    const far = meta.size.max - 2;
    expect(
      itemCount(generate({ parameters, seed: 7, from: far, to: far + 2 })),
      'the last items without those before',
    ).toBe(2);
  });
});

describe('the parameters of keyedVectors', () => {
  const vectors = async (parameters: OptionValues) => {
    const meta = workloads.get('keyedVectors');
    if (meta === undefined) throw new Error('There is no workload keyedVectors.');
    const { generate } = await loadWorkload('keyedVectors');
    const dataset = generate({
      parameters: { ...extremeOptions(meta.parameters, meta.label)[0], dimension: 100, ...parameters },
      seed: 3,
      from: 0,
      to: 200,
    }) as KeyedVectors;
    return [...dataset.entries.values()].flatMap((vector) => [...vector]);
  };

  it('give the share of zeros and of repeated values that they say, within five standard deviations', async () => {
    const values = await vectors({ zeroShare: 0.3, duplicateShare: 0.5, distinctValues: 16 });
    const zeros = values.filter((value) => value === 0).length;
    expect(Math.abs(zeros - 6_000)).toBeLessThan(5 * Math.sqrt(20_000 * 0.3 * 0.7));
    const counts = new Map<number, number>();
    for (const value of values) if (value !== 0) counts.set(value, (counts.get(value) ?? 0) + 1);
    const repeated = [...counts.values()].filter((count) => count > 1);
    expect(repeated).toHaveLength(16);
    expect(Math.abs(repeated.reduce((sum, count) => sum + count, 0) - 7_000)).toBeLessThan(
      5 * Math.sqrt(20_000 * 0.35 * 0.65),
    );
  });

  it('give values over [0, 1) that are multiples of 2⁻⁵³, and not of a larger step', async () => {
    const values = await vectors({});
    const units = values.map((value) => BigInt(value * 2 ** 53));
    expect(values.every((value, index) => value >= 0 && value < 1 && Number(units[index]) === value * 2 ** 53)).toBe(
      true,
    );
    expect(units.some((unit) => unit % 2n === 1n)).toBe(true);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 / Math.sqrt(12 * values.length));
  });

  it.each(['1', '4', '15'])('keep %s decimal digits and no more', async (decimals) => {
    const values = await vectors({ decimals });
    expect(values.every((value) => Number(value.toFixed(Number(decimals))) === value)).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(decimals === '1' ? 10 : 5_000);
  });
});

it('events count as np.arange does', async () => {
  const meta = workloads.get('events');
  if (meta === undefined) throw new Error('There is no workload events.');
  const { generate } = await loadWorkload('events');
  const table = generate({
    parameters: extremeOptions(meta.parameters, meta.label)[0] ?? {},
    seed: 1,
    from: 90,
    to: 110,
  }) as Table;
  expect(table.columns.map(({ name }) => name)).toEqual(['x', 'y', 'ax', 'ay', 'ax0', 'ay0', 'ax1', 'ay1']);
  for (const column of table.columns)
    expect('values' in column && [...column.values]).toEqual(
      Array.from({ length: 20 }, (_, index) => BigInt(90 + index)),
    );
});
