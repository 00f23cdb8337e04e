import { describe, expect, it } from 'vitest';
import { mulberry } from '../../workers/model/testing/mulberry';
import type { Situation } from '../view/situation';
import { axes, axesOf } from './axes';
import { winnersAlong } from './envelope';
import { figures, message, randomFigures, randomSituation } from './testing/made-contenders';
import { totalOf, type CandidateFigures } from './totals';

describe('the winner along an axis', () => {
  const next = mulberry(2);
  const cases = Array.from({ length: 120 }, () => ({
    situation: randomSituation(next, { reader: true }),
    all: Array.from({ length: 1 + Math.floor(next() * 40) }, () => randomFigures(next)),
  }));

  it('equals the smallest total at every point of a scan, for every axis of random situations', () => {
    for (const { situation, all } of cases.slice(0, 60)) {
      for (const axis of axesOf(situation)) {
        const spans = winnersAlong(axis, situation, all);
        let most = 0;
        for (let step = 1; step < 60; step += 1) {
          const value = axis.min * (axis.max / axis.min) ** (step / 60);
          const here = axis.withValue(situation, value);
          const totals = all.map((one) => totalOf(here, one));
          const span = spans.find(({ from, to }) => from <= value && value <= to);
          const winner = totals[span?.winner ?? -1] ?? Number.NaN;
          const least = Math.min(...totals);
          // Both may be 0.
          if (winner !== least) most = Math.max(most, Math.abs(winner / least - 1));
          if (Number.isNaN(most)) break;
        }
        expect(most, axis.id).toBeLessThan(5e-10);
      }
    }
  });

  it('has crossings that agree with bisection within 0.1 %', () => {
    let checked = 0;
    for (const { situation, all } of cases) {
      for (const axis of axesOf(situation)) {
        const spans = winnersAlong(axis, situation, all);
        spans.slice(1).forEach(({ winner, from }, index) => {
          const before = all[spans[index]?.winner ?? -1] as CandidateFigures;
          const after = all[winner] as CandidateFigures;
          const isAhead = (value: number) => {
            const here = axis.withValue(situation, value);
            return totalOf(here, after) < totalOf(here, before);
          };
          let low = Math.max(axis.min, from / 1.05);
          let high = Math.min(axis.max, from * 1.05);
          // Two totals that stay equal beyond rounding have no crossing to find.
          if (isAhead(low) || !isAhead(high)) return;
          for (let turn = 0; turn < 60; turn += 1) {
            const middle = Math.sqrt(low * high);
            if (isAhead(middle)) high = middle;
            else low = middle;
          }
          expect(Math.abs(from / low - 1)).toBeLessThan(0.001);
          checked += 1;
        });
      }
    }
    expect(checked).toBeGreaterThan(300);
  });

  it('has spans that follow each other and cover the axis', () => {
    for (const { situation, all } of cases.slice(0, 20)) {
      for (const axis of axesOf(situation)) {
        const spans = winnersAlong(axis, situation, all);
        expect(spans[0]?.from).toBeCloseTo(axis.min, 9);
        expect((spans.at(-1)?.to ?? 0) / axis.max).toBeCloseTo(1, 9);
        spans.slice(1).forEach(({ from }, index) => {
          expect(from).toBe(spans[index]?.to);
        });
      }
    }
  });

  it('changes twice along a price, where look-ups change from single ones to decoding the whole file', () => {
    const lookups = { ...message, goal: 'money' as const, writes: 0, reads: 0, lookups: 1e6, months: 0 };
    const each = { requests: 1, steps: 1, bytes: 100 };
    const both = figures({
      sizeBytes: 1e9,
      decodeMs: 1_000,
      lookupMs: 1,
      lookupRequests: { open: { ...each, bytes: 0 }, each },
    });
    const winners = (axis: 'egressPerGb' | 'corePerHour', situation: Situation, rival: CandidateFigures) =>
      winnersAlong(axes[axis], situation, [both, rival]).map(({ winner }) => winner);
    const only = (sizeBytes: number, decodeMs: number) => figures({ sizeBytes, decodeMs, lookupMs: null });
    expect(winners('egressPerGb', { ...lookups, corePerHour: 3.6 }, only(1.5e8, 600_000))).toEqual([0, 1, 0]);
    expect(winners('corePerHour', { ...lookups, egressPerGb: 1 }, only(3e8, 288_000))).toEqual([0, 1, 0]);
  });

  it('is empty without candidates', () => {
    expect(winnersAlong(axes.reads, message, [])).toEqual([]);
  });
});
