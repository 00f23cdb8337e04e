import { expect, it } from 'vitest';
import { beginMeasuring, waitingReason } from './measuring-job';

it('lets one job measure at a time, and says what the others wait for', () => {
  const end = beginMeasuring('search');
  expect(end).not.toBeNull();
  expect(beginMeasuring('comparison')).toBeNull();
  expect(waitingReason('comparison')).toMatch(/ search /u);
  expect(waitingReason('search')).toBeNull();
  end?.();
  expect(waitingReason('comparison')).toBeNull();
  const endComparison = beginMeasuring('comparison');
  end?.();
  expect(beginMeasuring('search')).toBeNull();
  endComparison?.();
});

it('ends a job that another of its kind replaced without ending that one', () => {
  const first = beginMeasuring('search');
  const second = beginMeasuring('search');
  first?.();
  expect(beginMeasuring('rewrite')).toBeNull();
  second?.();
  expect(waitingReason('rewrite')).toBeNull();
});
