import { CellTime } from '../../../own-file/cells/cell-kinds';
import { isCallOf, latin1Bytes, type PyObject, type PyValue, UnreadColumn } from './values';

const stateBytes = { date: 4, datetime: 10, time: 6 } as const;

/**
 * Python's date, datetime or time, as `datetime.__reduce__` gives its state. The time zone is left to the caller.
 * @throws UnreadColumn if there is no such moment
 */
export function momentOf({ path, args }: PyObject): CellTime {
  const [state] = args;
  const bytes = typeof state === 'string' ? latin1Bytes(state) : state;
  const kind = path.replace('datetime.', '') as keyof typeof stateBytes;
  if (!(bytes instanceof Uint8Array) || bytes.length !== stateBytes[kind])
    throw new UnreadColumn(`it holds a ${path} with an unknown state`);
  const impossible = () => new UnreadColumn(`it holds a ${path} that does not exist`);
  if (kind === 'time') {
    const us = microsecondsOfDay(bytes);
    if (us === null) throw impossible();
    return new CellTime('time', us);
  }
  const [high = 0, low = 0, month = 0, day = 0] = bytes;
  const date = new Date(0);
  // The highest bit of a month marks the second of two equal times.
  date.setUTCFullYear((high << 8) | low, (month & 127) - 1, day);
  if (date.getUTCDate() !== day || date.getUTCMonth() !== (month & 127) - 1) throw impossible();
  const days = BigInt(date.getTime() / 86_400_000);
  if (kind === 'date') return new CellTime('date', days);
  const us = microsecondsOfDay(bytes.subarray(4));
  if (us === null) throw impossible();
  return new CellTime('timestamp', days * 86_400_000_000n + us);
}

function microsecondsOfDay([hour = 0, minute = 0, second = 0, high = 0, middle = 0, low = 0]: Uint8Array):
  | bigint
  | null {
  const us = (high << 16) | (middle << 8) | low;
  if ((hour & 127) > 23 || minute > 59 || second > 59 || us > 999_999) return null;
  return BigInt((hour & 127) * 3_600 + minute * 60 + second) * 1_000_000n + BigInt(us);
}

/** By NumPy's number of the unit: the nanoseconds of a tick. */
const nsPerTick: Readonly<Record<string, bigint>> = { 7: 1_000_000_000n, 8: 1_000_000n, 9: 1_000n, 10: 1n };

/** A pandas.Timestamp: nanoseconds since 1970 (of UTC if it has a zone), and its zone. Null if the value is none. */
export function timestampOf(value: PyValue): { readonly ns: bigint; readonly zone: PyValue } | null {
  if (!isCallOf(value, /^pandas\.(.*\.)?(_unpickle_timestamp|Timestamp)$/u)) return null;
  const [ticks, , zone = null, unit = 10n] = value.args;
  const factor = nsPerTick[String(unit)];
  return typeof ticks === 'bigint' && factor !== undefined ? { ns: ticks * factor, zone } : null;
}
