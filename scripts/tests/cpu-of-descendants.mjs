import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Between two looks at the processes. What one uses after the last look at it is not seen. */
const lookMs = 1_000;

/** Linux tells the time of processes in ticks. */
function ticksASecond() {
  try {
    return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  } catch {
    return null;
  }
}

/**
 * What a line of `/proc/PID/stat` tells (proc_pid_stat(5)).
 * @param {string} line
 * @returns {{ pid: number, parent: number, startTicks: number, ticks: number }} `ticks` of user and system time, without its children's
 */
export function readStat(line) {
  // The name in brackets may contain anything, brackets and spaces included.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  /** @param {number} number the number of the field in the manual */
  const field = (number) => Number(fields[number - 3]);
  return { pid: Number.parseInt(line, 10), parent: field(4), startTicks: field(22), ticks: field(14) + field(15) };
}

/** Adds up the CPU time of a process and of all that it starts, as long as it runs. It needs Linux; elsewhere it tells nothing. */
export class CpuOfDescendants {
  /** The processes by number and start, since numbers are used again. @type {Map<string, number>} */
  #ticks = new Map();
  /** @type {NodeJS.Timeout | null} */
  #timer = null;
  #rate = process.platform === 'linux' ? ticksASecond() : null;

  /** @param {number | undefined} pid */
  constructor(pid) {
    if (pid === undefined || this.#rate === null) return;
    this.#timer = setInterval(() => this.#look(pid), lookMs);
    this.#timer.unref();
  }

  /** @param {number} root */
  #look(root) {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .flatMap((name) => {
        try {
          return [readStat(readFileSync(`/proc/${name}/stat`, 'latin1'))];
        } catch {
          // It has just ended.
          return [];
        }
      });
    const byPid = new Map(all.map((one) => [one.pid, one]));
    /** @type {(one: typeof all[number]) => string} */
    const keyOf = ({ pid, startTicks }) => `${pid} ${startTicks}`;
    /** @type {(one: typeof all[number]) => boolean} */
    const isOurs = (one) => {
      // A process whose parent has ended stays ours.
      if (one.pid === root || this.#ticks.has(keyOf(one))) return true;
      const parent = byPid.get(one.parent);
      return parent !== undefined && isOurs(parent);
    };
    for (const one of all) if (isOurs(one)) this.#ticks.set(keyOf(one), one.ticks);
  }

  /** @returns {number | null} the seconds; null where nothing tells them */
  end() {
    if (this.#timer === null || this.#rate === null) return null;
    clearInterval(this.#timer);
    return [...this.#ticks.values()].reduce((sum, ticks) => sum + ticks, 0) / this.#rate;
  }
}
