import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import slices from '../../../fixtures/molecules/slices.json';
import { withoutSmilesLosses } from '../../formats/smiles/file/forget';
import { readSmiles } from '../../formats/smiles/file/read-lines';
import { writeSmiles } from '../../formats/smiles/file/write-lines';
import { toCanonical, unpackTexts } from '../../model/canonical';
import { inconsistencyOf, type Molecules, stereoKinds } from '../../model/molecules/molecules';
import type { OptionValues } from '../../model/options';
import { workload } from './index';
import { meta } from './meta';
import { type Composition, canBondSites, partGroups, siteKinds } from './parts';
import { titlesOf } from './titles';
import { moleculeDistributions } from './tuning';

const molecules = (knobs: OptionValues, seed: number, from: number, to: number) =>
  workload.generate({ parameters: knobs, seed, from, to }) as Molecules;
const sha256 = (made: Molecules) => {
  const hash = createHash('sha256');
  for (const part of toCanonical(made).parts) hash.update(part);
  return hash.digest('hex');
};
const compositions: readonly Composition[] = ['chembl', 'chebi'];

test.each(slices)(
  'molecules $from to $to of seed $seed, $knobs, are those on record',
  ({ knobs, seed, from, to, sha256: recorded }) => {
    expect(sha256(molecules(knobs, seed, from, to))).toBe(recorded);
  },
);

describe.each(compositions)('molecules like those of %s', (composition) => {
  const plain = molecules({ composition, coordinates: false }, 5, 0, 1_500);

  it('refer only to what they have, and come back column by column from our SMILES', { timeout: 180_000 }, () => {
    expect(inconsistencyOf(plain)).toBeNull();
    expect(sha256(readSmiles(writeSmiles(plain)).molecules)).toBe(sha256(withoutSmilesLosses(plain)));
  });

  it('are the same with coordinates, which are whole ten-thousandths and show the sides of double bonds', {
    timeout: 180_000,
  }, () => {
    const drawn = molecules({ composition, coordinates: true }, 5, 0, 1_500);
    const places = drawn.coordinates as Float64Array;
    expect(sha256({ ...drawn, coordinates: null })).toBe(sha256(plain));
    expect(
      places.every((place) => Number.isFinite(place) && Math.abs(place * 10_000 - Math.round(place * 10_000)) < 1e-6),
    ).toBe(true);
    let doubleBonds = 0;
    for (let molecule = 0; molecule < drawn.moleculeCount; molecule += 1) {
      const firstAtom = drawn.atomOffsets[molecule] ?? 0;
      const firstBond = drawn.bondOffsets[molecule] ?? 0;
      const [x, y] = [0, 1].map((axis) => (atom: number) => places[2 * (firstAtom + atom) + axis] as number) as [
        (atom: number) => number,
        (atom: number) => number,
      ];
      for (
        let element = drawn.stereoOffsets[molecule] ?? 0;
        element < (drawn.stereoOffsets[molecule + 1] ?? 0);
        element += 1
      ) {
        if (drawn.stereo.kinds[element] !== stereoKinds.doubleBond) continue;
        doubleBonds += 1;
        const bond = firstBond + (drawn.stereo.centers[element] as number);
        const [begin, end] = [drawn.bonds.begins[bond] as number, drawn.bonds.ends[bond] as number];
        const sides = [0, 1].map((slot) => {
          const carrier = drawn.stereo.carriers[6 * element + slot] as number;
          return Math.sign(
            (x(end) - x(begin)) * (y(carrier) - y(begin)) - (y(end) - y(begin)) * (x(carrier) - x(begin)),
          );
        });
        expect((sides[0] as number) * (sides[1] as number), `molecule ${molecule}`).toBe(
          drawn.stereo.configurations[element] === 2 ? 1 : -1,
        );
      }
    }
    expect(doubleBonds).toBeGreaterThan(30);
  });

  function expectSize(seeds: readonly number[], count: number, tolerance: number) {
    for (const coordinates of [false, true]) {
      const knobs = { composition, coordinates };
      const bytes = seeds.reduce((sum, seed) => sum + toCanonical(molecules(knobs, seed, 0, count)).dataBytes, 0);
      expect(Math.abs(bytes / meta.dataBytes(knobs, seeds.length * count) - 1)).toBeLessThan(tolerance);
    }
  }

  it('are as large as the metadata say, within 5 %', () => expectSize([10], 2_000, 0.05));

  it('are as large as the metadata say, within 3 %, by any seed', { tags: ['full'], timeout: 180_000 }, () =>
    expectSize([11, 12, 13], 5_000, 0.03),
  );

  it('have a title each, of which none comes twice up to the largest size', () => {
    const titleOf = titlesOf(composition, 9);
    const titles = new Set<string>();
    for (let molecule = 0; molecule < meta.size.max; molecule += 1) titles.add(titleOf(molecule));
    expect(titles.size).toBe(meta.size.max);
    expect(unpackTexts(plain.titles).slice(0, 3)).toEqual([0, 1, 2].map(titlesOf(composition, 5)));
  });

  it('are made by shares that come to a whole, of groups of parts that there are', () => {
    const groups = partGroups(composition);
    const { modes } = moleculeDistributions[composition];
    expect(modes.reduce((sum, { perMille }) => sum + perMille, 0)).toBe(1_000);
    for (const { core, first, extensions, ends, sizes } of modes) {
      expect(extensions.reduce((sum, { perMille }) => sum + perMille, 0)).toBe(1_000);
      for (const group of [
        core,
        first ?? core,
        ...extensions.map((extension) => extension.group),
        ...(ends === undefined ? [] : [ends.tail, ends.core]),
      ])
        expect([...groups.keys()]).toContain(group);
      expect(sizes.map(([share]) => share)).toEqual([...sizes.map(([share]) => share)].sort((a, b) => a - b));
      expect([sizes[0]?.[0], sizes.at(-1)?.[0]]).toEqual([0, 1]);
    }
  });
});

test('what may be bound is so from either side', () => {
  const kinds = Object.values(siteKinds);
  for (const a of kinds) for (const b of kinds) expect(canBondSites(a, b)).toBe(canBondSites(b, a));
  expect(canBondSites(siteKinds.hetero, siteKinds.hetero)).toBe(false);
});
