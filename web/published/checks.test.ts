import { expect, test } from 'vitest';
import { figuresOf, lastDigitOf, type PublishedCheck, type PublishedSource } from '../../workers/model/published';
import { isExactFigure, runChecks } from './checks';
import { loadPublishedSources } from '../sources/sources';

const sources = await loadPublishedSources();
const outcomes = new Map(
  sources.flatMap((source) => runChecks(source).map((outcome) => [`${source.id}/${outcome.check.id}`, outcome])),
);

test('recomputes what source 000 prints of memory and bulk size, to the last digit', () => {
  for (const count of [10_000, 50_000, 100_000, 500_000]) {
    expect(outcomes.get(`000/memory/${count}`)?.agrees).toBe(true);
    expect(outcomes.get(`000/bulk-size/${count}`)?.agrees).toBe(true);
  }
});

test('recomputes the ideal times of source 004 as size over 500 MB/s', () => {
  expect(outcomes.get('004/ideal/zstd')?.recomputed).toBeCloseTo(1.64, 10);
  for (const system of ['none', 'snappy', 'lz4', 'zstd', 'root-lz4', 'root-zstd'])
    expect(outcomes.get(`004/ideal/${system}`)?.agrees).toBe(true);
});

test('says where a source does not bear itself out', () => {
  const disagreeing = [...outcomes].filter(([, { agrees }]) => !agrees).map(([id]) => id);
  expect(disagreeing).toEqual([
    '000/again/write/50000',
    '001/again/introduction/julia/array/write',
    '001/again/section/julia/array/read',
    '001/again/section/julia/dict/write',
    '001/again/section/julia/dict/read',
    '001/again/section/python/array/read',
    '001/again/section/python/dict/write',
    '001/again/section/python/dict/read',
    '002/hash/rate/compress/lzma',
    '003/size/factor',
    '003/read/objects',
    '004/root/write/lz4',
    '004/root/read/lz4',
    '004/near-ideal/read',
  ]);
  expect(outcomes.get('002/hash/rate/compress/lzma')?.recomputed).toBeCloseTo(246_469 / 186.7, 10);
  expect(outcomes.get('001/again/introduction/julia/array/write')?.elsewhere?.printed).toBe('1.57 倍');
  expect(outcomes.get('004/root/write/lz4')?.recomputed).toBeCloseTo(37 / 11, 10);
});

test('keeps the rounding of terms apart from a disagreement', () => {
  const outcome = outcomes.get('000/gzip/read-factor/10000');
  expect(outcome?.low).toBeCloseTo(0.65 / 0.065, 10);
  expect(outcome?.high).toBeCloseTo(0.75 / 0.055, 10);
});

test('the same figure elsewhere may leave out digits, rounded or cut, and nothing else', () => {
  expect(outcomes.get('002/again/start/hash-zstd/rate')).toMatchObject({
    agrees: true,
    printed: { printed: '29万QPS' },
    elsewhere: { printed: '297667' },
  });
  expect(outcomes.get('002/again/summary/hash-zstd/ratio')).toMatchObject({
    agrees: true,
    printed: { printed: '57%' },
    elsewhere: { printed: '0.578' },
  });
  expect(outcomes.get('001/again/section/julia/dict/write')).toMatchObject({
    agrees: false,
    printed: { printed: '2.40 倍' },
    elsewhere: { printed: '2.38 倍' },
  });
});

function changed(source: PublishedSource, id: string, factor: number): PublishedSource {
  const copy = structuredClone(source);
  const figure = figuresOf(copy).find((each) => each.id === id);
  if (figure === undefined) throw new Error(`There is no figure ${id}.`);
  figure.value *= factor;
  return copy;
}

const flagged = (source: PublishedSource) =>
  new Set(runChecks(source).flatMap(({ check, agrees }) => (agrees ? [] : [check.id])));
const operandsOf = ({ figure, terms }: PublishedCheck) => [
  figure,
  ...terms.flatMap((term) => (term.kind === 'figure' ? [term.figure] : [])),
];
const isStrict = ({ relation }: PublishedCheck) => relation === 'rounded' || relation === 'cut' || relation === 'same';

/** A tenth off either way; where a figure has so few digits that a tenth lies within its last one, two and a half of that. */
function alterations(source: PublishedSource, id: string): readonly number[] {
  const figure = figuresOf(source).find((each) => each.id === id);
  if (figure === undefined) throw new Error(`There is no figure ${id}.`);
  const isCoarse = !isExactFigure(figure) && lastDigitOf(figure) > figure.value / 10;
  const share = isCoarse ? (2.5 * lastDigitOf(figure)) / figure.value : 0.1;
  return [1 + share, 1 - share];
}

test('hardly any figure has so few digits that a tenth lies within the last one', () => {
  const coarse = sources.flatMap((source) => {
    const operands = new Set(source.checks.filter(isStrict).flatMap(operandsOf));
    return [...operands]
      .filter((id) => Math.abs((alterations(source, id)[0] ?? 1) - 1.1) > 1e-9)
      .map((id) => `${source.id}/${id}`);
  });
  expect(coarse.sort()).toEqual([
    '000/compression/read/hdf5-bulk/10000',
    '000/sizes/read/hdf5-bulk/10000',
    '000/text/bulk/read',
    '002/hash/text/none',
    '002/pages/average',
    '002/pages/average-again',
    '002/tree/text/zstd/latency',
  ]);
});

test.each(sources)(
  '$id: each check that holds to the printed digits is flagged where one of its figures is a tenth off',
  (source) => {
    for (const check of source.checks.filter(isStrict)) {
      const noticed = operandsOf(check).filter((id) =>
        alterations(source, id).every((factor) => flagged(changed(source, id, factor)).has(check.id)),
      );
      expect(noticed, check.id).not.toEqual([]);
    }
  },
);

test.each(sources)(
  '$id: each figure that such a check reads, a tenth off either way, is flagged by one of them',
  (source) => {
    const operands = new Set(source.checks.filter(isStrict).flatMap(operandsOf));
    for (const id of operands) {
      const reading = source.checks.filter((check) => operandsOf(check).includes(id)).map((check) => check.id);
      for (const factor of alterations(source, id)) {
        const flags = flagged(changed(source, id, factor));
        expect(
          reading.some((check) => flags.has(check)),
          `${id} × ${factor}`,
        ).toBe(true);
      }
    }
  },
);

test.for(sources)(
  '$id: what the source says loosely is flagged where it is as far off as its words do not allow',
  (source, { skip }) => {
    const loose = source.checks.filter((each) => !isStrict(each));
    if (loose.length === 0) skip('It says nothing loosely.');
    for (const check of loose) {
      const printed = figuresOf(source).find(({ id }) => id === check.figure);
      const outcome = runChecks(source).find((each) => each.check === check);
      if (printed === undefined || outcome === undefined) throw new Error(`Check ${check.id} is missing.`);
      const beyond = { atLeast: 1.01, atMost: 0.99, about: 1.4 }[String(check.relation)] ?? Number.NaN;
      expect(flagged(changed(source, check.figure, (outcome.recomputed / printed.value) * beyond)), check.id).toContain(
        check.id,
      );
    }
  },
);
