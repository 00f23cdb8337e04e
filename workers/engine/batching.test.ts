import { describe, expect, it } from 'vitest';
import { callsPerSample, sampleTargetMs } from './batching';

describe('sampleTargetMs', () => {
  it('is 5 ms on a fine timer, and so long on a coarse one that half a step is 1 %', () => {
    expect(sampleTargetMs(0.005)).toBe(5);
    expect(sampleTargetMs(0.1)).toBe(5);
    expect(sampleTargetMs(1)).toBe(50);
  });
});

describe('callsPerSample', () => {
  it('fills the sample, with one call where one is long enough', () => {
    expect(callsPerSample(0.3, 5)).toBe(17);
    expect(callsPerSample(5, 5)).toBe(1);
    expect(callsPerSample(400, 5)).toBe(1);
  });
  it('is bounded where the timer shows nothing', () => {
    expect(callsPerSample(0, 5)).toBe(2 ** 24);
    expect(callsPerSample(Number.NaN, 5)).toBe(2 ** 24);
  });
});
