import { expect, it, vi } from 'vitest';
import { createProgressStore } from './progress-store';
import type { RunProgress } from './shown-run';

const progress = (doneTrials: number): RunProgress => ({
  round: 0,
  rounds: 2,
  isLeading: false,
  dataset: 0,
  candidate: 0,
  doneTrials,
  totalTrials: 10,
  remainingMs: null,
  state: 'running',
});

it('tells its listeners once a frame, of the newest', () => {
  const frames: (() => void)[] = [];
  const store = createProgressStore((callback) => frames.push(callback));
  const listener = vi.fn();
  store.subscribe(listener);
  for (let done = 0; done < 5; done++) store.set(progress(done));
  expect(listener).not.toHaveBeenCalled();
  expect(frames).toHaveLength(1);
  frames[0]?.();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get()?.doneTrials).toBe(4);
});

it('schedules anew after a frame, and forgets listeners that left', () => {
  const frames: (() => void)[] = [];
  const store = createProgressStore((callback) => frames.push(callback));
  const listener = vi.fn();
  store.subscribe(listener)();
  store.set(progress(1));
  frames.shift()?.();
  store.set(null);
  frames.shift()?.();
  expect(store.get()).toBeNull();
  expect(listener).not.toHaveBeenCalled();
});
