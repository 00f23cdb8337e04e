import { useEffect, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { type Calibration, calibrationSchema } from '../../workers/model/calibration';
import { type Machine, machineOf, unknownMachine } from '../../workers/registry/duration';

/**
 * The calibration of this machine, on which estimates are based. A worker measures it once a day, and local storage
 * keeps it.
 */

const key = 'formatlab.calibration';
/** The machine's speed may change from day to day, for example with its power supply or an update. */
const renewedAfterMs = 24 * 3_600_000;
/** The delay until the page has loaded. Loading would otherwise make the machine seem slow. */
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
    // Storage may be forbidden or damaged. The calibration is then measured again.
    return null;
  }
}

function keep(calibration: Calibration): void {
  try {
    const kept = { measuredAt: new Date().toISOString(), userAgent: navigator.userAgent.slice(0, 1_000), calibration };
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden. The calibration then lasts until the tab is closed.
  }
}

let machine = unknownMachine;
let taking: Promise<void> | null = null;
/** True while a run or the reading of a file takes the machine's time. */
let isBusy = false;
/** True if the machine was busy at any time since the calibration began. */
let wasBusy = false;
const listeners = new Set<() => void>();

async function set(calibration: Calibration | null): Promise<void> {
  const { trialCosts } = await import('../../workers/registry/trial-costs-table');
  machine = machineOf(trialCosts, calibration);
  for (const listener of listeners) listener();
}

/** Measures the calibration, unless a stored one is valid or a measurement is in progress. */
function take(): Promise<void> {
  taking ??= (async () => {
    const kept = read();
    if (kept !== null) {
      await set(kept);
      return;
    }
    const { calibrate } = await import('../../workers/client/calibrate');
    let calibration: Calibration;
    do {
      wasBusy = isBusy;
      calibration = await calibrate();
      // On a busy machine it is wrong. It is measured again, or once the machine is free.
    } while (wasBusy && !isBusy);
    if (wasBusy) {
      taking = null;
      return;
    }
    keep(calibration);
    await set(calibration);
  })().catch(() => {
    // Without a calibration, estimates assume the reference machine. After the next work of the page it is tried again.
    taking = null;
  });
  return taking;
}

/**
 * The machine's costs and calibration, as far as known. The calibration is measured after the page has loaded, and
 * never while the page is busy with a run or with reading a file.
 */
export function useMachine(busy: boolean): Machine {
  useEffect(() => {
    // The table of costs alone already allows an estimate. If fetching it fails, it is fetched again together with the
    // calibration.
    if (machine.costs === null) void set(null).catch(() => undefined);
  }, []);
  useEffect(() => {
    const afterMs = isBusy || read() !== null ? 0 : settleMs;
    isBusy = busy;
    wasBusy ||= busy;
    if (busy) return;
    const timer = setTimeout(() => void take(), afterMs);
    return () => clearTimeout(timer);
  }, [busy]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => machine,
  );
}
