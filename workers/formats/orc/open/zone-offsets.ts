import { DamagedInput } from '../../../model/damaged-input';

/** Names of UTC that writers use, so that no offset has to be looked up. */
const utcNames = /^(?:(?:Etc\/)?(?:UTC|GMT|Zulu|Universal|Greenwich|UCT)|GMT0|Z)$/u;
/** No zone changes its offset twice in this time. */
const spanSeconds = 4 * 3_600;
/** The Gregorian calendar repeats after 400 years, weekdays too, and the rules of zones do not change after 2037. */
const cycleSeconds = 12_622_780_800;
/** 1700-01-01 and 2400-01-01. Before the first, all zones have their local mean time. */
const [firstSeconds, lastSeconds] = [-8_520_336_000, 13_569_465_600];
const maxCachedSpans = 200_000;

/** The offsets of a time zone from UTC at all times. */
export class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat | null;
  /** The offsets at the beginnings of spans. */
  readonly #cache = new Map<number, number>();

  /** @throws DamagedInput if the browser does not know the zone */
  constructor(zone: string) {
    try {
      this.#format = utcNames.test(zone)
        ? null
        : new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
            timeZone: zone,
            hourCycle: 'h23',
            year: 'numeric',
            month: 'numeric',
            day: 'numeric',
            hour: 'numeric',
            minute: 'numeric',
            second: 'numeric',
          });
    } catch {
      throw new DamagedInput(
        `has timestamps of the time zone “${zone.slice(0, 60)}”, which this browser does not know`,
      );
    }
  }

  /** Seconds east of UTC at an instant, which is given as seconds since 1970-01-01T00:00 UTC. */
  at(utcSeconds: number): number {
    if (this.#format === null) return 0;
    const seconds =
      utcSeconds > lastSeconds
        ? lastSeconds - cycleSeconds + ((utcSeconds - lastSeconds) % cycleSeconds)
        : Math.max(firstSeconds, utcSeconds);
    const span = Math.floor(seconds / spanSeconds);
    const offset = this.#atSpan(span);
    return offset === this.#atSpan(span + 1) ? offset : this.#lookUp(this.#format, seconds);
  }

  #atSpan(span: number): number {
    const known = this.#cache.get(span);
    if (known !== undefined || this.#format === null) return known ?? 0;
    const offset = this.#lookUp(this.#format, span * spanSeconds);
    if (this.#cache.size === maxCachedSpans) this.#cache.clear();
    this.#cache.set(span, offset);
    return offset;
  }

  #lookUp(format: Intl.DateTimeFormat, seconds: number): number {
    const parts = format.formatToParts(seconds * 1_000);
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return local / 1_000 - seconds;
  }
}
