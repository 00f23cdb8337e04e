import { DamagedInput } from '../../../model/damaged-input';
import type { Column, TimeUnit } from '../../../model/column';
import { readIntegers } from './integer-runs';
import { UnsupportedColumnType } from '../../../own-file/refused-columns';
import { joinedStripeValues, type PresentRows, spreadOverNulls } from './rows';
import type { Stripe } from './stripe';
import { firstGregorianDay, julianNote, type ColumnContext, StreamColumnReader } from './value-readers';
import { ZoneOffsets } from './zone-offsets';

/** 2015-01-01T00:00, from which files count seconds (ORC specification v1, “Timestamp Columns”). */
const baseSeconds = 1_420_070_400;
const nanosPerSecond = 1_000_000_000;
/** Writers rounded the seconds of times before 1970 towards zero if the fraction had milliseconds; the reference readers undo it so. */
const largestKeptNanos = 999_999;
const secondsPerDay = 86_400;

/** Timestamps with nanoseconds: local times, which hold in any zone, or instants. */
export class TimestampColumnReader extends StreamColumnReader {
  readonly #isInstant: boolean;
  readonly #isJulian: boolean;
  readonly #zones: Map<string, ZoneOffsets>;
  readonly #seconds: Float64Array<ArrayBuffer>[] = [];
  readonly #nanos: Int32Array<ArrayBuffer>[] = [];
  #lacksZone = false;
  #isAmbiguous = false;

  /** `zones` are those that the columns of the file have looked up. */
  constructor(
    place: ColumnContext,
    type: { readonly isInstant: boolean; readonly isJulian: boolean },
    zones: Map<string, ZoneOffsets>,
  ) {
    super(place);
    this.#isInstant = type.isInstant;
    this.#isJulian = type.isJulian;
    this.#zones = zones;
  }

  protected readValues(stripe: Stripe, rows: PresentRows): void {
    const { id, what, memory } = this.place;
    memory.add(16 * rows.count);
    const { version } = stripe.encoding(id, what);
    const read = (kind: 'data' | 'secondary', signed: boolean) =>
      readIntegers(this.stream(stripe, kind, rows.filled), rows.filled, { version, signed }, what);
    const secondHalves = read('data', true);
    const nanoHalves = read('secondary', false);
    const zone = this.#zoneOf(stripe);
    const base = baseSeconds - zone.at(baseSeconds - zone.at(baseSeconds));
    const seconds = new Float64Array(rows.filled);
    const nanos = new Int32Array(rows.filled);
    for (let row = 0; row < rows.filled; row += 1) {
      const stored = (secondHalves[2 * row + 1] as number) * 2 ** 32 + ((secondHalves[2 * row] as number) >>> 0);
      if (!Number.isSafeInteger(stored + base))
        throw new DamagedInput(`has a timestamp in ${what} beyond all calendars`);
      const fraction = nanosOf(nanoHalves[2 * row] as number, nanoHalves[2 * row + 1] as number, what);
      // Whether a time is before 1970 depends on the instant, not on the local time. pyarrow 26 decides by the local time.
      const instant = stored + base;
      this.#isAmbiguous ||= instant === 0 && fraction > largestKeptNanos;
      const unrounded = instant < 0 && fraction > largestKeptNanos ? instant - 1 : instant;
      seconds[row] = unrounded + zone.at(unrounded);
      nanos[row] = fraction;
    }
    this.#seconds.push(spreadOverNulls(seconds, rows));
    this.#nanos.push(spreadOverNulls(nanos, rows));
  }

  /** The zone of the local times. Instants are stored as if they were local times of UTC. */
  #zoneOf({ timeZone }: Stripe): ZoneOffsets {
    if (timeZone === null && !this.#isInstant) this.#lacksZone = true;
    const name = this.#isInstant || timeZone === null ? 'UTC' : timeZone;
    const zone = this.#zones.get(name) ?? new ZoneOffsets(name);
    this.#zones.set(name, zone);
    return zone;
  }

  /** @throws UnsupportedColumnType if no unit holds all timestamps exactly */
  build(name: string, note: (text: string) => void): Column {
    const seconds = joinedStripeValues(this.#seconds, new Float64Array(0));
    const nanos = joinedStripeValues(this.#nanos, new Int32Array(0));
    if (this.#lacksZone)
      note(
        'the file does not state the time zone in which its timestamps were written. They are read as of UTC, and may be an hour off where a zone has summer time.',
      );
    if (this.#isAmbiguous)
      note(
        'ORC stores times of the last second before 1970-01-01T00:00 UTC, if they have milliseconds, like those a second later. They are read as the later ones.',
      );
    if (this.#isJulian && seconds.some((second) => second < firstGregorianDay * secondsPerDay)) note(julianNote);
    const validity = this.nulls.build();
    const timeZone = this.#isInstant ? 'UTC' : null;
    for (const unit of ['ns', 'us'] as const) {
      const values = ticksOf(seconds, nanos, unit);
      if (values === null) continue;
      if (unit === 'us')
        note(
          'its timestamps reach beyond the years 1677 to 2262 and are kept in microseconds, which all of them are whole numbers of.',
        );
      return { name, type: 'timestamp', unit, timeZone, validity, values };
    }
    throw new UnsupportedColumnType(
      null,
      'has timestamps beyond the years 1677 to 2262 and fractions of microseconds, which no unit of 64 bits holds together',
    );
  }
}

/**
 * The lowest three bits say how many zeros were removed (“Timestamp Columns”). Arrow's writer makes fractions of times before 1970 negative.
 */
function nanosOf(low: number, high: number, what: string): number {
  const stored = high * 2 ** 32 + (low >>> 0);
  const zeros = low & 7;
  const nanos = Math.floor(stored / 8) * (zeros === 0 ? 1 : 10 ** (zeros + 1));
  if (Math.abs(nanos) >= nanosPerSecond) throw new DamagedInput(`has a fraction in ${what} of more than a second`);
  return nanos;
}

/** Null if 64 bits do not hold them, or if they are no whole numbers of the unit. */
function ticksOf(
  seconds: Float64Array,
  nanos: Int32Array,
  unit: Extract<TimeUnit, 'ns' | 'us'>,
): BigInt64Array<ArrayBuffer> | null {
  const perTick = unit === 'ns' ? 1 : 1_000;
  const perSecond = BigInt(nanosPerSecond / perTick);
  const surelyFits = 2 ** 63 / Number(perSecond) - 2;
  const ticks = new BigInt64Array(seconds.length);
  for (let row = 0; row < seconds.length; row += 1) {
    const [second, fraction] = [seconds[row] as number, nanos[row] as number];
    if (fraction % perTick !== 0) return null;
    const value = BigInt(second) * perSecond + BigInt(fraction / perTick);
    if (Math.abs(second) > surelyFits && BigInt.asIntN(64, value) !== value) return null;
    ticks[row] = value;
  }
  return ticks;
}
