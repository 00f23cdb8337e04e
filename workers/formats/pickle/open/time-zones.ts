import { isCallOf, nameOfValue, PyDict, PyObject, type PyValue, UnreadColumn } from './values';

const zoneName = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/u;
const maxZoneLength = 100;
const utcClasses = /^(pytz(\.\w+)*\._UTC|dateutil\.tz\.(tz\.)?tzutc)$/u;
const fileClasses = /^dateutil\.(tz\.)?(_?tz\.)?(_tzfile\._unpickle|tzfile)$/u;
const secondsPerDay = 86_400n;

/**
 * The name of a time zone by the class that Python would make: an IANA name, `UTC`, or an offset such as `+02:00`.
 * @throws UnreadColumn for the zone of the machine, and for classes whose rules are not known
 */
export function nameOfZone(zone: PyValue): string {
  const name = isUtc(zone) ? 'UTC' : (ianaName(zone) ?? offsetName(zone));
  if (name === null) throw new UnreadColumn(`its time zone is ${nameOfValue(zone)}, whose rules are not read`);
  return name;
}

/** The zone's seconds east of UTC, if it has one offset at all times; null if it has rules. */
export function fixedOffsetOf(zone: PyValue): bigint | null {
  if (isUtc(zone) || ianaName(zone) === 'UTC') return 0n;
  if (!(zone instanceof PyObject)) return null;
  const [first, second] = zone.args;
  if (zone.path === 'datetime.timezone') return first === undefined ? null : secondsOf(first);
  if (/^pytz(\.\w+)*\._?FixedOffset$/u.test(zone.path)) return typeof first === 'bigint' ? first * 60n : null;
  if (/^dateutil\.tz\.(tz\.)?tzoffset$/u.test(zone.path))
    return typeof second === 'bigint' ? second : second === undefined ? null : secondsOf(second);
  return null;
}

const isUtc = (zone: PyValue): boolean => zone instanceof PyObject && utcClasses.test(zone.path);

function ianaName(zone: PyValue): string | null {
  if (!(zone instanceof PyObject)) return null;
  const { path, args, state } = zone;
  const [first] = args;
  if (/^pytz(\.\w+)*\._p$/u.test(path) || /zoneinfo(\.\w+)*\.ZoneInfo(\._unpickle)?$/u.test(path))
    return typeof first === 'string' ? checkedName(first) : null;
  if (!fileClasses.test(path)) return null;
  // dateutil names the zone by the path of its file.
  const texts = [...args, state instanceof PyDict ? state.get('_filename') : undefined];
  for (const text of texts) {
    const found = typeof text === 'string' ? /(?:^|\/)zoneinfo\/(.+)$/u.exec(text)?.[1] : undefined;
    if (found !== undefined) return checkedName(found);
  }
  return null;
}

const checkedName = (name: string): string | null =>
  name.length <= maxZoneLength && zoneName.test(name) ? name : null;

function offsetName(zone: PyValue): string | null {
  const seconds = fixedOffsetOf(zone);
  if (seconds === null) return null;
  if (seconds === 0n) return 'UTC';
  const size = seconds < 0n ? -seconds : seconds;
  if (size >= secondsPerDay || size % 60n !== 0n) return null;
  const clock = [size / 3_600n, (size / 60n) % 60n].map((part) => String(part).padStart(2, '0')).join(':');
  return `${seconds < 0n ? '-' : '+'}${clock}`;
}

function secondsOf(value: PyValue): bigint | null {
  const us = microsecondsOf(value);
  return us === null || us % 1_000_000n !== 0n ? null : us / 1_000_000n;
}

/** The microseconds of a datetime.timedelta; null if the value is none. */
export function microsecondsOf(value: PyValue): bigint | null {
  if (!isCallOf(value, /^datetime\.timedelta$/u)) return null;
  const [days = 0n, seconds = 0n, us = 0n] = value.args;
  return typeof days === 'bigint' && typeof seconds === 'bigint' && typeof us === 'bigint'
    ? (days * secondsPerDay + seconds) * 1_000_000n + us
    : null;
}
