import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random';
import { summarise } from './summary';
import { measuredTimes, roundsFromTimes, simulatedRounds } from './testing/test-rounds';

const options = { timerStepMs: 0.005 };

describe('summarise', () => {
  it('gives the best sample, the median of the workers’ medians and their MAD', () => {
    const summary = summarise(
      measuredTimes(
        roundsFromTimes([
          [10, 12, 14],
          [11, 13, 30],
          [9, 20, 21],
        ]),
      ),
      options,
    );
    expect(summary).toMatchObject({
      bestMs: 9,
      medianMs: 13,
      madMs: 1,
      p95Ms: 30,
      coldMs: 10,
      roundCount: 3,
      sampleCount: 9,
      callCount: 9,
    });
  });

  it('is null without a sample, and without an interval from fewer than three rounds', () => {
    expect(summarise(measuredTimes([]), options)).toBeNull();
    expect(summarise(measuredTimes(roundsFromTimes([[]])), options)).toBeNull();
    expect(
      summarise(
        measuredTimes(
          roundsFromTimes([
            [10, 11],
            [10, 12],
          ]),
        ),
        options,
      )?.range,
    ).toBeNull();
  });

  it('counts the calls of batched samples', () => {
    expect(
      summarise(
        measuredTimes(
          roundsFromTimes(
            [
              [0.1, 0.1],
              [0.2, 0.1],
            ],
            { callsPerSample: 50 },
          ),
        ),
        options,
      )?.callCount,
    ).toBe(200);
  });

  it('keeps best ≤ median ≤ p95 and best at the least of its rounds, whatever the samples', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 50; run += 1) {
      const summary = summarise(
        measuredTimes(
          simulatedRounds(random, {
            trueMs: 5,
            rounds: 3 + random.below(8),
            samples: 1 + random.below(12),
            betweenWorkers: 0.1,
            withinWorker: 0.2,
          }),
        ),
        options,
      );
      if (summary === null || summary.range === null) throw new Error('There were samples of three rounds.');
      expect(summary.bestMs).toBeLessThanOrEqual(summary.medianMs);
      expect(summary.bestMs).toBeLessThanOrEqual(summary.p95Ms);
      expect(summary.range.lowMs).toBe(summary.bestMs);
      expect(summary.range.highMs).toBeGreaterThanOrEqual(summary.bestMs);
    }
  });

  it('has the best sample of each round in its range', () => {
    const rounds = roundsFromTimes([
      [7, 8],
      [30, 9],
      [2, 40],
    ]);
    expect(summarise(measuredTimes(rounds), options)?.range).toEqual({ lowMs: 2, highMs: 9 });
  });

  it('flags a warm-up that the cap cut short', () => {
    expect(summarise(measuredTimes(roundsFromTimes([[10, 11.3, 12.1]], { warm: false })), options)?.flags).toEqual([
      'notWarm',
    ]);
  });

  it('flags an outlier and keeps it', () => {
    const summary = summarise(measuredTimes(roundsFromTimes([[10, 10.1, 10.2, 10.3, 10.15, 90]])), options);
    expect(summary?.flags).toEqual(['outliers']);
    expect(summary?.p95Ms).toBe(90);
  });

  it('says below resolution where over half of the samples are zero', () => {
    expect(
      summarise(measuredTimes(roundsFromTimes([[0, 0, 0, 0.1]])), { ...options, timerStepMs: 0.1 })?.flags,
    ).toContain('belowResolution');
  });

  it('says below resolution where the samples are a few steps of the timer', () => {
    expect(
      summarise(measuredTimes(roundsFromTimes([[1, 1, 2, 1, 1, 2, 1, 2]])), { ...options, timerStepMs: 1 })?.flags,
    ).toContain('belowResolution');
    expect(summarise(measuredTimes(roundsFromTimes([[3, 3, 3, 3]])), { ...options, timerStepMs: 1 })?.flags).toContain(
      'belowResolution',
    );
  });

  it('does not blame the timer where the samples are long against its step', () => {
    expect(summarise(measuredTimes(roundsFromTimes([[40, 40, 40, 40, 40, 40, 40, 40]])), options)?.flags).toEqual([]);
  });

  it('does not blame the timer where batching made the samples long enough', () => {
    expect(
      summarise(measuredTimes(roundsFromTimes([[0.01, 0.01, 0.01, 0.01]], { callsPerSample: 500 })), {
        ...options,
        timerStepMs: 0.1,
      })?.flags,
    ).toEqual([]);
  });
});
