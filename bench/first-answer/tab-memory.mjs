import { readdirSync, readFileSync } from 'node:fs';

const kiB = 1_024;
const intervalMs = 250;

/** The command line of a process; empty if it has ended. @param {string} id */
function commandOf(id) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The memory of a process that no other shares, with what it shares by its part (PSS), in bytes. @param {string} id */
function memoryBytes(id) {
  try {
    const found = /^Pss:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'));
    return Number(found?.[1] ?? 0) * kiB;
  } catch {
    return 0;
  }
}

/**
 * Watches the memory of a browser's tabs from outside: the largest process of a tab, since workers live in the process of their page. Only Linux tells it.
 * @returns {{ stop: () => number | null }} `stop` returns the peak in bytes; null where it is unknown
 */
export function watchTabMemory() {
  let peakBytes = 0;
  const look = () => {
    for (const id of readdirSync('/proc'))
      if (/^\d+$/.test(id) && commandOf(id).includes('--type=renderer'))
        peakBytes = Math.max(peakBytes, memoryBytes(id));
  };
  if (process.platform !== 'linux') return { stop: () => null };
  const timer = setInterval(look, intervalMs);
  return {
    stop: () => {
      clearInterval(timer);
      return peakBytes;
    },
  };
}
