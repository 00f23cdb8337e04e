import { expect, it, vi } from 'vitest';
import { announcedOf } from '../app/use-run-announcements';
import { sampleResult } from '../links/testing/sample-results';
import { createProgressStore, isFirstAnswerDue } from './progress-store';
import { announceEveryMs, createAnnouncer } from '../ui/announcer';
import { createRunEndNotice, longRunMs } from './run-end-notice';
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

it('notifies of the end of a long run only where the user chose it, the browser allows it, and the page is not looked at', async () => {
  const kept = new Map<string, string>();
  const shown: string[] = [];
  let permission: NotificationPermission = 'default';
  let answer: NotificationPermission = 'denied';
  let away = true;
  let asked = 0;
  const notice = createRunEndNotice({
    storage: () => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }),
    notifications: () => ({
      permission,
      ask: async () => {
        asked += 1;
        permission = answer;
        return permission;
      },
      show: (title) => void shown.push(title),
    }),
    isAway: () => away,
  });
  expect(notice.tell('finished', longRunMs)).toBe(false);
  expect(asked).toBe(0);
  expect(await notice.choose(true)).toBe('refused');
  expect(notice.isOn()).toBe(false);
  answer = 'granted';
  expect(await notice.choose(true)).toBeNull();
  expect(notice.tell('finished', longRunMs - 1)).toBe(false);
  expect(notice.tell('finished', longRunMs)).toBe(true);
  expect(notice.tell('crashed', longRunMs)).toBe(true);
  away = false;
  expect(notice.tell('finished', longRunMs)).toBe(false);
  away = true;
  expect(await notice.choose(false)).toBeNull();
  expect(notice.tell('finished', longRunMs)).toBe(false);
  expect([asked, new Set(shown).size]).toEqual([2, 2]);
});

it('has no notification where the browser has none, and says so where it keeps no choice', async () => {
  const storage = () => {
    throw new Error('forbidden');
  };
  const isAway = () => true;
  const without = createRunEndNotice({ storage, notifications: () => null, isAway });
  expect([without.canNotify(), await without.choose(true), without.tell('finished', 1e6)]).toEqual([
    false,
    'refused',
    false,
  ]);
  const notifications = () => ({
    permission: 'granted' as const,
    ask: async () => 'granted' as const,
    show: () => undefined,
  });
  expect(await createRunEndNotice({ storage, notifications, isAway }).choose(true)).toBe('notKept');
});

it('announces at most once in ten seconds, then the newest text, and none twice', () => {
  let nowMs = 0;
  const due: { readonly callback: () => void; readonly ms: number }[] = [];
  const announced: string[] = [];
  const announcer = createAnnouncer(
    () => nowMs,
    (callback, ms) => due.push({ callback, ms }),
  );
  announcer.subscribe(() => announced.push(announcer.get()));
  announcer.say('');
  announcer.say('read');
  nowMs = 3_000;
  announcer.say('measuring');
  announcer.say('first');
  announcer.say('first');
  expect(announced).toEqual(['read']);
  expect(due.map(({ ms }) => ms)).toEqual([announceEveryMs - 3_000]);
  nowMs = announceEveryMs;
  due[0]?.callback();
  expect(announced).toEqual(['read', 'first']);
  announcer.say('first');
  nowMs = 3 * announceEveryMs;
  announcer.say('measured');
  expect(announced).toEqual(['read', 'first', 'measured']);
  expect(due).toHaveLength(1);
});

it.each([
  [30_000, 16_000, false],
  [30_000, 15_000, true],
  [15_000, 8_000, false],
  [15_000, 7_500, true],
  [600_000, 585_000, true],
  [undefined, 1_000, false],
  [30_000, null, false],
])('of a budget of %s ms with %s ms left, a first answer is due: %s', (budgetMs, remainingMs, isDue) => {
  const progress = { state: 'running', remainingMs, ...(budgetMs === undefined ? {} : { budgetMs }) };
  expect(isFirstAnswerDue(progress as RunProgress)).toBe(isDue);
  expect(isFirstAnswerDue(null)).toBe(false);
});

it('announces that a file is read, the first answer and the end of a run', () => {
  const result = sampleResult({ candidates: 2, rounds: 1, samples: 1, asked: ['encode'] });
  const shown = { origin: { kind: 'here' as const }, result, running: true };
  const life = { status: 'running' as const, plan: result.plan };
  const early = { ...shown, result: { ...result, cells: result.cells.slice(1) } };
  const texts = [
    announcedOf({ life: { status: 'idle' }, shown: null }, 'none'),
    announcedOf({ life: { status: 'idle' }, shown: null }, 'ready'),
    announcedOf({ life, shown: early }, 'ready'),
    announcedOf({ life, shown }, 'ready'),
    announcedOf({ life: { status: 'finished' }, shown }, 'ready'),
  ];
  expect(texts[0]).toBe('');
  expect(new Set(texts).size).toBe(5);
});
