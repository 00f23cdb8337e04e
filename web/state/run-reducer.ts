import type { ErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import { withAllKeptTimes, withKeptTimes } from '../../workers/model/kept-times';
import type { RunEvent } from '../../workers/model/protocol/coordinator';
import type { RunResult } from '../../workers/model/result';
import { applyRunEvent } from '../../workers/model/run-events';
import type { ShownRun } from './shown-run';

/** The state of the run on this page. `shown` keeps the measured results, however a run ends. */
export type RunLifecycle =
  | { readonly status: 'idle' }
  /** Waits until another tab has ended its measuring. */
  | { readonly status: 'waiting'; readonly plan: Plan }
  /** Requested, but the coordinator has not answered yet. The previous results stay visible. */
  | { readonly status: 'starting'; readonly plan: Plan }
  /** The best settings of each column are searched, before the rounds begin. */
  | { readonly status: 'searching'; readonly plan: Plan }
  | { readonly status: 'running'; readonly plan: Plan }
  | { readonly status: 'stopping'; readonly plan: Plan }
  | { readonly status: 'finished' }
  | { readonly status: 'stopped' }
  | { readonly status: 'crashed'; readonly error: ErrorRecord };

export interface RunState {
  readonly life: RunLifecycle;
  readonly shown: ShownRun | null;
}

export type RunAction =
  | { readonly type: 'show'; readonly shown: ShownRun }
  | { readonly type: 'start'; readonly plan: Plan }
  | { readonly type: 'event'; readonly event: Exclude<RunEvent, { type: 'progress' }> }
  /** Another tab measures; then it has ended, or the user does not wait. */
  | { readonly type: 'wait' }
  | { readonly type: 'begin' }
  | { readonly type: 'search' }
  | { readonly type: 'stop' }
  | { readonly type: 'finish'; readonly result: RunResult }
  | { readonly type: 'crash'; readonly error: ErrorRecord }
  | { readonly type: 'dismiss' }
  /** Hides the results, since the stored runs were cleared. */
  | { readonly type: 'forget' };

export const initialRunState: RunState = { life: { status: 'idle' }, shown: null };

export function isActive(life: RunLifecycle): life is Extract<RunLifecycle, { plan: Plan }> {
  return ['waiting', 'starting', 'searching', 'running', 'stopping'].includes(life.status);
}

export function runReducer(state: RunState, action: RunAction): RunState {
  const { life } = state;
  switch (action.type) {
    case 'show':
      // A run in progress is never replaced.
      return isActive(life) ? state : { life: { status: 'idle' }, shown: withKept(action.shown) };
    case 'start':
      return isActive(life) ? state : { life: { status: 'starting', plan: action.plan }, shown: state.shown };
    case 'event':
      return isActive(life) ? applyEvent(state, life, action.event) : state;
    case 'wait':
      return life.status === 'starting' ? { ...state, life: { status: 'waiting', plan: life.plan } } : state;
    case 'begin':
      return life.status === 'waiting' || life.status === 'searching'
        ? { ...state, life: { status: 'starting', plan: life.plan } }
        : state;
    case 'search':
      return life.status === 'starting' ? { ...state, life: { status: 'searching', plan: life.plan } } : state;
    case 'stop':
      return isActive(life) ? { ...state, life: { status: 'stopping', plan: life.plan } } : state;
    case 'finish':
      if (!isActive(life)) return state;
      return {
        life: { status: life.status === 'stopping' ? 'stopped' : 'finished' },
        shown: withKept({ origin: { kind: 'here' }, result: action.result, running: false }),
      };
    case 'crash': {
      if (!isActive(life)) return state;
      const shown = state.shown === null ? null : { ...state.shown, running: false };
      return action.error.tag === 'cancelled'
        ? { life: { status: 'stopped' }, shown }
        : { life: { status: 'crashed', error: action.error }, shown };
    }
    case 'dismiss':
      return isActive(life) ? state : { ...state, life: { status: 'idle' } };
    case 'forget':
      return isActive(life) ? state : initialRunState;
  }
}

const withKept = (shown: ShownRun): ShownRun => ({ ...shown, result: withAllKeptTimes(shown.result) });

function withKeptEvent(event: Exclude<RunEvent, { type: 'progress' }>): typeof event {
  if (event.type === 'cell') return { ...event, cell: withKeptTimes(event.cell) };
  return event.type === 'resumed' ? { ...event, result: withAllKeptTimes(event.result) } : event;
}

function applyEvent(
  state: RunState,
  life: Extract<RunLifecycle, { plan: Plan }>,
  event: Exclude<RunEvent, { type: 'progress' }>,
): RunState {
  const { shown } = state;
  const before = shown?.running ? shown.result : null;
  const result = applyRunEvent(before, withKeptEvent(event));
  if (result === null) return state;
  return {
    life:
      (event.type === 'started' || event.type === 'resumed') && life.status === 'starting'
        ? { status: 'running', plan: life.plan }
        : life,
    shown: { origin: { kind: 'here' }, result, running: true },
  };
}
