import { useEffect, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { type Calibration, calibrationSchema } from '../../workers/model/calibration';
import { type Machine, machineOf, unknownMachine } from '../../workers/registry/duration';

/** The measure of this machine, taken once a day in a worker and kept with the browser's settings: estimates are made with it. */

const key = 'formatlab.calibration';
/** A machine may be plugged in, updated or busier tomorrow. */
const renewedAfterMs = 24 * 3_600_000;
/** The page's own loading must not pass for a slow machine. */
const settleMs = 1_500;

const keptSchema = v.strictObject({
  measuredAt: v.pipe(v.string(), v.isoTimestamp()),
  userAgent: v.pipe(v.string(), v.maxLength(1_000)),
  calibration: calibrationSchema,
});

function read(): Calibration | null {
  try {
    const kept = v.safeParse(keptSchema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    if (!kept.success || kept.output.userAgent !== navigator.userAgent.slice(0, 1_000)) return null;
    const ageMs = Date.now() - Date.parse(kept.output.measuredAt);
    return ageMs >= 0 && ageMs < renewedAfterMs ? kept.output.calibration : null;
  } catch {
    // Storage may be forbidden, or hold no JSON: the measure is taken anew.
    return null;
  }
}

function keep(calibration: Calibration): void {
  try {
    const kept = { measuredAt: new Date().toISOString(), userAgent: navigator.userAgent.slice(0, 1_000), calibration };
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden: it holds until the tab is closed.
  }
}

let machine = unknownMachine;
let taking: Promise<void> | null = null;
const listeners = new Set<() => void>();

async function set(calibration: Calibration | null): Promise<void> {
  const { trialCosts } = await import('../../workers/registry/trial-costs-table');
  machine = machineOf(trialCosts, calibration);
  for (const listener of listeners) listener();
}

/** Takes the measure, unless one is kept or being taken. */
function take(): Promise<void> {
  taking ??= (async () => {
    const kept = read();
    if (kept !== null) {
      await set(kept);
      return;
    }
    const { calibrate } = await import('../../workers/client/calibrate');
    const calibration = await calibrate();
    keep(calibration);
    await set(calibration);
  })().catch(() => {
    // Without it, estimates are those of the reference machine. The next visit of the page tries again.
  });
  return taking;
}

/** The machine as far as it is known. Its measure is taken when the page has settled, and never beside a run. */
export function useMachine(active: boolean): Machine {
  useEffect(() => {
    // The table of costs alone says much already. A failed fetch is tried again with the measure.
    if (machine.costs === null) void set(null).catch(() => undefined);
  }, []);
  useEffect(() => {
    if (active) return;
    const timer = setTimeout(() => void take(), read() === null ? settleMs : 0);
    return () => clearTimeout(timer);
  }, [active]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => machine,
  );
}
